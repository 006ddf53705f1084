# Die Regeln, wie man sie erzählt: der Befehl, seine Themen und die Kurzform „So geht’s“.

rules-name = regeln
rules-about = Die Regeln, mit gezeichnetem Beispiel
topic-name = thema
topic-about = Worüber du lesen möchtest (ohne Angabe: die Grundlagen)

topic-basics = Grundlagen
topic-move = Der Zug
topic-regions = Eigene Regionen
topic-end = Ende und Äquator
topic-match = Das Match
topic-clock = Die Uhr
topic-rating = Wertung
topic-practice = Übung

button-rules = Regeln dieser Variante
button-topic-before = ‹ { $topic }
button-topic-after = { $topic } ›

example-you = Du
example-partner = Partner
example-opponent = Gegner
example-computer = Computer

rules-basics =
    Alle beginnen in einer Ecke eines bunten Bretts. Ihr zieht abwechselnd, eure Gebiete wachsen, und das größere gewinnt.
    - Bist du am Zug, drückst du unter dem Brett eine Farbe: Dein Gebiet nimmt sie an, und die Zellen dieser Farbe daneben gehören dir.
    - Die Zahl auf dem Knopf sagt, was dir die Farbe bringt. Die **Vorschau** zeichnet es für jede Farbe.
    - Der Umriss zeigt, wie weit ein Gebiet reicht, die Zahl darin, wem es gehört.
    - Über dem Brett stehen die Zellen aller, der Vorsprung und wie viele Zellen zum Sieg reichen.
    - Im Bild sind die Zellen des letzten Zugs beringt.
    -# Hausregel: Bretter werden ausgelost, aber so, dass jeder nur seine Startzellen hat und neben keinem Start eine Startfarbe liegt.
rules-move =
    Wähle eine Farbe, die niemand im Spiel hat: nicht deine eigene, nicht die eines Gegners, nicht die deines Partners.
    - Dein ganzes Gebiet wechselt zu dieser Farbe.
    - Freie Zellen der Farbe, die eine Kante mit deinem Gebiet teilen, kommen dazu, dann die daneben und so weiter. Nur eine gemeinsame Spitze reicht nicht.
    - Was jemandem gehört, ist sicher: Keine Zelle wechselt den Besitzer.
    - Auch eine Farbe, die nichts bringt, ist erlaubt. Das kann schlau sein, denn solange du sie hast, kann sie kein Gegner wählen.
    - Passen geht nicht.
    Das Bild ist die **Vorschau**: für jede Farbe ein kleines Brett, die Zellen für dich in voller Farbe.
rules-regions =
    Gibt es freie Zellen, die nur noch du erreichen kannst? Dann gehören sie dir: alle und sofort.
    - Sie nehmen deine Farbe an und sind in der Zahl auf dem Farbknopf schon mitgezählt.
    - Eine dünne Linie bis zum Rand kann also mehr bringen als ein großer Bissen: Alles hinter deinem Zaun ist deins.
    - Vorsicht, das gilt für beide: Schneidet dein eigener Zug freie Zellen so ab, dass nur noch dein Gegner an sie grenzt, bekommt er sie.
    Im Bild bist du am Zug: { $colour } schließt deinen Zaun, und die { $cut } beringten Zellen gehören mit dazu. Auf dem Knopf steht +{ $gain }.
rules-end =
    Der **Äquator** ist die Hälfte des Bretts. Wer von zwei Seiten mehr als die Hälfte hat, ist nicht mehr einzuholen: Die Partie endet sofort, auch wenn noch Zellen frei sind.
    - Über dem Brett steht, wie viele Zellen zum Sieg nötig sind und wie weit du davon weg bist. Der Balken wächst zum weißen Strich: Das ist der Äquator.
    - Kommt niemand so weit, spielt ihr, bis keine freie Zelle mehr erreichbar ist. Dann gewinnt, wer mehr hat; gleich viel ist ein Remis.
    - Was frei bleibt, zählt für niemanden.
    - Zu viert endet die Partie, wenn niemand den Führenden mehr einholen kann.
    Im Bild beringt: der letzte Schritt über den Äquator.
    -# Hausregel: Haben alle 8-mal gezogen, seit zuletzt eine freie Zelle gewonnen wurde, endet die Partie und wird gezählt. Ab der Hälfte wirst du gewarnt.
