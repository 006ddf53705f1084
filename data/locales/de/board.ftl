# Was auf einem Brett, einer Herausforderung und einem Ergebnis steht.

colour-1 = Rot
colour-2 = Gelb
colour-3 = Grün
colour-4 = Blau
colour-5 = Lila
colour-6 = Schwarz
colour-7 = Weiß
colour-8 = Orange
colour-9 = Rosa

variant-quick = Schnell 8×7
variant-classic = Klassisch 15×15
variant-hexagons = Sechsecke 13×11
variant-vinco = Vinco
variant-diamonds = Rauten
variant-big = Großes Feld 21×21
variant-obstacles = Hindernisse und Wände
variant-paints = Wertvolle Zellen und Farbtöpfe
variant-three-starts = Drei Startpunkte
variant-four = Zu viert
variant-pairs = Paare

clock-blitz = Blitz, 1 min + 3 s
clock-normal = 3 min + 5 s
clock-slow = langsam, 10 min + 10 s
clock-day = 1 Tag pro Zug
clock-days3 = 3 Tage pro Zug
clock-days7 = 7 Tage pro Zug
clock-none = ohne Uhr
clock-chosen = { $time } min + { $increment } s

rated = gewertet
casual = ungewertet
games = { $count ->
    [one] eine Partie
   *[other] { $count } Partien auf einem Brett, Ecken getauscht
}

heading = { $variant } · Partie { $game } von { $games } · { $score }
heading-one-game = { $variant }
to-equator = { $cells } bis zum Äquator
first-move = erster Zug { $until }
to-win = { $cells } zum Sieg
at-equator = über dem Äquator
ahead = { $cells } Vorsprung
behind = { $cells } Rückstand
tied = gleichauf
held = { $mine } gehört { $mover }, { $theirs } gehört { $other }: Beide sind in diesem Zug gesperrt. { $cells } { $unit ->
    [points] Punkte
   *[cells] Zellen
} zum Sieg.
held-many = { $held }: Diese Farben sind in diesem Zug gesperrt. { $cells } { $unit ->
    [points] Punkte
   *[cells] Zellen
} zum Sieg.
last-move = { $name } nahm { $colour }: { $gain ->
    [0] kein Gewinn.
   *[other] +{ $gain }{ $cut ->
        [0] .
       *[other] , davon { $cut } abgeschnitten.
    }
}
stalling = Seit einer Weile hat niemand eine Zelle gewonnen. { $moves ->
    [one] Noch ein Zug
   *[other] Noch { $moves } Züge
} ohne Eroberung, dann endet die Partie.
marked = ★ beendet die Partie und gewinnt sie.

alt-seat = { $name } (Ecke { $seat }, { $colour })
alt-turn = { $name } ist am Zug
alt-game-over = Partie beendet
alt-board = { $variant }, { $cells } { $unit ->
    [points] Punkte
   *[cells] Zellen
} zum Sieg.
alt-preview = Was jede Farbe erobern würde: { $gains }.

# Herausforderung
challenge = { $opponent }, **{ $challenger }** fordert dich zu einem Match Filler heraus.
challenge-terms = { $variant } · { $rated } · { $clock } · { $games }
challenge-expires = Läuft { $until } ab.
challenge-declined = **{ $opponent }** hat die Herausforderung von **{ $challenger }** abgelehnt ({ $variant }).
challenge-withdrawn = **{ $challenger }** hat die Herausforderung an **{ $opponent }** zurückgezogen ({ $variant }).
challenge-expired = Die Herausforderung von **{ $challenger }** an **{ $opponent }** ist abgelaufen ({ $variant }).

