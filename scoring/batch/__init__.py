"""Scoring of many hands at once with numpy: the same answers as `scoring.engine`, in arrays.

    from scoring.batch.convert import hands_of        # or hands_of_ids, hands_of_arrays
    from scoring.batch.engine import score_hands

    scores = score_hands(hands_of([(hand, win), ...]), ruleset)
    scores.total[scores.valid].mean(), scores.yaku_of(0), scores.payments_of(0)

- `hands.Hands`: the input, one array a column, one row a hand; convert.py makes it and checks it
  as the engine checks a hand. codes.py says what the numbers mean.
- `scores.Scores`: the answers, one array a column. Each win is scored in its best reading under
  any Ruleset; a refused win has the first reason the engine names.
- Furiten is for the caller to judge (flag `furiten`), for own discards are no columns; so is a
  dead hand. Explanations (fu items, clauses) are the engine's: score a row again there.
- The tables of splits are made at the first use (0.1 to 0.4 s, 14 MiB), those of a ruleset at its
  first use (some 50 ms, 9 MiB). After that it is over a million hands a second on one core, for
  which arrays of some thousands of hands are needed; tests/bench/bench_batch.py measures it.

How it works: the tiles of each suit, in base five, are an index into a table of all finished suits
and their splits (suits.py); a split is one packed number (layout.py), and a hand's reading is the
sum of four such numbers and its melds' (readings.py). What the sums mean is looked up in tables
made of the ruleset (rules.py, worth.py); the best reading is chosen by one number (ranking.py).
Nothing else in `scoring` imports this package, so that only those who use it need numpy.
"""
