# What stands on a board, a challenge and a result.

colour-1 = red
colour-2 = yellow
colour-3 = green
colour-4 = blue
colour-5 = purple
colour-6 = black
colour-7 = white
colour-8 = orange
colour-9 = pink

variant-quick = Quick 8×7
variant-classic = Classic 15×15
variant-hexagons = Hexagons 13×11
variant-vinco = Vinco
variant-diamonds = Diamonds
variant-big = Big field 21×21
variant-obstacles = Obstacles and walls
variant-paints = Valuable cells and paints
variant-three-starts = Three starts
variant-four = Four players
variant-pairs = Pairs

clock-blitz = blitz, 1 min + 3 s
clock-normal = 3 min + 5 s
clock-slow = slow, 10 min + 10 s
clock-day = 1 day per move
clock-days3 = 3 days per move
clock-days7 = 7 days per move
clock-none = no clock
clock-chosen = { $time } min + { $increment } s

rated = rated
casual = casual
games = { $count ->
    [one] one game
   *[other] { $count } games on one board, corners swapped
}

heading = { $variant } · game { $game } of { $games } · { $score }
heading-one-game = { $variant }
to-equator = { $cells } to the equator
first-move = first move { $until }
to-win = { $cells } to win
at-equator = past the equator
ahead = ahead by { $cells }
behind = behind by { $cells }
tied = level
held = { $mine } is { $mover }’s and { $theirs } is { $other }’s, so neither can be taken this turn. { $cells } { $unit ->
    [points] points
   *[cells] cells
} win.
held-many = { $held }: these colours cannot be taken this turn. { $cells } { $unit ->
    [points] points
   *[cells] cells
} win.
last-move = { $name } took { $colour }: { $gain ->
    [0] nothing gained.
   *[other] +{ $gain }{ $cut ->
        [0] .
       *[other] , { $cut } of them cut off.
    }
}
stalling = Nobody has gained a cell for a while. { $moves ->
    [one] One more move
   *[other] { $moves } more moves
} without a capture end the game.
marked = ★ ends the game and wins it.

alt-seat = { $name } (seat { $seat }, { $colour })
alt-turn = { $name } to move
alt-game-over = Game over
alt-board = { $variant }, { $cells } { $unit ->
    [points] points
   *[cells] cells
} win.
alt-preview = What each colour would take: { $gains }.

# Challenge
challenge = { $opponent }, **{ $challenger }** challenges you to a match of Filler.
challenge-terms = { $variant } · { $rated } · { $clock } · { $games }
challenge-expires = Expires { $until }.
challenge-declined = **{ $opponent }** declined the challenge of **{ $challenger }** ({ $variant }).
challenge-withdrawn = **{ $challenger }** withdrew the challenge to **{ $opponent }** ({ $variant }).
challenge-expired = The challenge of **{ $challenger }** to **{ $opponent }** ran out ({ $variant }).

# Endings
game-won-decided = **{ $winner }** crossed the equator and { $winners ->
    [one] wins
   *[other] win
}{ $games ->
    [one] { "" }
   *[other] { " " }game { $game }
}, { $own } to { $other }.
game-won-full = The board is full. **{ $winner }** { $winners ->
    [one] wins
   *[other] win
}{ $games ->
    [one] { "" }
   *[other] { " " }game { $game }
}, { $own } to { $other }.
game-won-cut = **{ $winner }** cut off the rest and { $winners ->
    [one] wins
   *[other] win
}{ $games ->
    [one] { "" }
   *[other] { " " }game { $game }
}, { $own } to { $other }.
game-won-stalled = Nobody could gain a cell any more. **{ $winner }** { $winners ->
    [one] wins
   *[other] win
}{ $games ->
    [one] { "" }
   *[other] { " " }game { $game }
}, { $own } to { $other }.
game-won-conceded = **{ $loser }** conceded. **{ $winner }** { $winners ->
    [one] wins
   *[other] win
}{ $games ->
    [one] { "" }
   *[other] { " " }game { $game }
}, { $own } to { $other }.
game-drawn-full = The board is full. { $games ->
    [one] The game
   *[other] Game { $game }
} is a draw, { $own } to { $other }.
game-drawn-stalled = Nobody could gain a cell any more. { $games ->
    [one] The game
   *[other] Game { $game }
} is a draw, { $own } to { $other }.
ready-who = { $state ->
    [ready] ✅ { $name } is ready.
   *[waiting] ⏳ Waiting for { $name }.
}
ready-clock = New corners, same board. The clock of whoever is not ready starts { $when }.
ready-no-clock = New corners, same board.

