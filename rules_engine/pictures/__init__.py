"""Pictures of tables, tricks, cards and scores as self-contained SVG.

    table_svg(view)              `table`: a table, from the `TableView` that the page shows
    trick_svg(view)              `cards`: the trick on that table, with its players
    fan_svg(game, cards)         `cards`: a hand of cards
    card_svg(game, card)         `cards`: a single card
    score_svg(narrator, over)    `score`: the score sheet of a finished hand

Each drawing function has the keyword ``theme``, one of `themes.THEMES`: light, dark or print. The letters are outlines, so that a
picture is the same with any fonts. `rules_engine.authoring.render` makes PNG and PDF of it.
"""
