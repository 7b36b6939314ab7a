"""The live preview: `followsuit serve` shows an author's changes in the open page.

    watcher finds changed files and the action that each change requires pages builds the requested pages and caches the results
    for the others
    builder    the build process, which restarts when rules change because Python loads a module only once
    preview    schedules the builds and reports their results
    server     sends pages as soon as they are built, and events about changes and errors
    live.js    the client
"""
