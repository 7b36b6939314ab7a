"""The header of a course page, with the data for the page's script. It is readable without the script.

    fs-course[data-game][data-steps]                the steps as JSON, each with its id, figure and rules
             [data-taught][data-then]               the rules taught by preceding courses; the URL of the next course
      p.fs-course-length
      dl > dt, dd[data-steps]                       games that a reader may know; the ids of the steps to skip
           dt[data-none], dd                        the explanation for readers who know none of them
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from rules_engine.html.elements import Html, el
from rules_engine.html.links import Links
from rules_engine.site.fences.style_links import link_styles
from rules_engine.site.model.course import Course
from rules_engine.text.message import NOTHING, Text, joined, say


def course_length(course: Course) -> Text:
    """Return a course's length as a sentence."""
    return say("{n} steps, about {minutes} minutes.", n=len(course.steps), minutes=course.minutes)


def course_lengths(courses: Mapping[str, Course]) -> dict[str, Text]:
    """Return the lengths of courses by page."""
    return {page: course_length(course) for page, course in courses.items()}


def course_html(course: Course, steps: Sequence[Mapping[str, object]], links: Links, styles: str,
                before: Sequence[str] = ()) -> Html:
    """Return the header of a course page.

    ``styles`` is the URL of its style sheet, and ``before`` are the rules already taught.
    """
    known = [[el("dt", None, each.name), el("dd", {"data-steps": " ".join(each.steps)}, each.differs)]
             for each in course.known]
    if course.none:
        known.append([el("dt", {"data-none": True}, say("None of them")), el("dd", None, course.none)])
    early = say("You play a hand after about {minutes:a minute|@ minutes}.", minutes=course.minutes_to_hand)
    return el("fs-course", {"class": "fs-course", "data-game": course.game, "data-minutes": course.minutes,
                            "data-rules-page": links.game, "data-taught": " ".join(before) or None,
                            "data-then": f"../{course.then.removesuffix('.md')}/" if course.then else None,
                            "data-steps": json.dumps(steps, ensure_ascii=False, separators=(",", ":"))},
              link_styles(styles, "course"),
              el("p", "fs-course-length", joined([course_length(course), early if course.has_extras else NOTHING])),
              el("dl", None, known) if known else None)
