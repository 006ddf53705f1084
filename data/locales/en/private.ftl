# Answers that only the asker sees.

options = Options of this table
options-words = The board in words, from the top. Capitals are areas: { $areas }. Small letters are free cells: { $colours }.
options-shifted = { $shape ->
    [hexagon] Hexagons stand in columns; every second column is half a cell lower and has lines of its own.
   *[diamond] Every second line is shifted by half a cell; a cell’s neighbours are in the lines above and below.
}
options-obstacles = # is an obstacle.
options-values = A digit behind a letter is what the cell counts; all others count 1.
options-pots = * behind a letter is a paint pot.
options-walls = Walls, column/row from the top left: { $walls }.
options-gains = { $name } could take: { $gains }.
preview-yours = What each colour would take for you now.
preview-onlooker = What each colour would take for { $name } now.
preview-later = What you could take if it were your turn.

giveup-title = Give up
giveup-what = What would you like to give up?
giveup-concede = Concede this game
giveup-concede-cost = { $kind ->
    [four] You get nothing for this game; the others play on.
    [pairs] Your pair loses this game, if your partner agrees.
   *[two] You lose this game only; all free cells count for { $opponent }.
}
giveup-resign = Resign the match
giveup-resign-cost = { $kind ->
    [four] You are out of the match; the others play on.
    [pairs] Your pair loses the match, if your partner agrees.
   *[two] You lose the match, whatever its score.
}
giveup-abort = Call the match off
giveup-nothing = Nothing
giveup-nothing-cost = The match goes on.
giveup-abort-cost = { $alone ->
    [yes] It has no result.
   *[no] It has no result. Three in an hour, and you pause for an hour.
}

moved = You took { $colour }: { $gain ->
    [0] nothing gained.
    [one] one cell gained.
   *[other] { $gain } cells gained.
}
choose-colour = Which colour? Those that can be taken now: { $colours }.
which-match = You are playing several matches. Choose one with the option “match”.
match-choice = No. { $match }: { $variant } against { $opponent }
colour-choice = { $key } { $colour } { $gain }

no-matches = You are not playing a match. `/filler challenge` opens one.

refused-no-such-match = This match does not exist any more. `/filler challenge` opens a new one.
refused-not-your-match = This is the match of { $everybody }. `/filler challenge` or `/filler open` starts one of your own.
refused-stale = That was the board of move { $seq }. It has changed since, please look again: { $link }
refused-time-up = The time was up before this click; the result appears in a moment.
refused-too-many-aborts = You called off several matches. You can play again { $until }.
refused-too-many-challenges = You have { $limit } open challenges and tables. Take one of them back first: { $link }
refused-too-many-matches = You are playing { $limit } matches. Finish one of them first: { $link }
refused-rated-takes-two = A rated match has two games. For a single game choose `rated: False`.
refused-rated-takes-clock = A rated match needs a clock. Without one choose `rated: False`.
refused-unrated-variant = This variant is not rated. Choose `rated: False`.
refused-yourself = You cannot challenge yourself.
refused-bot = A bot does not answer challenges. Challenge a person, or play the computer with `/filler practice`.
refused-not-open = This is no longer open. `/filler challenge` or `/filler open` starts something new.
refused-not-for-you = { $player ->
    [0] Only { $two } can do that; you can withdraw the challenge.
   *[other] Only { $one } can do that; you can accept or decline.
}
refused-not-playing = No game is being played at the moment.
refused-not-between = The game is on already.
refused-not-over = The match is not over yet.
refused-not-your-turn = It is { $mover }’s turn.
refused-match-over = The match is over. `/filler challenge` or `/filler open` starts something new.
refused-has-moved = You have made your first move, so the match can no longer be called off. You can resign it.
refused-own-colour = { $colour } is your own colour; choose another one.
refused-held-by-opponent = { $colour } is { $holder }’s colour and cannot be taken now.
refused-held-by-partner = { $colour } is your partner’s colour and cannot be taken now.
refused-no-such-colour = This board does not have that colour.
refused-game-over = This game is over.
unknown-action = This button is from another version of the bot. `/filler board` shows the match as it is now.
nothing-chosen = Nothing was chosen, so nothing was given up.
not-saved = This could not be saved, so it was not done. Nothing is lost; please try again in a moment.
failed = Something went wrong on my side. Nothing is lost; `/filler board` shows the match as it is now.
refused-not-full = There are still free places. The match begins when all are taken.
refused-place-taken = Somebody was quicker: that place is taken.
refused-gave-up = You have given up, and the others play on. If there is another game, you can resign before it.
refused-nothing-proposed = There is nothing to agree to any more.
refused-only-pair = That is for the pair to decide which was asked.
refused-only-partner = Your partner has to answer that.
refused-already-seated = You have a place at this table.
refused-table-full = The table is full.
refused-side-full = That side is full; there is a place on the other one.
refused-not-seated = That person does not sit at this table.
refused-opener-stays = You opened this table. Close it if you would rather not play.
refused-only-opener = Only { $one } can do that, who opened the table.
refused-too-many-seats = This variant is for four. `/filler open` opens a table for it.
remove-title = Send somebody away
remove-who = Who should leave the table?
remove-nobody = Nobody else sits at the table.
nobody-removed = Nobody was chosen, so nobody has to leave.
refused-paused = The match is paused until everybody has pressed Resume; `/filler board` shows it.
refused-not-paused = The match is on; nobody is waited for.
refused-stopping = I am being restarted. Please try again in a minute.

