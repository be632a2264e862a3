"""A site in Flask: `python site_app.py PORT [--one-at-a-time]`."""

import sys

from flask import Flask, render_template

from countermark.page_side.flask import CountermarkPages

TITLE = "The chandlery"
app = Flask(__name__)
CountermarkPages(app)


@app.get("/")
def home() -> str:
    return render_template("index.html", title=TITLE)


if __name__ == "__main__":
    # Told by the file's time: the other way counts all that happens in the folders of Python's packages.
    app.run(port=int(sys.argv[1]), debug=True, threaded="--one-at-a-time" not in sys.argv, reloader_type="stat")