rules-match =
    Ein Match sind zwei Partien auf genau demselben Brett, in der zweiten mit getauschten Ecken. So gleicht sich das Glück mit dem Brett aus.
    - Ein Sieg ist ein Punkt, ein Remis ein halber. Wer mehr Punkte hat, gewinnt das Match.
    - Gleich viele Punkte? Dann zählen die Zellen aus beiden Partien zusammen. Sind auch sie gleich, endet das Match remis.
    - Wer beginnt, wird ausgelost. Bei einer Revanche gibt es ein neues Brett, und die andere Seite beginnt.
    - Wer eine Partie aufgibt, verliert nur sie. Wer das Match aufgibt oder keine Zeit mehr hat, verliert das Match.
    Im Bild beginnt die zweite Partie, und du sitzt in der anderen Ecke.
    -# Hausregeln: Ungewertet geht auch eine einzige Partie. Gibst du auf, zählen alle freien Zellen für den Gegner. Vor deinem eigenen ersten Zug in Partie eins kannst du das Match absagen; nach drei Absagen in einer Stunde pausierst du eine Stunde.
rules-clock =
    Wie beim Schach hast du ein Zeitbudget für das ganze Match und für jeden Zug einen Zuschlag: **3 min + 5 s** sind drei Minuten und fünf Sekunden mehr mit jedem Zug.
    - Deine Zeit läuft, sobald das Brett erscheint, bis zu deinem Klick; die erste Sekunde jedes Zugs ist frei.
    - Bei null verlierst du das Match; zu viert bist du aus dem Match, und die anderen spielen weiter.
    - Dein erster Zug in Partie eins ist frei, muss aber innerhalb einer Minute kommen.
    - Zwischen den Partien haben alle eine Minute; danach läuft die Uhr derer, die nicht bereit sind.
    - Bei **1, 3 oder 7 Tagen pro Zug** hat jeder Zug die volle Zeit, gespart wird nichts. Die freien Minuten sind dort 24 Stunden.
    - Ungewertet geht es auch ohne Uhr; nach 14 Tagen ohne Zug wird abgesagt.
    -# Hausregeln: alle diese Einzelheiten, auch dass niemand Zeit verliert, während der Bot weg ist.
rules-rating =
    Schnell, Klassisch, Sechsecke, Zu viert und Paare können gewertet werden, jede mit eigener Wertung. Du beginnst bei 1500.
    - Nur das Match zählt: 2–0 und 1½–½ sind ein voller Sieg, egal mit wie vielen Zellen.
    - 1–1, entschieden durch die Zellen beider Partien, zählt 0,6 zu 0,4; ein Remis im Match zählt für beide halb.
    - Das Match aufzugeben oder keine Zeit mehr zu haben ist eine volle Niederlage.
    - Zu viert: Dein Platz wird mit dem der drei anderen einzeln verglichen.
    - Ein „?“ hinter der Wertung heißt: noch geschätzt. Das Verfahren, Glicko-2, macht erst große Schritte, später kleine.
    Übung, ungewertete und abgesagte Matches und die übrigen Varianten ändern keine Wertung.

rules-quick =
    8 mal 7 Quadrate in { $colours } Farben: in ein paar Minuten gespielt und gut für den Anfang. Vielleicht kennst du das Brett von GamePigeon.
    - Anfangs haben keine zwei Nachbarn dieselbe Farbe, du beginnst also mit kleinen Bissen.
    - { $wins } von { $total } Zellen zum Sieg. Die Zahl der Zellen ist gerade: 28 zu 28 ist ein Remis.
    - Hier zählt jede Zelle: Schau, wo du eine Ecke abschneiden kannst.
    - Kann gewertet werden.
rules-classic =
    15 mal 15 Quadrate und die sieben Farben von 7 Colors: das Spiel in voller Größe.
    - { $wins } von { $total } Zellen zum Sieg.
    - Hier ist Platz für Pläne: früh zur Mitte strecken, später die Zäune schließen.
    - Kann gewertet werden.
    -# Hausregel: Am Anfang berühren sich höchstens zwei Zellen derselben Farbe.
