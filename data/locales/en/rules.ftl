# The rules as they are told: the command, its topics, and the short form of "How to play".

rules-name = rules
rules-about = The rules, with a drawn example
topic-name = topic
topic-about = What you would like to read about (the basics if left out)

topic-basics = Basics
topic-move = The move
topic-regions = Own regions
topic-end = End and equator
topic-match = The match
topic-clock = The clock
topic-rating = Rating
topic-practice = Practice

button-rules = Rules of this variant
button-topic-before = ‹ { $topic }
button-topic-after = { $topic } ›

example-you = You
example-partner = Partner
example-opponent = Opponent
example-computer = Computer

rules-basics =
    Everybody starts in a corner of a colourful board. You take turns, your areas grow, and the larger one wins.
    - On your turn, press a colour under the board: your area takes it, and the cells of that colour beside it are yours.
    - The number on a button is what the colour would bring you. **Preview** draws it for every colour.
    - An outline shows how far an area reaches, the number in it whose it is.
    - Above the board stand everybody’s cells, the lead, and how many cells win.
    - In the picture, rings mark what the last move brought.
    -# House rule: boards are dealt by chance, but nobody starts with more than the start cells, and no start has its own or another start’s colour beside it.
rules-move =
    Choose any colour that nobody in play holds: not your own, not an opponent’s, not your partner’s.
    - Your whole area changes to that colour.
    - Free cells of the colour that share an edge with your area join it, then those beside them, and so on. Touching at a corner is not enough.
    - What somebody owns is safe: no cell ever changes hands.
    - A colour that brings nothing is allowed, too. It can be clever, since your opponents cannot choose a colour while you hold it.
    - You cannot pass.
    The picture is the **Preview**: one small board per colour, with the cells it would bring you in full colour.
rules-regions =
    Is there a patch of free cells that only you can still reach? Then it is yours: all of it, at once.
    - It takes your colour, and its cells are part of the number on the colour’s button.
    - So a thin line to the edge of the board can bring more than a large bite: everything behind your fence is yours.
    - Careful, it works both ways: if your own move shuts a patch off so that only your opponent still touches it, it is your opponent’s.
    In the picture it is your turn: { $colour } closes your fence, and the { $cut } ringed cells come with it. The button says +{ $gain }.
rules-end =
    The **equator** is half of the board. Of two sides, the one with more than half cannot be caught: the game is over at once, even with cells still free.
    - Above the board stand how many cells win and how far you are from that. The bar grows towards the white tick: that is the equator.
    - If nobody gets there, you play until no free cell can be reached. Then the larger count wins, and equal counts are a draw.
    - Cells that stay free count for nobody.
    - Among four, the game ends when nobody can catch the leader any more.
    In the picture, the ringed cells were the last step over the equator.
    -# House rule: if everybody has moved 8 times since a free cell was last gained, the game ends and is counted. You are warned from half way on.
rules-match =
    A match is two games on the very same board, and for the second one you change corners. So luck with the board cancels out.
    - A win is one point, a draw half a point, and the most points win the match.
    - Level on points? Then the cells of both games are added up. If they are level, too, the match is a draw.
    - Who begins is drawn by lot. A rematch has a new board and the other side begins.
    - Conceding a game loses only that game. Resigning or running out of time loses the match.
    The picture is the start of the second game, with you in the other corner.
    -# House rules: casual matches may be a single game. If you concede, all free cells count for your opponent. Before your own first move of game one you can call the match off; do so three times in an hour, and you pause for an hour.
rules-clock =
    As in chess, you have a budget of time for the whole match, and each move adds a little: **3 min + 5 s** starts with three minutes and adds five seconds a move.
    - Your time runs from the moment the board appears until your click, and the first second of each turn is free.
    - At zero you lose the match; among four you are out of it, and the others play on.
    - Your first move in game one is free, but it must come within a minute.
    - Between the games everybody has a minute; then the clock of whoever is not ready runs.
    - With **1, 3 or 7 days per move** every move has the full time and nothing is saved up. The free minutes are 24 hours there.
    - Casual matches can do without a clock; after 14 days without a move they are called off.
    -# House rules: all these details, also that nobody loses time while the bot is away.
rules-rating =
    Quick, Classic, Hexagons, Four players and Pairs can be rated, each on a scale of its own. You start at 1500.
    - Only the match counts: 2–0 and 1½–½ are a full win, however many cells it was by.
    - 1–1 decided by the cells of both games counts 0.6 to 0.4, a drawn match half each.
    - Resigning or running out of time is a full loss.
    - Four players: your place is compared with that of each of the others.
    - A “?” behind a rating says that it is still a guess. The method, Glicko-2, moves it in large steps first, in small ones later.
    Practice, casual matches, the other variants and matches that were called off change no rating.