match-won = **{ $winner } { $winners ->
    [one] wins
   *[other] win
} the match { $points }.**
match-won-totals = **{ $winner } { $winners ->
    [one] wins
   *[other] win
} the match: { $points } on points, { $own } to { $other } { $unit ->
    [points] points of the boards
   *[cells] cells
} over both games.**
match-drawn = **The match is a draw: { $points } on points, { $own } to { $other } { $unit ->
    [points] points of the boards
   *[cells] cells
}.**
match-one-won = **{ $winner } { $winners ->
    [one] wins
   *[other] win
}.**
match-one-drawn = **A draw.**
match-resigned = **{ $loser } resigned. { $winner } { $winners ->
    [one] wins
   *[other] win
} the match.**
match-flag = **{ $loser } ran out of time. { $winner } { $winners ->
    [one] wins
   *[other] win
} the match.**
match-aborted-by = **{ $name } called the match off. It has no result.**
match-aborted = **The match was called off, since { $name } did not move. It has no result.**
match-idle = **The match was called off, since nothing happened for long. It has no result.**
totals = { $unit ->
    [points] Points of the boards
   *[cells] Cells
} over both games: { $one } { $own }, { $two } { $other }.
rematch-wanted = { $name } would like a rematch.
rematch-begun = The rematch has begun: { $link }

moved-on = This board is no longer played on. The match goes on here: { $link }
moved-on-nowhere = This board is no longer played on. `/filler board` shows the match.

# Buttons
button-accept = Accept
button-decline = Decline
button-withdraw = Withdraw
button-howto = How to play
button-preview = Preview
button-options = Options
button-giveup = Give up…
button-ready = Ready for the next game
button-rematch = Rematch
button-post = Post the board again
button-symbols-off = Symbols off
button-symbols-normal = Symbols normal
button-symbols-large = Symbols large
player = Player { $number }

# Open tables
table-open = **{ $opener }** opened a table. Who joins?
table-side = **{ $one }** and **{ $two }**
table-expires = Closes { $until } unless somebody comes or goes.
table-withdrawn = **{ $challenger }** closed the table ({ $variant }).
table-expired = The table of **{ $challenger }** closed, since nobody came or went for ten minutes ({ $variant }).
place-free = free
button-join = Join
button-join-with = Join { $opener }
button-join-against = Join the others
button-leave = Leave
button-start = Start
button-remove = Remove…
button-close = Close the table

# Four players and pairs
listed = { $most } and { $last }
out-left = { $how ->
    [flag] ran out of time
   *[resigned] resigned the match
}
out-conceded = conceded this game
game-four = { $ending ->
    [full] The board is full.
    [stalled] Nobody could gain a cell any more.
   *[decided] Nobody can catch up any more.
} { $count ->
    [one] **{ $winners }** wins
   *[other] **{ $winners }** share
}{ $games ->
    [one] { "" }
   *[other] { " " }game { $game }
} with { $own } { $unit ->
    [points] points
   *[cells] cells
}.
match-four = { $count ->
    [one] **{ $winners } wins the match.**
   *[other] **{ $winners } share the first place.**
}
match-four-last = **{ $winner } is the last one in the match and wins it.**
place = { $place }. { $name }: { $points } on points, { $own } { $unit ->
    [points] points of the boards
   *[cells] cells
}
place-left = { $place }. { $name }: { $how ->
    [flag] ran out of time
   *[resigned] resigned the match
}
proposal = **{ $name }** would give up { $what ->
    [match] the match
   *[game] this game
}. { $partner }, do you agree? The question goes { $until }.
button-agree = Agree, give up
button-disagree = Play on

