"""Known secrets are replaced; what only looks like one stays, and so does all that stands beside it."""

import json
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from countermark.model.redaction import STAND_IN, redacted

LONG = "a1B2c3D4e5" * 4
PEM = "-----BEGIN {0}PRIVATE KEY-----\n{1}\n{1}==\n-----END {0}PRIVATE KEY-----"


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        ("AKIA" + "A1B2" * 4, "AKIA"), ("ASIA" + "Z9" * 8, "ASIA"),
        ("ghp_" + LONG, "ghp_"), ("ghs_" + LONG, "ghs_"), ("github_pat_" + LONG, "gith"),
        ("glpat-" + LONG, "glpa"), ("glrt-" + LONG, "glrt"),
        ("xoxb-" + "12-34-" * 4 + "ab", "xoxb"), ("xapp-1-" + LONG, "xapp"),
        ("AIza" + LONG, "AIza"), ("ya29." + LONG, "ya29"), ("GOCSPX-" + LONG, "GOCS"),
        ("sk-" + LONG, "sk-a"), ("sk-proj-" + LONG, "sk-p"), ("sk-ant-api03-" + LONG, "sk-a"),
        ("sk_live_" + LONG, "sk_l"), ("rk_test_" + LONG, "rk_t"), ("whsec_" + LONG, "whse"),
        ("npm_" + LONG, "npm_"), ("pypi-AgE" + LONG, "pypi"),
        (f"eyJ{LONG}.eyJ{LONG}.{LONG}", "eyJa"),
    ],
)  # fmt: skip
def test_of_a_token_its_first_four_characters_stay(token: str, shown: str) -> None:
    assert redacted(f"send {token} there") == f"send {shown}{STAND_IN} there"
    assert json.loads(redacted(json.dumps({"command": f"send '{token}'"}))) == {"command": f"send '{shown}{STAND_IN}'"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("export DB_PASSWORD=hunter2; ls", "export DB_PASSWORD=[secret]; ls"),
        ("STRIPE_API_KEY='a b' ./run", "STRIPE_API_KEY='[secret]' ./run"),
        ('clientSecret: "a b", id: 7', 'clientSecret: "[secret]", id: 7'),
        ("aws_secret_access_key = ab/cd+ef", "aws_secret_access_key = [secret]"),
        ("https://x.example/?a=1&token=abc&b=2", "https://x.example/?a=1&token=[secret]&b=2"),
        ("MYSQL_PWD=abc mysql", "MYSQL_PWD=[secret] mysql"),
        ("the secret password=abc", "the secret password=[secret]"),
        ("curl -H 'Authorization: Bearer abc' u", "curl -H 'Authorization: Bearer [secret]' u"),
        ("Authorization: Basic dXNl", "Authorization: Basic [secret]"),
        (f"auth: Bearer {LONG}", "auth: Bearer [secret]"),
        ("X-Api-Key: abc", "X-Api-Key: [secret]"),
        ("login --password hunter2 --user me", "login --password [secret] --user me"),
        ("login --token --password 'a b'", "login --token --password '[secret]'"),
        ("login --api-key=abc", "login --api-key=[secret]"),
        ("mysql -uroot -phunter2 shop", "mysql -uroot -p[secret] shop"),
        ("mysqldump -p'a b' shop", "mysqldump -p'[secret]' shop"),
        ("sshpass -p hunter2 ssh me@x", "sshpass -p [secret] ssh me@x"),
        ("redis-cli -a abc ping", "redis-cli -a [secret] ping"),
        ("curl -u me:abc x", "curl -u me:[secret] x"),
        ("git clone https://me:abc@x.example/y", "git clone https://me:[secret]@x.example/y"),
        ("https://hooks.slack.com/services/T0/B0/abc", "https://hooks.slack.com/services/[secret]"),
        (PEM.format("RSA ", LONG) + "\nls", "[secret]\nls"),
        (PEM.format("", LONG).replace("\n", "\\n") + "; ls", "[secret]; ls"),
        (r"echo {\"password\":\"abc\",\"a\":\"b\"}", r"echo {\"password\":\"[secret]\",\"a\":\"b\"}"),
        ("psql --password '$PW'", "psql --password '[secret]'"),
    ],
)
def test_a_secret_goes_and_what_is_beside_it_stays(before: str, after: str) -> None:
    assert redacted(before) == after
    assert redacted(after) == after
    assert json.loads(redacted(json.dumps([before]))) == [after]