# Ausgänge
game-won-decided = **{ $winner }** { $winners ->
    [one] hat
   *[other] haben
} den Äquator überschritten und { $winners ->
    [one] gewinnt
   *[other] gewinnen
}{ $games ->
    [one] { "" }
   *[other] { " " }Partie { $game }
} mit { $own } zu { $other }.
game-won-full = Das Brett ist voll. **{ $winner }** { $winners ->
    [one] gewinnt
   *[other] gewinnen
}{ $games ->
    [one] { "" }
   *[other] { " " }Partie { $game }
} mit { $own } zu { $other }.
game-won-cut = **{ $winner }** { $winners ->
    [one] hat
   *[other] haben
} den Rest abgeschnitten und { $winners ->
    [one] gewinnt
   *[other] gewinnen
}{ $games ->
    [one] { "" }
   *[other] { " " }Partie { $game }
} mit { $own } zu { $other }.
game-won-stalled = Niemand konnte mehr eine Zelle gewinnen. **{ $winner }** { $winners ->
    [one] gewinnt
   *[other] gewinnen
}{ $games ->
    [one] { "" }
   *[other] { " " }Partie { $game }
} mit { $own } zu { $other }.
game-won-conceded = **{ $loser }** { $winners ->
    [one] hat
   *[other] haben
} die Partie aufgegeben. **{ $winner }** { $winners ->
    [one] gewinnt
   *[other] gewinnen
}{ $games ->
    [one] { "" }
   *[other] { " " }Partie { $game }
} mit { $own } zu { $other }.
game-drawn-full = Das Brett ist voll. { $games ->
    [one] Die Partie
   *[other] Partie { $game }
} endet remis, { $own } zu { $other }.
game-drawn-stalled = Niemand konnte mehr eine Zelle gewinnen. { $games ->
    [one] Die Partie
   *[other] Partie { $game }
} endet remis, { $own } zu { $other }.
ready-who = { $state ->
    [ready] ✅ { $name } ist bereit.
   *[waiting] ⏳ Es fehlt noch { $name }.
}
ready-clock = Gleiches Brett, neue Ecken. Die Uhr derer, die noch nicht bereit sind, läuft { $when } an.
ready-no-clock = Gleiches Brett, neue Ecken.

match-won = **{ $winner } { $winners ->
    [one] gewinnt
   *[other] gewinnen
} das Match { $points }.**
match-won-totals = **{ $winner } { $winners ->
    [one] gewinnt
   *[other] gewinnen
} das Match: { $points } nach Punkten, { $own } zu { $other } { $unit ->
    [points] Zellpunkte
   *[cells] Zellen
} in beiden Partien.**
match-drawn = **Das Match endet remis: { $points } nach Punkten, { $own } zu { $other } { $unit ->
    [points] Zellpunkte
   *[cells] Zellen
}.**
match-one-won = **{ $winner } { $winners ->
    [one] gewinnt
   *[other] gewinnen
}.**
match-one-drawn = **Remis.**
match-resigned = **{ $loser } { $winners ->
    [one] hat
   *[other] haben
} das Match aufgegeben. { $winner } { $winners ->
    [one] gewinnt
   *[other] gewinnen
}.**
match-flag = **Die Zeit von { $loser } ist abgelaufen. { $winner } { $winners ->
    [one] gewinnt
   *[other] gewinnen
} das Match.**
match-aborted-by = **{ $name } hat das Match abgesagt. Es hat kein Ergebnis.**
match-aborted = **Das Match wurde abgesagt, weil { $name } nicht gezogen hat. Es hat kein Ergebnis.**
match-idle = **Das Match wurde abgesagt, weil lange nichts geschah. Es hat kein Ergebnis.**
totals = { $unit ->
    [points] Zellpunkte
   *[cells] Zellen
} in beiden Partien: { $one } { $own }, { $two } { $other }.
rematch-wanted = { $name } möchte eine Revanche.
rematch-begun = Die Revanche hat begonnen: { $link }

moved-on = Auf diesem Brett wird nicht mehr gespielt. Das Match geht hier weiter: { $link }
moved-on-nowhere = Auf diesem Brett wird nicht mehr gespielt. `/filler brett` zeigt das Match.