# The card of a match that is over
card-won = { $name } wins
card-drawn = A draw
card-shared = First place shared
card-game = Game { $number }
card-match = Match
alt-card = { $variant }. { $title }. { $games }
alt-card-side = { $name } (seat { $seats }) { $points } ({ $count })

# Replays
replay = Replay · { $variant }{ $games ->
    [one] { "" }
   *[other] { " · game " }{ $game }
}
alt-replay = { $title }, { $moves } moves one after another. At the end: { $counts }.
alt-replay-side = { $name } (seat { $seat }) { $count }
button-replay = Replay
button-replay-game = Replay game { $game }

# Boards before they are dealt
alt-outline = The board of { $variant }: { $cells } { $shape ->
    [hexagon] hexagons
    [diamond] squares on their corners
   *[square] squares
}, { $colours } colours. { $starts }.{ $later ->
    [0] { "" }
   *[other] { " " }What else lies on it is laid out when the match begins.
}
alt-start = Seat { $seat } starts { $places }
alt-place = { $row ->
    [0] at the top
    [1] half way up
   *[2] at the bottom
} { $column ->
    [0] left
    [1] in the middle
   *[2] right
}

# Ratings
stakes = Rating if the match is won / won on totals / drawn / lost on totals / lost:
stakes-of = { $name } ({ $rating }): { $changes }
rating-change = { $name }: { $rating } ({ $change })

# When the bot was away
paused = **I was away for a while, so the match is paused. It goes on when everybody is back.**
resume-who = { $state ->
    [back] ✅ { $name } is back.
   *[missing] ⏳ { $name } has not pressed Resume yet.
}
paused-until = Clocks stand still. Without everybody the match is called off { $when }.
button-resume = Resume
back-soon = **I am being restarted and will be back soon. Clocks stand still until then.**
match-paused-out = **The match was called off, since it was paused and not everybody came back. It has no result.**
computer-name = Computer { $level }
heading-practice = Practice · { $variant }
button-hint = Hint
button-takeback = Take back
button-again-same = Same board, other corner
button-again-new = New board
heading-four = { $variant } · game { $game } of { $games }
alt-pair = { $names } together

# Reviews
button-review = Review
review = Review · { $variant }
review-progress = Reviewing… { $bar } { $done } of { $total } moves
    -# If this stands still, ask for it again.
review-failed = This review could not be worked out. Please ask for it again in a moment.
review-accuracy = **{ $name }: { $share } %** accurate, { $whole }.{ $tenth } lost per move
review-no-accuracy = { $name } did not move
review-accuracy-about = 100 % is the best colour with every move. It halves with every { $cells } cells (on this board) that a move costs on average by the end of the game.
review-margin = Margin
review-turns = **The moves that turned it**
review-no-turns = **No move cost anything that could be found.**
review-move = { $game ->
    [0] Move { $move }
   *[other] Game { $game } · { $move }
}
review-turn = { $number }. { $game ->
    [0] { "" }
   *[other] { "Game " }{ $game },{ " " }
}{ $game ->
    [0] Move
   *[other] move
} { $move }: { $name } took { $chosen }, { $better } was better by { $loss }.
review-turned = With best play { $before ->
    [won] won
   *[drawn] a draw
} before, { $after ->
    [drawn] a draw
   *[lost] lost
} after it.
review-kept = With best play { $state ->
    [won] still won
    [drawn] still a draw
   *[lost] lost already
}.
review-known = { $game ->
    [0] From
   *[other] Game { $game }: from
} move { $move } on all is known: with best play of everybody { $state ->
    [won] { $name } would have won by { $cells }
   *[drawn] it would have been a draw
}.
review-about = The curve is the margin that best play would have come to, in cells or points; white where it is known exactly, grey where it is estimated.
alt-review = { $charts } { $turns ->
    [0] { "" }
    [one] Below it the board before the move that cost most.
   *[other] Below it the boards before the { $turns } moves that cost most.
}
alt-review-chart = { $title }, margin of seat 1: { $values }.
button-fill = Fill with computers
button-instead = Play the computer
