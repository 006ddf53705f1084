# Namen und Beschreibungen der Befehle.

filler = filler
filler-about = Spiele Filler, das Spiel der sieben Farben
challenge-name = herausfordern
challenge-about = Fordere jemanden zu einem Match heraus
opponent-name = gegner
opponent-about = Wen du herausforderst
variant-name = variante
variant-about = Auf welchem Brett (ohne Angabe: Schnell)
clock-name = uhr
clock-about = Wie viel Zeit jeder hat (ohne Angabe: 3 min + 5 s)
rated-name = gewertet
rated-about = Ob das Match für die Wertung zählt
games-name = partien
games-about = Eine Partie oder zwei, nur ungewertet
board-name = brett
board-about = Poste das Brett deines Matches neu
move-name = zug
move-about = Wähle eine Farbe mit der Tastatur
colour-name = farbe
colour-about = 1 bis 9 oder der Name einer Farbe
match-name = match
match-about = Welches deiner Matches
open-name = eröffnen
open-about = Eröffne einen Tisch, an den sich alle setzen können
open-variant-about = Auf welchem Brett gespielt wird
