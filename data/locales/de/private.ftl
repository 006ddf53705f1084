# Antworten, die nur sieht, wer gefragt hat.

options = Optionen dieses Tischs
options-words = Das Brett in Worten, von oben. Großbuchstaben sind Gebiete: { $areas }. Kleine sind freie Zellen: { $colours }.
options-shifted = { $shape ->
    [hexagon] Sechsecke stehen in Spalten; jede zweite Spalte liegt eine halbe Zelle tiefer und hat eigene Zeilen.
   *[diamond] Jede zweite Zeile ist um eine halbe Zelle verschoben; die Nachbarn einer Zelle sind in den Zeilen darüber und darunter.
}
options-obstacles = # ist ein Hindernis.
options-values = Eine Ziffer hinter einem Buchstaben ist der Wert der Zelle; alle anderen zählen 1.
options-pots = * hinter einem Buchstaben ist ein Farbtopf.
options-walls = Wände, Spalte/Zeile von links oben: { $walls }.
options-gains = { $name } könnte nehmen: { $gains }.
preview-yours = Was dir jede Farbe jetzt bringen würde.
preview-onlooker = Was jede Farbe { $name } jetzt bringen würde.
preview-later = Was du nehmen könntest, wenn du am Zug wärst.

giveup-title = Aufgeben
giveup-what = Was möchtest du aufgeben?
giveup-concede = Partie aufgeben
giveup-concede-cost = { $kind ->
    [four] Du bekommst für diese Partie nichts; die anderen spielen weiter.
    [pairs] Euer Paar verliert diese Partie, wenn dein Partner einverstanden ist.
   *[two] Du verlierst nur diese Partie; alle freien Zellen zählen für { $opponent }.
}
giveup-resign = Match aufgeben
giveup-resign-cost = { $kind ->
    [four] Du bist aus dem Match; die anderen spielen weiter.
    [pairs] Euer Paar verliert das Match, wenn dein Partner einverstanden ist.
   *[two] Du verlierst das Match, wie auch immer es steht.
}
giveup-abort = Match absagen
giveup-nothing = Nichts
giveup-nothing-cost = Das Match geht weiter.
giveup-abort-cost = { $alone ->
    [yes] Es bleibt ohne Ergebnis.
   *[no] Es bleibt ohne Ergebnis. Wer in einer Stunde drei absagt, pausiert eine Stunde.
}

moved = Du hast { $colour } genommen: { $gain ->
    [0] kein Gewinn.
    [one] eine Zelle gewonnen.
   *[other] { $gain } Zellen gewonnen.
}
choose-colour = Welche Farbe? Jetzt möglich: { $colours }.
which-match = Du spielst mehrere Matches. Wähle eines mit der Angabe „match“.
match-choice = Nr. { $match }: { $variant } gegen { $opponent }
colour-choice = { $key } { $colour } { $gain }

no-matches = Du spielst gerade kein Match. `/filler herausfordern` eröffnet eines.

refused-no-such-match = Dieses Match gibt es nicht mehr. `/filler herausfordern` eröffnet ein neues.
refused-not-your-match = Das ist das Match von { $everybody }. `/filler herausfordern` oder `/filler eröffnen` beginnt dein eigenes.
refused-stale = Das war das Brett nach Zug { $seq }. Es hat sich seitdem geändert, schau bitte noch einmal: { $link }
refused-time-up = Die Zeit war vor diesem Klick abgelaufen; gleich erscheint das Ergebnis.
refused-too-many-aborts = Du hast mehrere Matches abgesagt. Du kannst { $until } wieder spielen.
refused-too-many-challenges = Du hast { $limit } offene Herausforderungen und Tische. Nimm erst eine davon zurück: { $link }
refused-too-many-matches = Du spielst { $limit } Matches. Beende erst eines davon: { $link }
refused-rated-takes-two = Ein gewertetes Match hat zwei Partien. Für eine einzelne wähle `gewertet: False`.
refused-rated-takes-clock = Ein gewertetes Match braucht eine Uhr. Ohne Uhr wähle `gewertet: False`.
refused-unrated-variant = Diese Variante wird nicht gewertet. Wähle `gewertet: False`.
refused-yourself = Du kannst dich nicht selbst herausfordern.
refused-bot = Ein Bot nimmt keine Herausforderungen an. Fordere einen Menschen heraus oder spiel mit `/filler übung` gegen den Computer.
refused-not-open = Das ist nicht mehr offen. `/filler herausfordern` oder `/filler eröffnen` beginnt etwas Neues.
refused-not-for-you = { $player ->
    [0] Das kann nur { $two }; du kannst die Herausforderung zurückziehen.
   *[other] Das kann nur { $one }; du kannst annehmen oder ablehnen.
}
refused-not-playing = Gerade läuft keine Partie.
refused-not-between = Die Partie läuft schon.
refused-not-over = Das Match ist noch nicht zu Ende.
refused-not-your-turn = { $mover } ist am Zug.
refused-match-over = Das Match ist zu Ende. `/filler herausfordern` oder `/filler eröffnen` beginnt etwas Neues.
refused-has-moved = Du hast schon gezogen, deshalb kannst du das Match nicht mehr absagen. Du kannst es aufgeben.
refused-own-colour = { $colour } ist deine eigene Farbe; wähle eine andere.
refused-held-by-opponent = { $colour } ist die Farbe von { $holder } und jetzt gesperrt.
refused-held-by-partner = { $colour } ist die Farbe deines Partners und jetzt gesperrt.
refused-no-such-colour = Diese Farbe gibt es auf diesem Brett nicht.
refused-game-over = Diese Partie ist zu Ende.
unknown-action = Dieser Knopf stammt aus einer anderen Version des Bots. `/filler brett` zeigt das Match, wie es jetzt ist.
nothing-chosen = Es war nichts ausgewählt, also wurde nichts aufgegeben.
not-saved = Das konnte nicht gespeichert werden und ist deshalb nicht geschehen. Nichts ist verloren; versuch es gleich noch einmal.
failed = Bei mir ist etwas schiefgegangen. Nichts ist verloren; `/filler brett` zeigt das Match, wie es jetzt ist.
refused-not-full = Es sind noch Plätze frei. Das Match beginnt, wenn alle besetzt sind.
refused-place-taken = Jemand war schneller: Der Platz ist besetzt.
refused-gave-up = Du hast aufgegeben, und die anderen spielen weiter. Wenn es noch eine Partie gibt, kannst du vor ihr das Match aufgeben.
refused-nothing-proposed = Es gibt nichts mehr, womit du einverstanden sein könntest.
refused-only-pair = Das entscheidet das Paar, das gefragt ist.
refused-only-partner = Darauf muss dein Partner antworten.
refused-already-seated = Du sitzt schon an diesem Tisch.
refused-table-full = Der Tisch ist voll.
refused-side-full = Diese Seite ist voll; auf der anderen ist noch ein Platz.
refused-not-seated = Diese Person sitzt nicht an diesem Tisch.
refused-opener-stays = Du hast diesen Tisch eröffnet. Schließ ihn, wenn du doch nicht spielen willst.
refused-only-opener = Das kann nur { $one }, von dem der Tisch ist.
refused-too-many-seats = Diese Variante ist für vier. `/filler eröffnen` macht einen Tisch dafür auf.
remove-title = Jemanden wegschicken
remove-who = Wer soll den Tisch verlassen?
remove-nobody = Es sitzt sonst niemand am Tisch.
nobody-removed = Es war niemand ausgewählt, also muss niemand gehen.
refused-paused = Das Match ist unterbrochen, bis alle auf „Weiterspielen“ gedrückt haben; `/filler brett` zeigt es.
refused-not-paused = Das Match läuft; auf niemanden wird gewartet.
refused-stopping = Ich werde gerade neu gestartet. Versuch es bitte in einer Minute noch einmal.

