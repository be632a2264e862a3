"""CommonMark's examples that we render otherwise than the reference, each with the reason.

docs/reference/documents.md holds the same table; test_commonmark.py holds both to what the renderer does.
"""

INERT = "A relative address is a link without `href`; the address is in `data-href`."
IMAGE = "An image is named and linked, not loaded."

# Equal to the reference once links are live and images loaded again.
RESTORED: dict[str, list[int]] = {
    INERT: [
        21, 22, 23, 31, 32, 33, 159, 162, 192, 193, 194, 195, 196, 198, 200, 202, 203, 204, 205, 206, 214, 215, 216,
        217, 218, 404, 419, 422, 433, 473, 474, 482, 483, 484, 485, 486, 487, 489, 492, 495, 496, 498, 499, 500, 501,
        502, 503, 504, 505, 506, 507, 509, 510, 512, 514, 515, 516, 518, 519, 521, 522, 527, 528, 529, 530, 532, 533,
        534, 535, 539, 540, 541, 542, 543, 544, 549, 550, 553, 554, 555, 556, 557, 558, 559, 560, 561, 562, 564, 565,
        566, 567, 568, 569, 570, 571, 593,
    ],
    IMAGE: [
        517, 520, 531, 572, 573, 574, 575, 576, 577, 578, 579, 580, 582, 583, 584, 585, 586, 587, 588, 589, 591,
    ],
}  # fmt: skip

CHANGED: dict[str, list[int]] = {
    "An image without a description is named by its address.": [581],
    "An image in raw HTML is named, not loaded.": [475],
    "An address of a scheme other than http, https and mailto is dropped; its words stay.": [596, 598, 599, 601],
    "Raw HTML loses its attributes.": [152, 153, 154, 164, 169],
    "A tag that is not on the list, a broken tag, a comment, a declaration or an instruction is shown as text.": [
        150, 156, 157, 158, 163, 170, 171, 172, 173, 176, 177, 178, 179, 180, 181, 182, 183, 191, 201, 308, 309, 491,
        524, 536, 613, 614, 615, 616, 617, 623, 625, 626, 627, 628, 629,
    ],
    "An inline tag that stays open ends with its block.": [187, 344, 476, 477, 494, 630, 631, 642, 643],
    "`del` is drawn as `s`: struck words are the person's mark.": [166, 167, 168],
    "An HTML parser drops the first line end in `pre`.": [148],
    "Bare addresses are links, as on GitHub.": [602, 608, 611, 612],
    "Code is coloured.": [142, 143],
    "A no-break space in code is shown by its number.": [333, 334],
}  # fmt: skip