rules-hexagons =
    13 Spalten aus Sechsecken, abwechselnd 11 und 10 Zellen hoch, in { $colours } Farben.
    - Eine Zelle hat bis zu sechs Nachbarn. Dein Gebiet wächst in mehr Richtungen, aber eine Reihe Sechsecke ist auch ein Zaun ohne Lücke.
    - Anfangs haben keine zwei Nachbarn dieselbe Farbe.
    - { $wins } von { $total } Zellen zum Sieg.
    - Kann gewertet werden.
    -# Hausregel: sieben Farben, keine gleichen Nachbarn und die Form mit den kürzeren Spalten dazwischen. Sie ist für beide Ecken gerecht, ein glattes Rechteck wäre es nicht.
rules-vinco =
    Das lange Spiel auf Sechsecken: 25 Spalten, abwechselnd 15 und 14 Zellen hoch, und { $colours } Farben.
    - Eine Zelle hat bis zu sechs Nachbarn.
    - Oft liegen viele Zellen einer Farbe beisammen. Such sie: Ein einziger Zug kann viel bringen.
    - Neun Farben, zwei davon vergeben: Du hast immer sieben zur Wahl.
    - { $wins } von { $total } Zellen zum Sieg.
    - Wird nicht gewertet.
    -# Hausregel: die Größe des Bretts und seine neun Farben.
rules-diamonds =
    Quadrate auf der Spitze, in 19 Reihen zu 10 und 11, in { $colours } Farben. Die gedrehten Quadrate stammen aus dem alten DOS-Spiel.
    - Eine Zelle hat bis zu vier Nachbarn, alle schräg: zwei oben, zwei unten. Wo sich nur Spitzen treffen, sind keine Nachbarn.
    - Gruppen einer Farbe dürfen beliebig groß sein.
    - { $wins } von { $total } Zellen zum Sieg.
    - Wird nicht gewertet.
    -# Hausregel: die Größe des Bretts und die Zahl der Farben.
rules-big =
    21 mal 21 Quadrate in { $colours } Farben: das größte Brett mit Quadraten.
    - Gruppen einer Farbe dürfen beliebig groß sein, darum gibt es vom ersten Zug an große Bissen.
    - { $wins } von { $total } Zellen zum Sieg.
    - Der Weg zum Gegner ist weit. Zieh zur Mitte und zäune von dort deine Hälfte ein.
    - Wird nicht gewertet.
    -# Hausregel: sieben Farben und beliebig große Gruppen.
rules-obstacles =
    15 mal 15 Quadrate in { $colours } Farben, dazwischen 18 Hindernisse und 20 Wände.
    - Ein dunkles, schraffiertes Feld ist ein **Hindernis**. Es ist keine Zelle: Es kann niemandem gehören und zählt nicht.
    - Ein weißer Strich ist eine **Wand**. Da kommt keine Farbe durch; sie muss außen herum.
    - Beides ist schon ein halber Zaun, darum werden Regionen früher abgeschnitten.
    - Sie liegen jedes Mal anders, von beiden Ecken aus gleich, und keine Zelle ist eingemauert. Die Farben sind nicht gespiegelt.
    - { $wins } von { $total } Zellen zum Sieg.
    - Wird nicht gewertet.
    -# Hausregel: die Größe des Bretts, wie viele es sind und dass keines näher als drei Schritte am Start liegt.
rules-paints =
    15 mal 15 Quadrate in { $colours } Farben. Hier sammelst du Punkte: 12 Zellen zählen 3, 4 zählen 5, alle anderen 1.
    - Auf acht Zellen steht ein **Farbtopf**. Nimmst du ihn mit seiner Farbe, kippt er um: Alle freien Zellen daneben nehmen deine Farbe an und gehören dir, egal welche sie hatten.
    - Die Farbe läuft auf freie Zellen derselben Farbe weiter und kann den nächsten Topf umkippen.
    - Was jemandem gehört, bleibt sauber. Töpfe in einer abgeschnittenen Region kippen nicht.
    - Werte und Töpfe liegen von beiden Ecken aus gleich.
    - { $wins } von { $total } Punkten zum Sieg.
    - Wird nicht gewertet.
    -# Hausregel: die Größe des Bretts, was die Zellen zählen, wie viele Töpfe es gibt und wie sie auslaufen.
