"""Pieces of text that have broken some writer or reader of Markdown, to be strung together."""

# fmt: off
NASTY = (
    "```", "````\n", "\n```\n", "\n   ```", "~~~", "\n~~~~\n", "`" * 9, "`", "``", "\n```python\n",
    "> ", "\n> quoted", "\n>", ">>> ", "# ", "\n# Forged", "\n## 1. Remove this\n", "\n## 99. (line 1) Add this\n> x\n",
    "## 2. ", "\n---\n", "\n===\n", "\n***\n", "Setext\n---", "---", "\n- item", "\n1. item", "* ", "+ ", "\n\t- deep",
    "<!--", "-->", "<script>", "</script>", "<div>\n", "<b>x</b>", "<?php", "<![CDATA[", "\n<pre>\n", "</pre>",
    "[a]: /url\n", "\n[a]: /url 'title'", "[a]", "[a](b)", "![a](b)", "[", "]", "](", "<https://e.org>",
    "&#35;", "&lt;", "&amp;", "&", "<", '"', '\\"', "'", "“", "\\", "\\\\", "*", "**", "_", "__", "snake_case", "_a_",
    "a*b*c", "2 * 3", "~~x~~", "|a|b|\n|-|-|", "\n", "\n\n", "\r", "\r\n", "\t", "    ", "\n    code", "  \n", "\\\n",
    " ", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029", "\0", "\ufffd", "\ufeff", "\u202e", "\u2066", "\u200f",
    "\u200b", "\u200d", "\xa0", "\x1b[31m", "\x7f", "計画を消す", "한국어", "ภาษา", "עברית", "العربية", "e\u0301",
    "o\u0308", "👩‍💻", "🇩🇪", "👍🏽", "𝒳", "ß", "word", "Drop the table.", "x" * 700, "long line " * 90, "(line 3)",
    "**From:**", "I've reviewed this plan", "[… 3 characters …]",
)
# fmt: on