refused-only-practice = Das geht nur in der Übung gegen den Computer.
refused-no-such-seat = Dieses Brett hat keine Ecke mit dieser Zahl.
refused-nothing-to-take-back = Es gibt keinen Zug von dir, den du zurücknehmen könntest.
hint = { $colour } ({ $gain }): { $why ->
    [ends] beendet die Partie.
    [cuts] schneidet Zellen ab, die nur noch du erreichen kannst.
    [most] keine Farbe erobert mehr.
    [blocks] nimmt Zellen, die dein Gegner noch hätte erreichen können.
   *[nears] bringt dich näher an das, was übrig ist.
} { $outcome ->
    [ahead] Bei bestem Spiel liegst du am Ende { $margin } vorn.
    [level] Bei bestem Spiel wird es ein Remis.
    [behind] Bei bestem Spiel liegst du am Ende { $margin } zurück.
   *[unknown] { "" }
}
hint-same = Genauso gut: { $colours }.
no-past-matches = Du hast noch kein Match zu Ende gespielt. `/filler herausfordern` eröffnet eines.
refused-no-such-clock = Diese Uhr kenne ich nicht. Wähle eine aus der Liste oder schreib Minuten + Sekunden wie `3+5` oder `2:30+5`: von 30 s (`0:30+0`) bis 60 min, und 0 bis 60 s für jeden Zug.
refused-somebody-pauses = { $who } hat mehrere Matches abgesagt und kann { $until } wieder spielen.

refused-nothing-to-review = In diesem Match hat niemand gezogen, also gibt es nichts, worauf man zurückblicken könnte.
refused-no-computers = An diesem Tisch wird gewertet, also können nur Menschen spielen.
fill-title = Mit Computern füllen
fill-level = Wie stark sollen sie spielen?

## Was der Bot in einem Kanal nicht darf

barred-rights = Ich konnte ein Brett in diesem Kanal nicht von selbst auffrischen: Mir fehlt { $rights }. Solange mir das kein Admin erlaubt, ändern sich die Bretter hier nur, wenn jemand drückt.
barred-unknown = Ich konnte ein Brett in diesem Kanal nicht von selbst auffrischen: Discord hat mich nicht gelassen. Solange das so ist, ändern sich die Bretter hier nur, wenn jemand drückt.
barred-no-member = Ich bin hier kein Mitglied und kann nur antworten: Die Bretter ändern sich, wenn jemand drückt, nicht von selbst. Wer sich um diesen Ort kümmert, kann mich einladen.
right-view-channel = Kanal ansehen
right-read-message-history = Nachrichtenverlauf anzeigen
right-attach-files = Dateien anhängen
right-embed-links = Links einbetten
right-send-messages = Nachrichten senden
right-send-messages-in-threads = Nachrichten in Threads senden

## Außerhalb von Servern

nobody-sees = Diesen Chat mit mir siehst nur du, also könnte hier niemand gegen dich spielen. Fordere jemanden auf einem Server heraus oder, wenn du mich deinem Konto hinzugefügt hast, in eurem gemeinsamen Chat. Hier kannst du gegen den Computer spielen: `/filler übung`.
board-not-here = Die anderen sehen das Brett hier vielleicht nicht. { $link ->
    [none] `/filler brett` zeigt es auf dem Server, auf dem ihr spielt.
   *[other] Ihr spielt dort: { $link }
}
