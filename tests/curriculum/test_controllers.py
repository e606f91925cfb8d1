"""The controllers, against their published definitions worked out by hand."""

from random import Random

import pytest

from rlve_gym import Fixed, SlidingWindow, TargetSuccess


def test_window_spans_d_delta_difficulties_below_h():
    for h, expected in [(0, (0, 0)), (2, (0, 2)), (3, (0, 3)), (4, (1, 4)), (9, (6, 9))]:
        assert SlidingWindow(window=4, initial=h).start(20).bounds == expected
    assert SlidingWindow(window=1, initial=5).start(20).bounds == (5, 5)


def test_draws_are_uniform_within_the_window():
    controller = SlidingWindow(window=4, initial=6).start(20)
    rng = Random(0)
    draws = [controller.draw(rng) for _ in range(4000)]
    for difficulty in range(3, 7):
        assert draws.count(difficulty) == pytest.approx(1000, abs=120)
    assert len(draws) == sum(draws.count(difficulty) for difficulty in range(3, 7))


def test_h_rises_by_one_when_enough_samples_at_h_are_accurate_enough():
    controller = SlidingWindow(threshold=0.9, min_samples=10).start(5)
    controller.update({0: (9, 9)})
    assert controller.h == 0  # not enough samples yet
    controller.update({0: (0, 1)})
    assert controller.h == 1  # 9 of 10 is exactly the threshold
    controller.update({1: (1000, 1000)})
    assert controller.h == 2  # one step at a time, however many samples


def test_counts_start_again_after_every_check():
    controller = SlidingWindow(threshold=0.9, min_samples=10).start(5)
    controller.update({0: (0, 10)})
    assert controller.h == 0
    controller.update({0: (9, 9)})
    assert controller.h == 0  # without the reset this would be 19 samples, a check, and a failure forgotten
    controller.update({0: (1, 1)})
    assert controller.h == 1


def test_only_samples_at_h_count():
    controller = SlidingWindow(min_samples=8, initial=4).start(20)
    controller.update({3: (100, 100), 2: (50, 50)})
    assert controller.h == 4
    controller.update({3: (0, 100), 4: (8, 8)})
    assert controller.h == 5


def test_h_stops_at_the_top():
    controller = SlidingWindow(min_samples=1).start(2)
    for _ in range(10):
        controller.update({controller.h: (1, 1)})
    assert controller.h == 2
    assert SlidingWindow(initial=9).start(2).h == 2


def test_zero_settings_count_as_given():
    controller = SlidingWindow(threshold=0, min_samples=1).start(3)
    controller.update({0: (0, 1)})
    assert controller.h == 1


@pytest.mark.parametrize(
    "settings", [{"window": 0}, {"threshold": 1.1}, {"threshold": -0.1}, {"min_samples": 0}, {"initial": -1}]
)
def test_settings_out_of_range(settings):
    with pytest.raises(ValueError, match="range"):
        SlidingWindow(**settings)


def test_target_success_scales_the_difficulty():
    controller = TargetSuccess(target=0.5, memory=0, initial=9).start(30)
    controller.update({9: (3, 4)})
    assert controller.scale == pytest.approx(10 * 1.1)
    controller.update({10: (1, 4)})
    assert controller.scale == pytest.approx(11 * 0.95)
    assert controller.bounds == (9, 10)
    controller.update({9: (1, 2)})
    assert controller.scale == pytest.approx(11 * 0.95)  # on target: no move
    rng = Random(1)
    assert sum(controller.draw(rng) for _ in range(4000)) / 4000 == pytest.approx(11 * 0.95 - 1, abs=0.05)


def test_target_success_averages_over_batches_and_stays_on_the_ladder():
    controller = TargetSuccess(target=0.5, memory=0.9).start(3)
    controller.update({0: (4, 4)})
    controller.update({0: (0, 4)})
    assert controller.average == pytest.approx(0.9)
    for _ in range(100):
        controller.update({3: (1, 1)})
    assert controller.bounds == (3, 3)
    for _ in range(200):
        controller.update({0: (0, 1)})
    assert controller.bounds == (0, 0)
    controller.update({})
    assert controller.bounds == (0, 0)


def test_fixed_never_moves_and_is_cut_to_the_ladder():
    controller = Fixed(2, 20).start(10)
    controller.update({2: (100, 100)})
    assert controller.bounds == (2, 10)
    assert {controller.draw(Random(seed)) for seed in range(300)} == set(range(2, 11))
    with pytest.raises(ValueError, match="low"):
        Fixed(3, 2)


@pytest.mark.parametrize("template", [SlidingWindow(min_samples=3), TargetSuccess(), Fixed(0, 2)])
def test_state_round_trip(template):
    controller = template.start(10)
    for _ in range(5):
        controller.update({controller.bounds[1]: (2, 2)})
    twin = template.start(10)
    twin.load_state_dict(controller.state_dict())
    assert twin == controller


@pytest.mark.parametrize(
    ("template", "state"),
    [
        (SlidingWindow(), {"h": -1, "correct": 0, "total": 0}),
        (SlidingWindow(), {"h": 0, "correct": 2, "total": 1}),
        (TargetSuccess(), {"scale": 0.5, "average": None}),
        (TargetSuccess(), {"scale": float("nan"), "average": None}),
    ],
)
def test_damaged_state(template, state):
    with pytest.raises(ValueError, match="impossible"):
        template.start(5).load_state_dict(state)
