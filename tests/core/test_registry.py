import json
import pathlib
import re
import subprocess
import sys

import gymnasium as gym
import pytest

import rlve_gym
from rlve_gym import UnknownEnvironmentError
from rlve_gym.core import registry
from rlve_gym.core.names import class_name, snake_case
from rlve_gym.core.registry import load, resolve

ROOT = pathlib.Path(rlve_gym.__file__).parent
FILES = sorted(file for file in (ROOT / "envs").glob("*/*.py") if not file.name.startswith("_"))


def suite():
    return [name for name in rlve_gym.list_environments() if load(name).family != "custom"]


def test_every_file_is_an_environment_and_has_a_test():
    assert [file.stem for file in FILES] == sorted(suite(), key=lambda name: (load(name).family, name))
    tests = {file.name for file in (ROOT.parent / "tests" / "envs").glob("*/test_*.py")}
    for file in FILES:
        cls = load(file.stem)
        assert (cls.id, cls.family, cls.__name__) == (file.stem, file.parent.name, class_name(file.stem))
        assert f"test_{file.stem}.py" in tests


def test_any_name_will_do():
    for name in ("sort_integers", "SortIntegers", "Sorting", "rlve/SortIntegers-v0"):
        assert rlve_gym.make(name).id == "sort_integers"
        assert resolve(name).gym_id == "rlve/SortIntegers-v0"


def test_every_name_in_the_catalogue_leads_to_its_environment():
    published = json.loads((ROOT / "data" / "upstream_names.json").read_text())
    assert len(published) == 400
    assert set(suite()) <= set(published.values())
    here = set(suite())
    for name, identifier in published.items():
        for other in (name, identifier, class_name(identifier), f"rlve/{class_name(identifier)}-v0"):
            if identifier in here:
                assert resolve(other).id == identifier
            else:
                with pytest.raises(UnknownEnvironmentError) as error:
                    resolve(other)
                assert re.fullmatch(rf"this version does not have {identifier}\b.* yet", str(error.value))
                assert other in str(error.value)


def test_planned_environments_are_not_here_yet(monkeypatch):
    """Also when all of them are: one that is taken away is planned again."""
    monkeypatch.delitem(registry._entries, "sort_integers")
    monkeypatch.delitem(registry._ids_by_class_name, "SortIntegers")
    for name, what in {
        "sort_integers": "sort_integers",
        "SortIntegers": "sort_integers (SortIntegers)",
        "Sorting": "sort_integers (Sorting)",
        "rlve/SortIntegers-v0": "sort_integers (rlve/SortIntegers-v0)",
    }.items():
        with pytest.raises(UnknownEnvironmentError) as error:
            resolve(name)
        assert str(error.value) == f"this version does not have {what} yet"


@pytest.mark.parametrize("name", ["shortest_pth", "ShortestPth", "rlve/ShortestPth-v0", "", "x" * 1000])
def test_unknown_names_offer_the_nearest_three(name):
    with pytest.raises(KeyError) as error:
        rlve_gym.make(name)
    offered = str(error.value).rpartition("nearest are ")[2].split(", ")
    assert len(offered) == 3
    assert set(offered) <= set(rlve_gym.list_environments())
    if "Pth" in name or "pth" in name:
        assert offered[0] == "shortest_path"


def test_names_must_be_text():
    with pytest.raises(TypeError):
        rlve_gym.make(None)


def test_families():
    assert "shortest_path" in rlve_gym.list_environments("graphs")
    assert "shortest_path" not in rlve_gym.list_environments(family="sequences")
    with pytest.raises(UnknownEnvironmentError, match="graphs"):
        rlve_gym.list_environments("graph")


def test_gymnasium_knows_every_environment():
    for name in suite():
        spec = gym.spec(resolve(name).gym_id)
        assert spec.entry_point == f"{load(name).__module__}:{load(name).__name__}"
        assert gym.envs.registration.EnvSpec.from_json(spec.to_json()) == spec


@pytest.mark.parametrize(
    ("identifier", "name"),
    [("sat", "Sat"), ("two_sat", "TwoSat"), ("count_321_avoiding", "Count321Avoiding")],
)
def test_names(identifier, name):
    assert class_name(identifier) == name
    assert snake_case("SortIntegers") == "sort_integers"
    assert snake_case("HTTPServer") == "http_server"


HEAVY = ("torch", "sympy", "networkx", "scipy", "pysat", "mpmath", "matplotlib", "typer", "rich", "pandas")


def run(script):
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout


def test_import_is_light():
    """Case 53: no environment and no heavy library is imported, nor by listing and making."""
    out = run(
        "import sys, gymnasium; before = set(sys.modules); import rlve_gym\n"
        "rlve_gym.list_environments()\n"
        "print([m for m in sys.modules if m.startswith('rlve_gym.envs.') and m != 'rlve_gym.envs.versions'])\n"
        f"rlve_gym.make('sort_integers').reset(seed=1); print([m for m in set(sys.modules) - before if m.split('.')[0] in {HEAVY}])"
    )
    assert out.split("\n")[:2] == ["[]", "[]"]


def test_importing_all_environments_is_light():
    out = run(
        "import sys, gymnasium; before = set(sys.modules); import rlve_gym\n"
        "from rlve_gym.core.registry import load\n"
        "for name in rlve_gym.list_environments(): load(name)()\n"
        f"print([m for m in set(sys.modules) - before if m.split('.')[0] in {HEAVY}])"
    )
    assert out.strip() == "[]"