# Knöpfe
button-accept = Annehmen
button-decline = Ablehnen
button-withdraw = Zurückziehen
button-howto = So geht’s
button-preview = Vorschau
button-options = Optionen
button-giveup = Aufgeben…
button-ready = Bereit für die nächste Partie
button-rematch = Revanche
button-post = Brett neu posten
button-symbols-off = Symbole aus
button-symbols-normal = Symbole normal
button-symbols-large = Symbole groß
player = Spieler { $number }

# Offene Tische
table-open = **{ $opener }** hat einen Tisch eröffnet. Wer setzt sich dazu?
table-side = **{ $one }** und **{ $two }**
table-expires = Schließt { $until }, wenn niemand kommt oder geht.
table-withdrawn = **{ $challenger }** hat den Tisch geschlossen ({ $variant }).
table-expired = Der Tisch von **{ $challenger }** wurde geschlossen, weil zehn Minuten niemand kam oder ging ({ $variant }).
place-free = frei
button-join = Mitspielen
button-join-with = Zu { $opener } setzen
button-join-against = Zu den anderen setzen
button-leave = Aufstehen
button-start = Beginnen
button-remove = Entfernen…
button-close = Tisch schließen

# Zu viert und Paare
listed = { $most } und { $last }
out-left = { $how ->
    [flag] Zeit abgelaufen
   *[resigned] hat das Match aufgegeben
}
out-conceded = hat die Partie aufgegeben
game-four = { $ending ->
    [full] Das Brett ist voll.
    [stalled] Niemand konnte mehr eine Zelle gewinnen.
   *[decided] Niemand kann mehr aufholen.
} { $count ->
    [one] **{ $winners }** gewinnt
   *[other] **{ $winners }** teilen sich
}{ $games ->
    [one] { "" }
   *[other] { " " }Partie { $game }
} mit { $own } { $unit ->
    [points] Punkten
   *[cells] Zellen
}.
match-four = { $count ->
    [one] **{ $winners } gewinnt das Match.**
   *[other] **{ $winners } teilen sich den ersten Platz.**
}
match-four-last = **{ $winner } ist als Letzter im Match und gewinnt es.**
place = { $place }. { $name }: { $points } nach Punkten, { $own } { $unit ->
    [points] Zellpunkte
   *[cells] Zellen
}
place-left = { $place }. { $name }: { $how ->
    [flag] Zeit abgelaufen
   *[resigned] hat das Match aufgegeben
}
proposal = **{ $name }** möchte { $what ->
    [match] das Match
   *[game] diese Partie
} aufgeben. { $partner }, bist du einverstanden? Die Frage verfällt { $until }.
button-agree = Einverstanden, aufgeben
button-disagree = Weiterspielen

# Die Karte eines beendeten Matches
card-won = Sieg für { $name }
card-drawn = Remis
card-shared = Geteilter erster Platz
card-game = Partie { $number }
card-match = Match
alt-card = { $variant }. { $title }. { $games }
alt-card-side = { $name } (Ecke { $seats }) { $points } ({ $count })

# Wiederholungen
replay = Wiederholung · { $variant }{ $games ->
    [one] { "" }
   *[other] { " · Partie " }{ $game }
}
alt-replay = { $title }, { $moves } Züge nacheinander. Am Ende: { $counts }.
alt-replay-side = { $name } (Ecke { $seat }) { $count }
button-replay = Wiederholung
button-replay-game = Partie { $game } ansehen

# Bretter, bevor sie ausgelegt werden
alt-outline = Das Brett von { $variant }: { $cells } { $shape ->
    [hexagon] Sechsecke
    [diamond] auf der Spitze stehende Quadrate
   *[square] Quadrate
}, { $colours } Farben. { $starts }.{ $later ->
    [0] { "" }
   *[other] { " " }Was sonst darauf liegt, wird zu Beginn des Matches ausgelegt.
}
alt-start = Ecke { $seat } beginnt { $places }
alt-place = { $row ->
    [0] oben
    [1] auf halber Höhe
   *[2] unten
} { $column ->
    [0] links
    [1] in der Mitte
   *[2] rechts
}