rules-quick =
    8 by 7 squares in { $colours } colours: over in a few minutes, and a good first board. You may know it from GamePigeon.
    - No two neighbours have the same colour at first, so you begin with small bites.
    - { $wins } of the { $total } cells win. This board has an even number, so 28 each is a draw.
    - Every cell counts here: look where you can cut off a corner.
    - Can be rated.
rules-classic =
    15 by 15 squares and the seven colours of 7 Colors: the game at full size.
    - { $wins } of the { $total } cells win.
    - There is room for plans: reach towards the middle early, and close your fences later.
    - Can be rated.
    -# House rule: at the start, at most two cells of the same colour touch.
rules-hexagons =
    13 columns of hexagons, 11 and 10 cells high in turn, in { $colours } colours.
    - A cell has up to six neighbours. Your area spreads in more directions, but a row of hexagons is also a fence without a gap.
    - No two neighbours have the same colour at first.
    - { $wins } of the { $total } cells win.
    - Can be rated.
    -# House rule: seven colours, no equal neighbours, and the shape with shorter columns in between. It is fair to both corners, which a plain rectangle is not.
rules-vinco =
    The long hexagon game: 25 columns, 15 and 14 cells high in turn, and { $colours } colours.
    - A cell has up to six neighbours.
    - Cells of one colour often lie together in large groups. Look for them: a single move can bring a lot.
    - Nine colours, two of them held: you always have seven to choose from.
    - { $wins } of the { $total } cells win.
    - Not rated.
    -# House rule: the size of the board and its nine colours.
rules-diamonds =
    Squares standing on their corners, in 19 rows of 10 and 11, in { $colours } colours. The turned squares come from the old DOS game.
    - A cell has up to four neighbours, all of them at a slant: two above, two below. Cells whose tips meet are no neighbours.
    - Groups of one colour can be of any size.
    - { $wins } of the { $total } cells win.
    - Not rated.
    -# House rule: the size of the board and the number of colours.
rules-big =
    21 by 21 squares in { $colours } colours: the largest square board.
    - Groups of one colour can be of any size, so there are large bites from the first move on.
    - { $wins } of the { $total } cells win.
    - The way to your opponent is long. Head for the middle and fence off your half from there.
    - Not rated.
    -# House rule: seven colours and groups of any size.
rules-obstacles =
    15 by 15 squares in { $colours } colours, with 18 obstacles and 20 walls in between.
    - A dark hatched tile is an **obstacle**. It is no cell: nobody can own it, and it counts for nobody.
    - A white bar is a **wall**. No colour passes there; it has to find a way round.
    - Both are half of a fence already, so regions are cut off sooner.
    - They are laid out anew each time, the same from both corners, and no cell is walled in. The colours are not mirrored.
    - { $wins } of the { $total } cells win.
    - Not rated.
    -# House rule: the size of the board, how many there are, and that none lies within two steps of a start.
rules-paints =
    15 by 15 squares in { $colours } colours. Here you collect points: 12 cells are worth 3, 4 are worth 5, all others 1.
    - Eight cells carry a **paint pot**. Take one by its colour and it tips over: all free cells beside it take your colour and are yours, whatever colour they had.
    - The paint runs on to free cells of that colour, and it can tip the next pot.
    - What somebody owns stays clean. Pots in a region that you cut off do not tip.
    - Values and pots lie the same from both corners.
    - { $wins } of the { $total } points win.
    - Not rated.
    -# House rule: the size of the board, what the cells are worth, how many pots there are, and how they spill.
rules-three-starts =
    15 by 15 squares in { $colours } colours, and you start three times: in your corner and in the middle of both edges that meet there.
    - One colour moves all your areas together.
    - Where your areas meet, they become one.
    - A free region that only your areas touch is yours, whether it is one of them or several.
    - { $wins } of the { $total } cells win.
    - It gets narrow early, so look for the first cut.
    - Not rated.
    -# House rule: the size of the board, where the starts lie, and the number of colours.
rules-four =
    13 by 13 squares in { $colours } colours, a corner for everybody. Turns go clockwise.
    - You cannot choose what any of the four holds, so four or more colours are left.
    - The most cells win. It is over when nobody can catch the leader.
    - In the second game the order of the seats is reversed: whoever went first goes last.
    - A win is one point, a shared first place shares it. Points decide the match, then the cells of both games.
    - Can be rated.
    -# House rules: the size of the board and its eight colours. If you touch no free cell any more, you are skipped and others may choose your colour. Who concedes or leaves cannot win that game; the area stays as an obstacle and the others play on.
