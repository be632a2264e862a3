import time
from tests.browser.marking import PAPER, TITLE, ready, ends_with_an_answer
from tests.browser.test_marks_kept import *

LOG = """window.log=[]; for (const n of ['focusin','focusout']) document.addEventListener(n, e => window.log.push([Math.round(performance.now()), n, e.target.className||e.target.tagName, String(new Error().stack).split('\\n').slice(2,9).join(' < ')]), true);
const f = HTMLElement.prototype.focus; HTMLElement.prototype.focus = function(...a) { window.log.push([Math.round(performance.now()), 'call', this.className||this.tagName, this.isConnected, String(new Error().stack).split('\\n').slice(2,6).join(' < ')]); return f.apply(this,a); };"""

def test_focus(office, desk):
    desk.page.context.add_init_script(LOG)
    with office.asks(PAPER):
        hand = ready(office, desk)
        hand.drags("Stop the queue")
        hand.takes("Replace")
        area = hand.composer.get_by_role("textbox").first
        expect(area).to_be_focused()
        desk.page.keyboard.type("Half a sen")
        desk.reloads().shows(TITLE)
        expect(area).to_have_value("Half a sen")
        desk.page.wait_for_timeout(2000)
        for one in desk.page.evaluate("window.log"): print(one)
        print(desk.page.evaluate("document.activeElement.className"))

def test_tab(office):
    profile = office.profile()
    t = time.monotonic()
    def lap(n):
        print(n, round(time.monotonic()-t,1))
    with office.asks(PAPER) as hook:
        one, other = ready(office, office.desk(profile)), ready(office, office.desk(profile))
        lap("ready")
        one.drags("Stop the queue"); lap("dragged")
        one.says("Who stops it?"); lap("said")
        other.draws(COMMENT); lap("drawn")
        one.drags("a sensor"); one.takes("Delete"); lap("deleted")
        other.clicks("Stop the queue"); lap("clicked")
        one.clicks("a sensor"); lap("clicked")
        ends_with_an_answer(hook, other); lap("ended")
        one.plan.says("^Changes requested$"); lap("said")
