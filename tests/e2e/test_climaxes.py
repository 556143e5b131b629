"""The moment each game is played for, beat by beat as a person sees it: first the dice, then what they mean, then what
they cost. The page's clock stands still, so nothing is missed and nothing is waited for."""

from collections.abc import Callable
from itertools import groupby
from typing import Any

from dicehall.rules.values import Event
from tests.e2e.frames import moment
from tests.e2e.person import Persons
from tests.e2e.shown import Shown
from tests.server.kit import RunningHall

FULL = {"telling": "full", "hints": False, "sound": False}

LOOK = """(code) => {
  const { cue } = dicehall.onScreen(code);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const text = (selector) => document.querySelector(selector)?.textContent.trim() ?? "";
  return {
    cue: cue?.name ?? "",
    step: cue?.step ?? 0,
    title: text(".stage [data-card] .title"),
    scores: all(".strip .vitals").map((each) => each.textContent.trim()),
    costs: all(".strip .cost").map((each) => each.textContent.trim()),
    up: all(".stage .turned.up").length,
    down: all(".stage .turned:not(.up)").length,
    sum: parseInt(text(".stage .sum b")),
    lit: all(".stage [data-lit]").map((each) => [parseInt(each.textContent), each.style.getPropertyValue("--seat")]),
    town: text(".town li.in > .hidden"),
    struck: all(".town .struck").length,
    pot: text(".stage .pot b"),
    potAt: document.querySelector(".stage .pot")?.getBoundingClientRect().top,
    safe: all(".stage .round li.safe").length,
  };
}"""

Beat = dict[str, Any]


NAMES = ("Ann", "Ben", "Cleo", "Dan")


class Audience:
    """Someone who plays and looks at every beat."""

    def __init__(self, hall: RunningHall, persons: Persons) -> None:
        person = persons(hall.url, preferences=FULL)
        self.page = person.page
        self.page.clock.install()
        self.shown = Shown(person)

    def sees(self, game: str, seats: int, is_climax: Callable[[tuple[Event, ...]], bool], **options: Any) -> list[Beat]:
        """All beats of such a moment, and at last what remains on the table."""
        played = moment(game, NAMES[:seats], is_climax, **options)
        self.shown.show(played, at=-2)
        self.page.locator(".stage").wait_for()
        self.page.clock.pause_at(self.page.evaluate("Date.now()") + 1000)
        self.shown.tell()
        self.shown.settle()
        beats: list[Beat] = []
        while self.page.evaluate("dicehall.isTelling"):
            beats.append(self.page.evaluate(LOOK, played.code))
            self.page.evaluate("dicehall.skip()")
        return [*beats, self.page.evaluate(LOOK, played.code)]


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [str(type(event).__struct_config__.tag) for event in events]


def cues(beats: list[Beat]) -> list[str]:
    """One after the other, those in passing left out."""
    return [name for name, _ in groupby(beat["cue"] for beat in beats) if name not in ("trivia", "")]


def windows(names: list[str], length: int) -> list[list[str]]:
    return [names[at : at + length] for at in range(len(names) - length + 1)]


def first(beats: list[Beat], cue: str) -> int:
    return next(at for at, beat in enumerate(beats) if beat["cue"] == cue)


def test_mindroll_turns_die_by_die_adds_them_up_says_why_and_only_then_scores(
    hall: RunningHall, persons: Persons
) -> None:
    beats = Audience(hall, persons).sees("mindroll", 4, lambda events: "revealed" in kinds(events))
    assert cues(beats)[:6] == ["revealed", "turn", "breath", "turn", "verdict", "cost"]
    cost, verdict = first(beats, "cost"), first(beats, "verdict")
    turning = [beat for beat in beats[:cost] if beat["cue"] in ("turn", "breath")]
    assert [beat["up"] for beat in turning] == [1, 2, 3, 3, 4]
    assert all(beat["up"] + beat["down"] == 4 for beat in turning)
    sums = [beat["sum"] for beat in turning]
    assert sums == sorted(sums)
    assert sums[2] == sums[3] < sums[4]  # a breath adds nothing
    before, after = beats[0]["scores"], beats[cost]["scores"]
    assert all(beat["scores"] == before for beat in beats[: verdict + 1])
    assert sum(old != new for old, new in zip(before, after, strict=True)) == 2
    assert all(beat["cue"] != "round" for beat in beats[:cost]), "the next round was dealt too early"