rules-three-starts =
    15 mal 15 Quadrate in { $colours } Farben, und du beginnst dreimal: in deiner Ecke und in der Mitte der beiden Ränder, die dort zusammenkommen.
    - Eine Farbe bewegt alle deine Gebiete zugleich.
    - Wo sich deine Gebiete treffen, werden sie eins.
    - Eine freie Region, an die nur deine Gebiete grenzen, eines oder mehrere, gehört dir.
    - { $wins } von { $total } Zellen zum Sieg.
    - Es wird früh eng: Halte Ausschau nach dem ersten Schnitt.
    - Wird nicht gewertet.
    -# Hausregel: die Größe des Bretts, wo die Startpunkte liegen und die Zahl der Farben.
rules-four =
    13 mal 13 Quadrate in { $colours } Farben, für jeden eine Ecke. Gezogen wird im Uhrzeigersinn.
    - Die Farben aller vier sind gesperrt; mindestens vier bleiben dir.
    - Die meisten Zellen gewinnen. Schluss ist, wenn niemand den Führenden mehr einholen kann.
    - In der zweiten Partie ist die Reihenfolge umgekehrt: Wer zuerst dran war, ist zuletzt dran.
    - Ein Sieg ist ein Punkt, ein geteilter erster Platz teilt ihn. Im Match entscheiden die Punkte, dann die Zellen beider Partien.
    - Kann gewertet werden.
    -# Hausregeln: die Größe des Bretts und seine acht Farben. Grenzt dein Gebiet an keine freie Zelle mehr, wirst du übersprungen und deine Farbe ist wieder frei. Wer aufgibt oder geht, kann die Partie nicht gewinnen; das Gebiet bleibt als Hindernis, die anderen spielen weiter.
rules-pairs =
    13 mal 13 Quadrate in { $colours } Farben, zwei gegen zwei: 1 und 3 gegen 2 und 4. Dein Partner sitzt in der Ecke gegenüber.
    - Eure Gebiete bleiben getrennt, aber eure Zellen zählen zusammen: { $wins } von { $total } zum Sieg.
    - Auch die Farbe deines Partners ist für dich gesperrt.
    - Eine freie Region, an die nur euer Paar grenzt, gehört sofort euch.
    - Jeder hat eine eigene Uhr. Läuft eine ab, habt ihr beide das Match verloren.
    - Aufgeben könnt ihr nur, wenn ihr beide zustimmt.
    - Kann gewertet werden.
    -# Hausregel: die Größe des Bretts und seine acht Farben.
rules-practice =
    Du gegen den Computer, auf jedem der Bretter: eine Partie, ohne Uhr, ohne Wertung.
    - Such dir aus, wie stark der Computer ist.
    - Nimm Züge zurück und lass dir einen Tipp geben, wenn du nicht weiterweißt; er sagt auch, warum.
    - „Gleiches Brett, andere Ecke“: Probier das Brett noch einmal von der anderen Seite.
    - Wer einen Tisch ohne Wertung eröffnet hat, kann freie Plätze mit Computern füllen. Dort kann eine Uhr laufen, und unter mehreren Menschen nimmt niemand Züge zurück.
    - Läuft eine Herausforderung ab, kannst du stattdessen gegen den Computer spielen.
    - Danach zeigt der **Rückblick**, was deine Züge wert waren – nach jedem Match, nie währenddessen. `/filler profil` zählt deine Ergebnisse nach Stufe.
    - Sonst ist alles wie in einer echten Partie, also der richtige Ort für eine neue Variante.