# Wertung
stakes = Wertung bei Sieg / Sieg nach Zellen / Remis / Niederlage nach Zellen / Niederlage:
stakes-of = { $name } ({ $rating }): { $changes }
rating-change = { $name }: { $rating } ({ $change })

# Wenn der Bot weg war
paused = **Ich war eine Weile weg, deshalb ist das Match unterbrochen. Es geht weiter, wenn alle zurück sind.**
resume-who = { $state ->
    [back] ✅ { $name } ist zurück.
   *[missing] ⏳ { $name } hat noch nicht auf „Weiterspielen“ gedrückt.
}
paused-until = Die Uhren stehen. Fehlt jemand, wird das Match { $when } abgesagt.
button-resume = Weiterspielen
back-soon = **Ich werde neu gestartet und bin gleich zurück. Bis dahin stehen die Uhren.**
match-paused-out = **Das Match wurde abgesagt, weil es unterbrochen war und nicht alle zurückkamen. Es hat kein Ergebnis.**
computer-name = Computer { $level }
heading-practice = Übung · { $variant }
button-hint = Tipp
button-takeback = Zurücknehmen
button-again-same = Gleiches Brett, andere Ecke
button-again-new = Neues Brett
heading-four = { $variant } · Partie { $game } von { $games }
alt-pair = { $names } zusammen

# Rückblicke
button-review = Rückblick
review = Rückblick · { $variant }
review-progress = Rückblick entsteht… { $bar } { $done } von { $total } Zügen
    -# Wenn sich hier nichts mehr tut, frag noch einmal danach.
review-failed = Dieser Rückblick ist nicht gelungen. Frag bitte gleich noch einmal danach.
review-accuracy = **{ $name }: { $share } %** genau, { $whole },{ $tenth } verloren pro Zug
review-no-accuracy = { $name } hat nicht gezogen
review-accuracy-about = 100 % ist die beste Farbe bei jedem Zug. Mit je { $cells } Zellen (auf diesem Brett), die ein Zug im Schnitt bis zum Ende der Partie kostet, halbiert es sich.
review-margin = Vorsprung
review-turns = **Die Züge, die es gewendet haben**
review-no-turns = **Kein Zug hat etwas gekostet, soweit sich das finden ließ.**
review-move = { $game ->
    [0] Zug { $move }
   *[other] Partie { $game } · { $move }
}
review-turn = { $number }. { $game ->
    [0] { "" }
   *[other] { "Partie " }{ $game },{ " " }
}Zug { $move }: { $name } nahm { $chosen }, { $better } war um { $loss } besser.
review-turned = Bei bestem Spiel davor { $before ->
    [won] gewonnen
   *[drawn] remis
}, danach { $after ->
    [drawn] remis
   *[lost] verloren
}.
review-kept = Bei bestem Spiel { $state ->
    [won] noch gewonnen
    [drawn] noch remis
   *[lost] schon verloren
}.
review-known = { $game ->
    [0] Ab
   *[other] Partie { $game }: Ab
} Zug { $move } ist alles bekannt: Bei bestem Spiel aller { $state ->
    [won] hätte { $name } mit { $cells } Vorsprung gewonnen
   *[drawn] wäre es remis gewesen
}.
review-about = Die Kurve ist der Vorsprung, auf den bestes Spiel hinausgelaufen wäre, in Zellen oder Punkten; weiß, wo er genau bekannt ist, grau, wo er geschätzt ist.
alt-review = { $charts } { $turns ->
    [0] { "" }
    [one] Darunter das Brett vor dem Zug, der am meisten gekostet hat.
   *[other] Darunter die Bretter vor den { $turns } Zügen, die am meisten gekostet haben.
}
alt-review-chart = { $title }, Vorsprung von Ecke 1: { $values }.
button-fill = Mit Computern füllen
button-instead = Gegen den Computer spielen
