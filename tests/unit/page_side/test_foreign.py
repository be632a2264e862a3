"""SVG and MathML in a page: what is nested deeper than any page is not followed, so that no tag takes long to tell."""

from countermark.page_side.foreign import DEEPEST, SVG, Foreign


def test_depth_has_an_end() -> None:
    foreign = Foreign()
    for _ in range(100 * DEEPEST):
        assert not foreign.open(SVG, is_closed=False) or foreign.is_here
        foreign.close(b"mi")
    assert foreign.is_here
    for _ in range(DEEPEST):
        assert foreign.is_inside
        foreign.close(SVG)
    assert not foreign.is_inside
