# Names and descriptions of the slash commands.

filler = filler
filler-about = Play Filler, the game of seven colours
challenge-name = challenge
challenge-about = Challenge somebody to a match
opponent-name = opponent
opponent-about = Whom you challenge
variant-name = variant
variant-about = Which board to play on (Quick if left out)
clock-name = clock
clock-about = How much time each player has (3 min + 5 s if left out)
rated-name = rated
rated-about = Whether the match counts for the rating
games-name = games
games-about = One game or two, for casual matches
board-name = board
board-about = Post the board of your match again
move-name = move
move-about = Choose a colour by keyboard
colour-name = colour
colour-about = 1 to 9, or the name of a colour
match-name = match
match-about = Which of your matches
open-name = open
open-about = Open a table that anybody may join
open-variant-about = Which board to play on