@pytest.mark.parametrize(
    "text",
    [
        "git show 9fceb02d0ae598e95dc970b74767f19372d61af8", "6f1c1a52-7e0c-4d7e-9d0c-0b9f6c8d2a11",
        "cat /home/me/secrets/password.txt", "rg 'max_tokens=5' src", "PWD=/home/me OLDPWD=/tmp",
        "docker login --password-stdin", "login --password-file ~/.pw", "psql --password $PW", "export TOKEN=${TOKEN}",
        "token=$(cat token.txt)", 'curl -H "X-Api-Key: $KEY"', "def read(token: str, secret: bytes | None = None)",
        "password = ask()", "if token == expected:", "Token::new", "the token is gone", "ssh -p 22 me@x.example",
        "docker run -u me:me image", "class='sk-cube-grid-with-many-words'", "https://x.example:8080/@me",
        "Bearer authentication explained", "task-1234567890-1234567890-12", "sha256:" + "0a" * 32,
        "-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----", "",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_secret_stays(text: str) -> None:
    assert redacted(text) == text
    assert redacted(json.dumps({"command": text})) == json.dumps({"command": text})


def test_a_command_does_not_hide_behind_the_look_of_a_secret() -> None:
    assert redacted("-----BEGIN PRIVATE KEY-----; rm -rf / ; echo -----END PRIVATE KEY-----") == (
        "[secret]; rm -rf / ; echo -----END PRIVATE KEY-----"
    )
    assert redacted("password='rm -rf /\nls'").endswith("-rf /\nls'")
    assert redacted("TOKEN=a;rm -rf /") == "TOKEN=[secret];rm -rf /"


def test_in_json_a_name_that_says_secret_tells_of_texts_numbers_and_lists() -> None:
    before = '{"password": "a\\"b", "max_tokens": 5, "pin_token":1234 , "tokens":["t"], "api_key": ["a", "b"], "k":"v"}'
    assert redacted(before) == (
        '{"password": "[secret]", "max_tokens": 5, "pin_token":"[secret]" , "tokens":["t"], '
        '"api_key": ["[secret]", "[secret]"], "k":"v"}'
    )
    assert redacted('{"argv":["login","--token","abc","-v"]}') == '{"argv":["login","--token","[secret]","-v"]}'
    assert redacted('{"argv":["login","--token","--force"]}') == '{"argv":["login","--token","--force"]}'
    assert redacted('{"Authorization":"Basic abc"}') == '{"Authorization":"[secret]"}'
    assert redacted('{"password": null, "token": {"a": "b"}}') == '{"password": null, "token": {"a": "b"}}'


PIECES = st.sampled_from(
    ["password", "=", ":", '"', "\\", "'", " ", "token", "--", "Bearer ", "ghp_", LONG, "://", "@", "\n", "\ud800", "é",
     "-----BEGIN PRIVATE KEY-----", "mysql", " -p", "eyJ", ".", "{", "[", "]", ",", STAND_IN]
)  # fmt: skip
WORDS = st.lists(PIECES, max_size=12).map("".join)
JSON = st.recursive(
    st.none() | st.integers() | WORDS, lambda of: st.lists(of) | st.dictionaries(WORDS, of), max_leaves=8
)


@given(JSON)
@example({"token": {"password": ["a", {"b": "c"}]}})
def test_json_stays_json_of_the_same_shape(value: object) -> None:
    def shape(it: object) -> object:
        if isinstance(it, dict):
            return [shape(each) for each in it.values()]
        return [shape(each) for each in it] if isinstance(it, list) else None

    assert shape(json.loads(redacted(json.dumps(value)))) == shape(value)


def test_json_too_deep_to_read_is_still_redacted() -> None:
    deep = "[" * 100_000 + '{"password":"abc"}' + "]" * 100_000
    assert '"password":"[secret]"' in redacted(deep)


HOSTILE = [
    "the quick brown fox steps past a single access ", "password", 'password="', "--token ", "eyJ", "eyJaaaaaaaa.",
    "mysql -p ", "-----BEGIN PRIVATE KEY-----",
    "://a:b", "bearer ", "sk-a", "glpat-", "_password=x ", 'password=\\"', "-",
    "a", " ", "curl -u a:", "token" + " " * 50,
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.parametrize("as_json", [False, True])
def test_time_grows_with_the_length_alone(piece: str, *, as_json: bool) -> None:
    text = piece * (1_000_000 // len(piece)) + " token=abc"
    text = json.dumps({"command": text}) if as_json else text
    started = time.process_time()
    assert STAND_IN in redacted(text)
    assert time.process_time() - started < 1  # about 0.1 s; what is tried twice for each character takes minutes
