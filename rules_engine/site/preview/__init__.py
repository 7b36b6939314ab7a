"""Writing is alive: `followsuit serve` shows what an author changes in the page that is open.

    watching   which files have changed, and what has to be done about it
    pages      how the site is built: the pages that are asked for, what is known of the others kept
    builder    the process that builds; it is started anew when rules change, since Python loads a module once
    preview    the building, a change and a wish at a time, and what is told of it
    server     what the browser is given: pages as soon as they are built, news of changes and faults
    live.js    the page's side of it
"""