alt-basics = Ein Brett nach einigen Zügen: Zwei umrandete Gebiete wachsen aus gegenüberliegenden Ecken, die neuesten Zellen sind beringt.
alt-regions = Der nächste Zug von Ecke 1 schneidet am Rand des Bretts eine Region ab; ihre Zellen sind beringt.
alt-end = Eine eben beendete Partie: Ein Gebiet hat mehr als die Hälfte des Bretts, der Balken darüber ist am Strich vorbei, einige Zellen sind noch frei.
alt-match = Der Beginn der zweiten Partie: dasselbe Brett, nur die Namen darüber haben die Ecken getauscht.
alt-clock = Ein Brett mitten in der Partie: darüber die Uhr jedes Spielers, die laufende hervorgehoben.
alt-rating = Eine beendete Partie: Jede Zelle gehört jemandem.
alt-practice = Ein Brett nach einigen Zügen gegen den Computer.
alt-quick = Schnell, nach einigen Zügen: große Quadrate, zwei Gebiete.
alt-classic = Klassisch, nach einigen Zügen: 15 mal 15 Quadrate, zwei Gebiete.
alt-hexagons = Sechsecke, nach einigen Zügen: Spalten aus Sechsecken, zwei Gebiete.
alt-vinco = Vinco, nach einigen Zügen: viele kleine Sechsecke in großen Gruppen, zwei Gebiete.
alt-diamonds = Rauten, nach einigen Zügen: Quadrate auf der Spitze, zwei Gebiete.
alt-big = Großes Feld, nach einigen Zügen: 21 mal 21 kleine Quadrate, zwei Gebiete.
alt-obstacles = Hindernisse und Wände, nach einigen Zügen: Zwischen den Quadraten liegen dunkle, schraffierte Felder und weiße Striche.
alt-paints = Wertvolle Zellen und Farbtöpfe, nach einigen Zügen: Auf den Quadraten stehen die Ziffern 3 und 5 und Farbtöpfe, einige davon erobert.
alt-three-starts = Drei Startpunkte, nach einigen Zügen: Jeder hat Gebiete an seiner Ecke und an zwei Rändern.
alt-four = Zu viert, nach einigen Zügen: ein Gebiet in jeder Ecke, vier Spalten über dem Brett.
alt-pairs = Paare, nach einigen Zügen: ein Gebiet in jeder Ecke, Partner gegenüber, über dem Brett ihre Zellen zusammengezählt.
alt-example = { $what } { $sides }. { $wins } zum Sieg.
alt-example-side = Ecke { $seat } ({ $colour }): { $count }

# So geht’s, für die Variante des Tischs
howto =
    Dir gehört das Gebiet in der Ecke mit deiner Zahl. Bist du am Zug, wählst du eine Farbe: Dein ganzes Gebiet nimmt sie an, und alle angrenzenden Zellen dieser Farbe gehören dazu.
    Farben, die jemand hat, kannst du nicht wählen, auch deine eigene nicht.
    Zellen, die nur noch du erreichen kannst, gehören sofort dir.
howto-match = { $games ->
    [one] Dieses Match ist eine einzige Partie.
   *[other] Ein Match sind zwei Partien auf demselben Brett mit getauschten Ecken, und bei gleichen Punkten entscheiden die Zellen aus beiden.
}
howto-keys = Mit der Tastatur: `/filler zug` nimmt die Farben 1 bis 9. Mehr: `/filler regeln`.
howto-quick = Wer mehr als die Hälfte hat, also über dem Äquator ist, gewinnt: { $wins } von { $total } Zellen; 28 zu 28 ist ein Remis.
howto-classic = Wer mehr als die Hälfte hat, also über dem Äquator ist, gewinnt: { $wins } von { $total } Zellen.
howto-hexagons = Eine Zelle hat bis zu sechs Nachbarn, und wer mehr als die Hälfte hat, also über dem Äquator ist, gewinnt: { $wins } von { $total }.
howto-vinco = Eine Zelle hat bis zu sechs Nachbarn, oft liegen viele einer Farbe beisammen, und { $wins } von { $total } Zellen gewinnen: mehr als die Hälfte, der Äquator.
howto-diamonds = Nachbarn sind Zellen, die sich an Kanten berühren, nicht an Spitzen, und { $wins } von { $total } Zellen gewinnen: mehr als die Hälfte, der Äquator.
howto-big = Wer mehr als die Hälfte hat, also über dem Äquator ist, gewinnt: { $wins } von { $total } Zellen.
howto-obstacles = Schraffierte Felder sind keine Zellen, durch eine weiße Wand kommt keine Farbe, und { $wins } von { $total } Zellen gewinnen: mehr als die Hälfte, der Äquator.
howto-paints = Zellen mit einer Ziffer zählen so viel, ein Farbtopf, den du mit seiner Farbe nimmst, färbt alle freien Zellen daneben für dich, und { $wins } von { $total } Punkten gewinnen.
howto-three-starts = Du hast drei Gebiete, die jede Farbe gemeinsam annehmen und eins werden, wo sie sich treffen, und { $wins } von { $total } Zellen gewinnen: mehr als die Hälfte, der Äquator.
howto-four = Gezogen wird im Uhrzeigersinn, und die meisten Zellen gewinnen: Schluss ist, wenn niemand den Führenden mehr einholen kann.
howto-pairs = Dein Partner sitzt gegenüber, auch seine Farbe ist für dich gesperrt, und eure Zellen zählen zusammen: { $wins } von { $total } gewinnen.