def test_bluff_turns_two_holds_its_breath_turns_the_third_and_then_says_it(hall: RunningHall, persons: Persons) -> None:
    beats = Audience(hall, persons).sees("bluff", 3, lambda events: "was_bluff" in kinds(events), immunity=False)
    verdict, points = first(beats, "verdict"), first(beats, "points")
    turning = [beat for beat in beats[:points] if beat["cue"] in ("turn", "breath")]
    assert [(beat["cue"], beat["up"]) for beat in turning] == [("turn", 1), ("turn", 2), ("breath", 2), ("turn", 3)]
    assert not any(beat["title"] for beat in turning), "the dice say it first"
    assert beats[verdict]["title"] in ("CAUGHT!", "NO BLUFF!")
    assert beats[verdict]["up"] == 3
    assert all(beat["scores"] == beats[0]["scores"] for beat in beats[:points])
    assert beats[points]["scores"] != beats[0]["scores"]
    assert beats[points]["costs"]


def test_peril_leaves_the_board_unmarked_until_it_lights_the_number_in_its_owners_colour(
    hall: RunningHall, persons: Persons
) -> None:
    beats = Audience(hall, persons).sees("peril", 3, lambda events: "plot_twist" in kinds(events), starting_lives=1)
    verdict = next(at for at, beat in enumerate(beats) if beat["title"] == "PLOT TWIST!")
    throw = max(at for at, beat in enumerate(beats[:verdict]) if beat["cue"] == "throw")
    assert [beat["cue"] for beat in beats[throw:verdict]] == ["throw", "lies", "breath"]
    assert not any(beat["lit"] or beat["title"] for beat in beats[throw:verdict])
    [(number, colour)] = beats[verdict]["lit"]
    assert number in range(1, 13)
    assert colour.startswith("var(--seat-")


def test_the_blows_of_king_fly_together(hall: RunningHall, persons: Persons) -> None:
    beats = Audience(hall, persons).sees("stlucia", 3, lambda events: kinds(events).count("hit") > 1)
    assert beats[first(beats, "fly")]["struck"] > 1
    fly = first(beats, "fly")
    assert beats[fly - 1]["cue"] == "swords"
    assert len(beats[fly]["costs"]) == beats[fly]["struck"], "every blow is at its face, all in one beat"
    assert beats[fly]["title"]


def test_the_town_of_king_changes_hands_before_it_is_said(hall: RunningHall, persons: Persons) -> None:
    beats = Audience(hall, persons).sees("stlucia", 3, lambda events: "moved_out" in kinds(events))
    move = first(beats, "move")
    assert beats[move]["town"] != beats[move - 1]["town"] if move else beats[move]["town"]
    assert beats[move]["title"] == ""
    assert beats[move + 1]["title"]
    assert beats[move + 1]["town"] == beats[move]["town"]


def is_safe_at_once(events: tuple[Event, ...]) -> bool:
    """The one throw that someone had, and others are still to come."""
    return kinds(events) == ["threw", "stayed"] and any(getattr(event, "safe", False) for event in events)


def test_three_dice_names_a_roll_after_the_dice_have_landed_and_the_pot_waits_for_the_end_of_the_turn(
    hall: RunningHall, persons: Persons
) -> None:
    """T-01, T-21."""
    beats = Audience(hall, persons).sees("three_dice", 3, is_safe_at_once)
    assert ["throw", "lies", "verdict", "safe"] in windows(cues(beats), 4)
    safe = first(beats, "safe")
    throw = max(at for at, beat in enumerate(beats[:safe]) if beat["cue"] == "throw")
    told = beats[throw:safe]
    assert [beat["cue"] for beat in told[:3]] == ["throw", "lies", "verdict"]
    assert [bool(beat["title"]) for beat in told[:3]] == [False, False, True]
    assert {(beat["pot"], beat["safe"]) for beat in told} == {(told[0]["pot"], told[0]["safe"])}
    assert [beat["cue"] for beat in beats[safe : safe + 2]] == ["safe", "line"]
    assert len({beat["potAt"] for beat in beats[throw : safe + 2]}) == 1, "the pot has moved"
    assert beats[safe + 1]["safe"] == told[0]["safe"] + 1