rules-pairs =
    13 by 13 squares in { $colours } colours, two against two: 1 and 3 play 2 and 4. Your partner sits in the opposite corner.
    - Your areas stay two, but your cells count together: { $wins } of { $total } win.
    - You cannot choose your partner’s colour either.
    - A free region that only your pair touches belongs to you two at once.
    - Everybody has a clock, and if one runs out, both partners lose the match.
    - You can concede or resign only if both of you agree.
    - Can be rated.
    -# House rule: the size of the board and its eight colours.
rules-practice =
    You against the computer, on any of the boards: one game, no clock, no rating.
    - Choose how strong the computer is.
    - Take moves back, and ask for a hint when you are stuck; it says why.
    - “Same board, other corner” lets you try the board again from the other side.
    - The opener of a table that is not rated can fill its free places with computers. There a clock may run, and among several people nobody takes moves back.
    - When a challenge runs out, you can play the computer instead.
    - Afterwards, **Review** shows what your moves were worth – after every match, never during one. `/filler profile` counts your results by level.
    - Everything else is as in a real game, so this is the place to try a new variant.

alt-basics = A board some moves into the game: two outlined areas grow from opposite corners, the newest cells are ringed.
alt-regions = The next move of seat 1 will cut a region off at the edge of the board; its cells are ringed.
alt-end = A game that has just ended: one area is past half of the board, the bar above it is past the tick, cells are still free.
alt-match = The start of the second game: the same board, only the names above it have changed corners.
alt-clock = A board in play: above it each player’s clock, that of who is to move highlighted.
alt-rating = A finished game: every cell is owned.
alt-practice = A board some moves into a game against the computer.
alt-quick = Quick, some moves in: large squares, two areas.
alt-classic = Classic, some moves in: 15 by 15 squares, two areas.
alt-hexagons = Hexagons, some moves in: columns of hexagons, two areas.
alt-vinco = Vinco, some moves in: many small hexagons in large groups, two areas.
alt-diamonds = Diamonds, some moves in: squares on their corners, two areas.
alt-big = Big field, some moves in: 21 by 21 small squares, two areas.
alt-obstacles = Obstacles and walls, some moves in: dark hatched tiles and white bars lie among the squares.
alt-paints = Valuable cells and paints, some moves in: digits 3 and 5 and pots of paint lie on the squares, some of them taken.
alt-three-starts = Three starts, some moves in: each player has areas at his corner and at two edges.
alt-four = Four players, some moves in: an area in every corner, four columns above the board.
alt-pairs = Pairs, some moves in: an area in every corner, partners opposite, their cells added up above the board.
alt-example = { $what } { $sides }. { $wins } to win.
alt-example-side = Seat { $seat } ({ $colour }): { $count }

# How to play, for the variant of the table
howto =
    You own the corner area with your number. On your turn you choose a colour: your whole area takes it, and every cell of that colour next to your area joins.
    Colours that somebody holds cannot be chosen, nor can your own.
    Cells that only you can still reach become yours at once.
howto-match = { $games ->
    [one] This match is a single game.
   *[other] A match is two games on the same board with swapped corners, and if points are level, the cells of both games decide.
}
howto-keys = With a keyboard: `/filler move` takes the colours 1 to 9. More: `/filler rules`.
howto-quick = Who passes half of the board – the equator – wins: { $wins } of the { $total } cells; 28 each is a draw.
howto-classic = Who passes half of the board – the equator – wins: { $wins } of the { $total } cells.
howto-hexagons = A cell has up to six neighbours, and who passes half of the board – the equator – wins: { $wins } of { $total }.
howto-vinco = A cell has up to six neighbours, large groups lie together, and { $wins } of the { $total } cells win: more than half, the equator.
howto-diamonds = Cells are neighbours where edges touch, not tips, and { $wins } of the { $total } cells win: more than half, the equator.
howto-big = Who passes half of the board – the equator – wins: { $wins } of the { $total } cells.
howto-obstacles = Hatched tiles are no cells, no colour passes a white wall, and { $wins } of the { $total } cells win: more than half, the equator.
howto-paints = Cells with a digit are worth that much, a paint pot taken by its colour colours all free cells beside it for you, and { $wins } of the { $total } points win.
howto-three-starts = You have three areas that take every colour together and merge where they meet, and { $wins } of the { $total } cells win: more than half, the equator.
howto-four = Turns go clockwise, and the most cells win: the game ends when nobody can catch the leader.
howto-pairs = Your partner sits opposite, his colour is barred for you too, and your cells count together: { $wins } of the { $total } win.
