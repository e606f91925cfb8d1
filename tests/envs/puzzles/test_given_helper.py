from rlve_gym.envs.puzzles._given import keeps_given


def test_keeps_given():
    assert keeps_given(["1*", "*0"], ["10", "10"], empty="*")
    assert not keeps_given(["1*", "*0"], ["10", "11"], empty="*")
    assert not keeps_given(["1*", "*0"], ["00", "10"], empty="*")
    assert keeps_given([[0, 5]], [[3, 5]], empty=0)
    assert not keeps_given([[0, 5]], [[5, 3]], empty=0)
    assert keeps_given(["**"], ["01"], empty="*")
