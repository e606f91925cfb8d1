"""What the site makes of the registry. `make docs` builds the whole, strictly."""

import html
import importlib.util
import json
import pathlib
import re

import markdown
import pytest

import rlve_gym
from rlve_gym.core.registry import load

HOOKS = pathlib.Path(rlve_gym.__file__).parent.parent / "docs" / "hooks"


def load_hook(name):
    spec = importlib.util.spec_from_file_location(name, HOOKS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


gallery = load_hook("gallery")


def render(text):
    """HTML as the site makes it, but for highlighting."""
    return markdown.markdown(text, extensions=["attr_list", "md_in_html", "tables"])


def plain(text):
    """The words that a reader sees."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


@pytest.fixture(scope="module")
def pages():
    return gallery.pages({})


def test_a_page_for_each_family_and_an_index(pages):
    assert set(pages) == {"gallery/index.md", *(f"gallery/{family}.md" for family in gallery.families())}
    links = re.findall(r"\]\((\w+)\.md#(\w+)\)", pages["gallery/index.md"])
    assert sorted(links) == sorted((load(name).family, name) for name in rlve_gym.list_environments())


@pytest.mark.parametrize("name", rlve_gym.list_environments())
def test_a_card_tells_all(name):
    cls = load(name)
    env = cls()
    problem = env.sample(min(3, env.max_difficulty), seed=1)
    card = render(gallery.card(name, []))
    text = plain(card)
    assert f'<h2 id="{name}">' in card
    assert " ".join(cls.title().removesuffix(".").split()) in text
    assert " ".join(env.prompt(problem).split()) in text
    assert " ".join(env.format(env.solve(problem)).split()) in text
    assert "Scoring:" in text and "Source:" in text
    assert all(f"<code>{parameter}</code>" in card for parameter in cls.ladder.parameters)
    # The docstring is text, not Markdown: nothing of it is lost or emphasized.
    for block in re.split(r"\n\n|\n\s*(?=Quality: |Source: )", cls.__doc__)[1:]:
        told = re.sub(r"^(Quality|Source): ", "", " ".join(block.split()))
        assert "`" in told or told in text
    assert not re.search(r"<em>|<strong>(?!Scoring|Source|A problem)", card)


def test_escape():
    text = "a * b ** c, x_1 <y> [z](w) | `kept_*` & {q} # 2^3 a\\b ~~c~~ $d$"
    assert plain(render("- " + gallery.escape(text))) == text.replace("`", "").replace("<y>", "<y>")
    assert "<code>kept_*</code>" in render(gallery.escape(text))


def test_prompts_keep_the_lines_of_grids_and_wrap_sentences():
    block = gallery.prompt_block("Fill this grid, row by row:\n1 2 .\n. . 3\n\nThe list is\n4 5 6")
    assert block.count("<p>") == 2
    assert '<pre class="rlve-data" data-search-exclude>1 2 .\n. . 3</pre>' in block
    assert '<pre class="rlve-data rlve-line" data-search-exclude>4 5 6</pre>' in block


def test_figures(tmp_path):
    rows = [
        {"environment": "knapsack", "difficulty": 3, "generate_median": 0.0001234, "generate_worst": 0.25, "judge_median": 2e-5,
         "prompt_length": 501, "problems": 29, "seeds": 30, "guess_wins": 3, "mutations": 50, "mutations_rejected": 49},
        {"environment": "sat", "difficulty": None, "error": "ValueError: no"},
    ]  # fmt: skip
    file = tmp_path / "audit.json"
    assert gallery.read_figures(file) == {}
    file.write_text(json.dumps(rows))
    figures = gallery.read_figures(file)
    assert set(figures) == {"knapsack"}
    cells = plain(render(gallery.figure_table(figures["knapsack"])))
    assert cells.endswith("3 0.12 250 0.02 501 29 of 30 10% 98%")


def test_the_plot_is_made_by_the_script():
    plot = load_hook("curriculum_plot").svg()
    assert plot.startswith(b"<?xml") and b"SlidingWindow()" in plot