refused-only-practice = That is for practice against the computer only.
refused-no-such-seat = This board has no corner of that number.
refused-nothing-to-take-back = There is no move of yours to take back.
hint = { $colour } ({ $gain }): { $why ->
    [ends] it ends the game.
    [cuts] it cuts off cells that only you can still reach.
    [most] no colour captures more.
    [blocks] it takes cells that your opponent could still have reached.
   *[nears] it brings you nearer to what is left.
} { $outcome ->
    [ahead] With best play you come out { $margin } ahead.
    [level] With best play it is a draw.
    [behind] With best play you come out { $margin } behind.
   *[unknown] { "" }
}
hint-same = As good: { $colours }.
no-past-matches = You have not played a match to its end yet. `/filler challenge` opens one.
refused-no-such-clock = I do not know that clock. Choose one of the list, or write minutes + seconds such as `3+5` or `2:30+5`: from 30 s (`0:30+0`) to 60 min, and 0 to 60 s for each move.
refused-somebody-pauses = { $who } called off several matches and can play again { $until }.

refused-nothing-to-review = Nobody has moved in this match, so there is nothing to look back on.
refused-no-computers = This table is rated, so only people can play at it.
fill-title = Fill with computers
fill-level = How strong shall they play?

## What the bot may not do in a channel

barred-rights = I could not bring a board of this channel up to date by myself: I lack { $rights }. Until an admin lets me, boards change here only when somebody presses.
barred-unknown = I could not bring a board of this channel up to date by myself: Discord did not let me. Until it does, boards change here only when somebody presses.
barred-no-member = I am no member of this place and can only answer here: boards change when somebody presses, not by themselves. Whoever looks after it can invite me.
right-view-channel = View Channel
right-read-message-history = Read Message History
right-attach-files = Attach Files
right-embed-links = Embed Links
right-send-messages = Send Messages
right-send-messages-in-threads = Send Messages in Threads

## Outside servers

nobody-sees = Nobody but you can see this chat with me, so nobody could play against you here. Challenge somebody in a server, or in your chat with your opponent if you have added me to your account. Here you can play the computer: `/filler practice`.
board-not-here = The others might not see the board here. { $link ->
    [none] `/filler board` shows it in the server where you play.
   *[other] You play there: { $link }
}
