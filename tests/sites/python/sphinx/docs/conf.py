"""A small site in Sphinx."""

project = "The chandlery"
extensions = ["countermark.page_side.sphinx"]
