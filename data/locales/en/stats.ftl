# Leaderboard, profile, history, running matches, and what admins do about ratings.

leaderboard-heading = Leaderboard · { $variant }
leaderboard-where = { $where ->
    [here] Who has played in this server
   *[everywhere] All servers
}
leaderboard-row = **{ $place }.** { $name } · **{ $rating }**
leaderboard-empty = Nobody is on this leaderboard yet.
leaderboard-own = { $name }: place { $place } of { $total }, { $rating }
leaderboard-lacking = { $name } is not on it yet. What is missing: { $parts }.
lacking-here = a match in this server
lacking-matches = { $count ->
    [one] one rated match
   *[other] { $count } rated matches
}
lacking-opponents = { $count ->
    [one] one more opponent
   *[other] { $count } more opponents
}
lacking-recent = a rated match in the last 30 days
lacking-unsure = a surer rating, which comes with playing
page = Page { $page } of { $pages }
button-page-before = Back
button-page-after = Next
button-page-here = This server
button-page-everywhere = All servers

profile-ratings = Ratings
profile-rating = { $variant } · **{ $rating }** · { $count ->
    [one] one match
   *[other] { $count } matches
}
profile-provisional = A “?” means: still unsure, after few matches or a long time.
profile-results = Results
profile-result = { $variant } · { $won } won · { $drawn } drawn · { $lost } lost
profile-result-four = { $variant } · { $won } first · { $drawn } shared first · { $lost } behind
profile-running = Playing now
profile-elsewhere = { $count ->
    [one] one match in another server
   *[other] { $count } matches in other servers
}
profile-nothing = No match has been finished yet.
history-nothing = No match has been finished yet. Practice is not listed here; `/filler profile` counts it.
against = against { $opponents }
with = with { $opponents }
board-link = board

history-heading = { $name } · { $count ->
    [one] one finished match
   *[other] { $count } finished matches
}
history-result = { $result ->
    [won] won
    [drawn] drawn
    [lost] lost
    [shared] shared place { $place } of { $players }
   *[place] place { $place } of { $players }
}
history-voided = rating taken back
history-number = no. { $match }
match-number = Match no. { $match }

matches-heading = Your matches
matches-yours = **Your turn**
matches-theirs = It is { $mover }’s turn
matches-ready = **Ready for the next game?**
matches-paused = **Paused:** press Resume on the board
matches-waiting = Waiting for { $names }
matches-asked = **A challenge to you**
matches-asking = Your challenge
matches-table = { $free ->
    [0] A full table
    [one] A table with one free place
   *[other] A table with { $free } free places
}
matches-until = time is up { $until }
matches-expires = expires { $until }
unknown-page = This button is from another version of the bot. Please use the command again.

# Ratings that do not count
casual-too-young = Casual, since the account of { $who } is younger than { $limit } days.
casual-rated-today = Casual, since { $who } have had { $limit } rated matches in 24 hours.
casual-rated-this-week = Casual, since { $who } have had { $limit } rated matches in 7 days.
voided = **The rating changes of this match were taken back.**
voided-because = **The rating changes of this match were taken back:** { $reason }
void-choice = No. { $match } · { $when } UTC · { $variant } · { $places }
voided-done = The rating changes of match no. { $match } were taken back.
refused-too-young = A match with { $who } cannot be rated yet: that account is younger than { $limit } days. It can be { $until }. Casual matches are possible at any time, with `rated: False`.
refused-rated-today = A match of { $who } does not count now, since they have had { $limit } rated ones in 24 hours{ $until ->
    [unknown] .
   *[other] ; the next one counts { $until }.
} A new casual one is possible at any time: `/filler challenge` with `rated: False`.
refused-rated-this-week = A match of { $who } does not count now, since they have had { $limit } rated ones in 7 days{ $until ->
    [unknown] .
   *[other] ; the next one counts { $until }.
} A new casual one is possible at any time: `/filler challenge` with `rated: False`.
refused-not-rated = This match did not change any rating.
refused-voided = The rating changes of this match have been taken back already.
refused-not-from-here = There is no match of this number that was opened in this server.
refused-not-allowed = Only who may manage this server can do that.
profile-practised = Practice
profile-more = and { $count } more here
