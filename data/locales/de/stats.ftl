# Rangliste, Profil, Verlauf, laufende Matches, und was Admins mit Wertungen tun.

leaderboard-heading = Rangliste · { $variant }
leaderboard-where = { $where ->
    [here] Wer auf diesem Server gespielt hat
   *[everywhere] Alle Server
}
leaderboard-row = **{ $place }.** { $name } · **{ $rating }**
leaderboard-empty = Noch steht niemand auf dieser Rangliste.
leaderboard-own = { $name }: Platz { $place } von { $total }, { $rating }
leaderboard-lacking = { $name } steht noch nicht darauf. Was fehlt: { $parts }.
lacking-here = ein Match auf diesem Server
lacking-matches = { $count ->
    [one] ein gewertetes Match
   *[other] { $count } gewertete Matches
}
lacking-opponents = { $count ->
    [one] noch jemand als Gegner
   *[other] { $count } weitere Gegner
}
lacking-recent = ein gewertetes Match in den letzten 30 Tagen
lacking-unsure = eine sicherere Wertung, die mit dem Spielen kommt
page = Seite { $page } von { $pages }
button-page-before = Zurück
button-page-after = Weiter
button-page-here = Dieser Server
button-page-everywhere = Alle Server

profile-ratings = Wertungen
profile-rating = { $variant } · **{ $rating }** · { $count ->
    [one] ein Match
   *[other] { $count } Matches
}
profile-provisional = Ein „?“ heißt: noch unsicher, nach wenigen Matches oder langer Zeit.
profile-results = Ergebnisse
profile-result = { $variant } · { $won } gewonnen · { $drawn } remis · { $lost } verloren
profile-result-four = { $variant } · { $won } erste · { $drawn } geteilte erste · { $lost } dahinter
profile-running = Spielt gerade
profile-elsewhere = { $count ->
    [one] ein Match auf einem anderen Server
   *[other] { $count } Matches auf anderen Servern
}
profile-nothing = Noch ist kein Match zu Ende gespielt.
history-nothing = Noch ist kein Match zu Ende gespielt. Die Übung steht nicht hier, `/filler profil` zählt sie.
against = gegen { $opponents }
with = mit { $opponents }
board-link = Brett

history-heading = { $name } · { $count ->
    [one] ein beendetes Match
   *[other] { $count } beendete Matches
}
history-result = { $result ->
    [won] gewonnen
    [drawn] remis
    [lost] verloren
    [shared] geteilter Platz { $place } von { $players }
   *[place] Platz { $place } von { $players }
}
history-voided = Wertung zurückgenommen
history-number = Nr. { $match }
match-number = Match Nr. { $match }

matches-heading = Deine Matches
matches-yours = **Du bist am Zug**
matches-theirs = { $mover } ist am Zug
matches-ready = **Bereit für die nächste Partie?**
matches-paused = **Unterbrochen:** drück auf dem Brett „Weiterspielen“
matches-waiting = Es fehlt noch: { $names }
matches-asked = **Eine Herausforderung an dich**
matches-asking = Deine Herausforderung
matches-table = { $free ->
    [0] Ein voller Tisch
    [one] Ein Tisch mit einem freien Platz
   *[other] Ein Tisch mit { $free } freien Plätzen
}
matches-until = Zeit um { $until }
matches-expires = verfällt { $until }
unknown-page = Dieser Knopf stammt aus einer anderen Version des Bots. Bitte nimm den Befehl noch einmal.

# Wertungen, die nicht zählen
casual-too-young = Ungewertet, denn das Konto von { $who } ist jünger als { $limit } Tage.
casual-rated-today = Ungewertet, denn { $who } hatten in 24 Stunden { $limit } gewertete Matches.
casual-rated-this-week = Ungewertet, denn { $who } hatten in 7 Tagen { $limit } gewertete Matches.
voided = **Die Wertung dieses Matches wurde zurückgenommen.**
voided-because = **Die Wertung dieses Matches wurde zurückgenommen:** { $reason }
void-choice = Nr. { $match } · { $when } UTC · { $variant } · { $places }
voided-done = Die Wertung von Match Nr. { $match } ist zurückgenommen.
refused-too-young = Ein Match mit { $who } kann noch nicht gewertet werden: Das Konto ist jünger als { $limit } Tage. Es geht { $until }. Ungewertet geht es jederzeit, mit `gewertet: False`.
refused-rated-today = Ein Match von { $who } zählt jetzt nicht, denn sie hatten in 24 Stunden { $limit } gewertete{ $until ->
    [unknown] .
   *[other] ; das nächste zählt { $until }.
} Ein neues ungewertetes geht jederzeit: `/filler herausfordern` mit `gewertet: False`.
refused-rated-this-week = Ein Match von { $who } zählt jetzt nicht, denn sie hatten in 7 Tagen { $limit } gewertete{ $until ->
    [unknown] .
   *[other] ; das nächste zählt { $until }.
} Ein neues ungewertetes geht jederzeit: `/filler herausfordern` mit `gewertet: False`.
refused-not-rated = Dieses Match hat keine Wertung geändert.
refused-voided = Die Wertung dieses Matches ist schon zurückgenommen.
refused-not-from-here = Es gibt kein Match mit dieser Nummer, das auf diesem Server eröffnet wurde.
refused-not-allowed = Das kann nur, wer diesen Server verwalten darf.
profile-practised = Übung
profile-more = und { $count } weitere hier
