"""Known programs: what makes them run or write something, and which of their words name files."""

import pytest

from countermark.rules.shell.lines import Opaque
from countermark.rules.shell.programs import INPUT, danger_in, path_words
from countermark.rules.shell.strict import read_strict

DANGEROUS = [
    "git log --output=x", "git log --outp x", "git -c a=b log", "git -C /x log", "git grep -Ofoo x",
    "git branch -D main", "git branch new", "git tag x", "git foo", "git config a b", "git remote add a b",
    "git diff --ext-diff", "find . -delete", "find . -exec rm {} ;", "sed -i s/a/b/ x", "sed s/a/b/e x",
    "sed 's/a/b/w f' x", "sed -n '1e rm' x", "sed -n -f x y", "sed 'w f' x", "sed '1~2w x' f", "rg --pre=x y",
    "rg -z x", "sort -o x y", "sort -nox y", "sort --out=x", "sort --compress-prog=x", "awk 'BEGIN{system(1)}'",
    'awk \'{print > "f"}\'', 'awk \'{print | "sh"}\' x', "awk -f x", 'awk \'a + /"/ ; print > "f" ; x = "/"\'',
    "xargs rm", "timeout 5 rm", "env FOO=1 rm", "sudo -uroot rm x", "nice rm", "tar --to-command=x -tf a",
    "tar xf a", "curl -o x http://a", "curl -sHA -o x", "curl file:///etc/passwd", "curl -d x http://a",
    "curl -X POST http://a", "wget http://a -O x", "uniq a b", "xxd a b", "date -s x", "date 1010", "tree -o x",
    "file -C", "less +!x y", "python x.py", "python -c x", "python", "python -m http.server", "bash", "bash -c x",
    "sh x.sh", "node -e x", "perl -pe x", "make test SHELL=x", "make test deploy", "npm test --script-shell=x",
    "npm test -- --require ./x", "pytest --basetemp=x", "go test -exec x ./...", "go test -o x", "jq -f x",
    "yq -i x", "printf -v x y", "[ -v 'a[$(x)]' ]", "docker run a b", "find -files0-from x", "man -P x ls",
    "vim -c '!x'", "ssh h x", "ssh -oProxyCommand=x h", "gh api -X POST x", "sqlite3 x .shell", "git fetch ext::sh",
    "git archive -o x", "env -S 'rm x'", "command rm x", "git symbolic-ref HEAD x", "git config --edit",
    "git bisect run x", "git diff --no-index --output=x a b", "git branch -m x", "git tag -d x",
    "git worktree add x", "git notes add", "git submodule update", "git reflog expire", "git remote -v update",
    "git ls-remote --upload-pack=x y", "git cat-file --filters x", "git --exec-path=x log", "git rebase --exec x",
    "git difftool -x y", "git clone -c a=b x", "sed --in-place s/a/b/ x", "sed -ni p x", "sed -E -i.bak p x",
    "sed 's/a/b/we' x", "sed 'r /etc/passwd' x", "sed '/[/]x/w f/' x", "sed --expression='w f' x",
    "sed -e p -e 'w f' x", "gawk -i inplace '{print}' x", 'awk \'{getline x < "f"}\'',
    'awk \'{print ENVIRON["A"]}\'', 'awk \'@load "x"\'', 'awk \'BEGIN{print "a" | "sh"}\'',
    'awk \'{ close("x") }\'', "awk -v a=b -f x", 'awk \'/[]/]"/ {print > "f"} /"/\'', "find . -fprint x",
    "find . -okdir x {} +", "fd -x rm", "fd --exec rm", "rg --hostname-bin=x y", "sort --compress-program x y",
    "sort -T x y", "tar -xf a", "tar -cf a b", "tar --checkpoint-action=exec=x -tf a", "tar tf a -I x",
    "xargs -n 1 rm", "xargs -I{} sh -c x", "nohup x", "stdbuf -oL x", "sudo -u root x", "command x",
    "docker exec c x", "npx x", "uv run x", "poetry run x", "bundle exec x", "curl -O http://a",
    "curl --output x http://a", "curl -K x", "curl -T x http://a", "curl -F a=@b http://a",
    "curl --data x http://a", "curl -H @x http://a", "curl -XPOST http://a", "curl --next http://a",
    "curl -c x http://a", "curl -so x http://a", "curl --upload-file x y", "wget --post-file=x y", "wget -i x",
    "python -m", "python3 -m http.server 80", "python - x", "python -ic x", "ruby x", "node x.js", "node -r ./x y",
    "bash -lc x", "sh", "zsh x", "perl -i -pe x y", "php -r x", "deno run x", "make -f x", "make -C x", "make CC=x",
    "make --eval=x", "npm test --prefix x", "npm test --script-sh=x", "yarn test --cwd x", "pnpm test -C x",
    "npm test -- --loader x", "npm test -- --reporter=./x.js", "vitest --reporter ./x.js",
    "jest --globalSetup x --rootDir y", "pytest -c x", "pytest -o a=b", "pytest --junitxml=x", "pytest --rootdir=x",
    "mypy --python-executable=x", "mypy --install-types", "mypy --html-report x", "ruff check --config x",
    "ruff check --output-file=x", "eslint -c x", "eslint -o x", "eslint --rulesdir x", "cargo test --config x",
    "cargo test -Z x", "cargo test --manifest-path x", "go vet -vettool=x", "go test --exec=x", "go build -o x",
    "go env -w A=b", "go test -coverprofile=x", "tsc --outDir x", "tsc --noEmit false", "tsc @x", "jq -rf x y",
    "jq -L x .", "yq --inplace x y", "yq -s x y", "tree --output x", "less -o x y", "less +v x", "man --pager=x ls",
    "vim -S x", "vim +q", "date -s 10:00", "date --set=x", "hostname x", "uniq -c a b", "xxd -r a", "diff -l a b",
    "sdiff -o x a b", "journalctl --vacuum-time=1s", "dmesg -C", "ss -K", "ssh -F x h", "scp -o ProxyCommand=x a b",
    "rsync -e x a b", "rsync --rsh=x a b", "gh pr view --web", "gh api x -f a=b", "kubectl get x --kubeconfig=y",
    "docker ps -H x", "psql -c '\\! x'", "sqlite3 x 'select writefile(1,2)'", "sqlite3 x", "psql -f x",
    "test -v 'a[$(x)]'", "printf -vx y", "split --filter=x y", "file -m x y", "base64 -o x y", "shuf -o x y",
    "zip -TT x y z", "unzip x -d y", "ed x -s", "install -s x y", "cmake -P x", "cmake --build x",
    "flake8 --config=x", "pylint --load-plugins=x", "bat --pager=x y", "ag --pager x y", "ack --pager=x y",
    "fzf --preview x", "time x", "env x", "setsid x", "curl --silent --max-time 5 http://x", "curl -fsSL https://x",
    "curl -sI http://x", "curl -sS -m 5 -H 'A: b' -X GET https://x", "curl -sSfL -H 'A: b' https://x",
    "git stash drop", "git stash clear", "git checkout -f x", "git push --force", "git push https://x y",
    "git reset --hard", "git commit --no-verify", "pip install -i x y", "uv pip install --index-url=x y",
    "docker build http://x", "go run x.com/y", "ps e", "ps -E", "mvn -Dexec=x test", "gradle -I x",
    "gradle test deploy", "npm audit fix", "npm ci x", "bash -n -c x",
]  # fmt: skip
HARMLESS = [
    "git log --oneline -n 5 -- src", "git diff --stat HEAD~1", "git branch -a", "git branch --list 'x*'",
    "git status -sb", "git show HEAD:src/x", "git tag -l", "git stash list", "git remote -v",
    "git config --get user.name", "find . -name '*.py' -not -path './x/*' -type f", "sed -n '1,50p' x",
    "sed 's/a/b/g' x", "sed -e 's/a/b/' -e '/x/d' f", "sed -n '/a/,/b/p;5q' x", "sed -E 's#(a|b)#\\1#g'",
    "rg -n foo src -tpy -A3", "sort -u -k2,2n -t, x", "sort -rn", "awk '{print $1}' x",
    "awk -F: '{ print $1, $NF }'", "awk 'NR>=5 && NR<=10' x", "awk '/foo|bar/ {c++} END {print c}' x",
    "awk '{s+=$1} END {print s/NR}'", "grep -rn foo --include=*.py src", "curl -s http://localhost:80/x",
    "date +%s", "date -u +%F", "uniq -c", "uniq -f 1 x", "tar -tzf x", "tar tvf x", "ls -la", "python --version",
    "node -v", "npm test", "npm test -- --reporter=verbose -t x", "pytest -q -k x tests",
    "pytest -p no:cacheprovider -x", "mypy src", "ruff check .", "go test ./... -run X -v -count=1", "go vet ./...",
    "cargo test -- --nocapture", "jq -r '.a[]' x", "jq .", "tsc --noEmit -p x", "command -v rm", "printf '%s' x",
    "[ -f x ]", "docker ps -a", "gh pr view 5 --json title", "kubectl get pods -n x", "head -n 5 x", "wc -l x",
    "make -j 8", "git ls-files", "git rev-parse --show-toplevel", "git grep -n foo",
    "git log --format=%H --since=x --text", "git diff --name-only", "git log -p", "git log -S'x' --all",
    "git show --stat", "git blame -L 1,5 x", "git ls-files -o", "git branch --show-current",
    "git branch --merged main", "git tag --list 'v*'", "git tag -n3 -l", "git worktree list", "git reflog show",
    "git remote get-url origin", "git config --list", "git stash show", "git symbolic-ref HEAD",
    "git rev-list --count HEAD", "git cat-file -p HEAD", "git diff --text", "git shortlog -sn",
    "git grep -e foo -A 3", "sed -n 5p x", "sed 10q x", "sed '$d' x", "sed -e 's|a|b|' x",
    "sed 's/[[:space:]]*$//' x", "sed 's/\\.py$//'", "sed -n '/^a/{p;q}' x", "sed '/^#/d;/^$/d' x",
    "sed --expression=p x", "sed 's/a\\/b/c/' x", "awk 'NR==3'", 'awk \'{print NR": "$0}\' x',
    "awk 'length($0) > 80' x", "awk '!seen[$0]++'", "awk -v n=3 'NR<=n'", "awk '{print $1 / $2}'",
    "awk -F'\\t' '$3 ~ /^x/ {print $2}' x", 'awk \'{printf "%s\\n", $1}\' x', 'awk \'BEGIN{FS=","} {print $2}\' x',
    "awk '{ if ($1 != 0) print substr($2, 1, 3) }'", "find . -maxdepth 2 -newer x -print",
    "find src -type d -empty", "fd -e py foo", "rg -l --glob '*.py' foo", "rg --pretty foo", "tar -tvf x",
    "tar --list --file=x", "date -d yesterday +%F", "date", "hostname", "less x", "uniq -d", "jq '.a | map(.b)' x",
    "jq -e --arg a b .", "yq '.a' x", "pytest tests/unit -k 'a or b' -x -q --tb=short",
    "pytest --cov=src --cov-report=term", "npm run lint", "npm ls", "yarn test", "vitest run --reporter=verbose",
    "jest -t x --coverage", "mypy --strict src", "ruff format --check .", "eslint src --ext .ts",
    "prettier --check .", "cargo test --workspace", "cargo clippy -- -D warnings", "go test -run X ./...",
    "go list -e -m all", "tsc -p . --noEmit", "make", "make -j4", "node --version", "python3 -V", "ruby -v",
    "docker logs -f --tail 5 c", "docker compose ps", "kubectl describe pod x -n y", "gh run list --limit 5",
    "gh issue view 5 --comments", "printf '%s\\n' x", "test -f x", "[ -n x ]", "stat -c %s x", "du -sh .",
    "tree -L 2 -I node_modules", "file x", "diff -u a b", "journalctl -u x -n 50 --no-pager", "ps aux",
    "command -V ls", "unzip -l x", "base64 x", "cmake --version", "unknown --output=x -exec rm",
    "curl -sS http://localhost:8080/x", "curl --silent --max-time 5 127.0.0.1:80", "git stash", "git stash pop",
    "git push origin main", "git commit -m 'a b'", "git checkout -b x", "docker build -t x .", "go run .",
    "mvn test", "gradle test", "npm ci", "bash -n x.sh", "eslint --fix src", "ruff check --fix .",
]  # fmt: skip
WITH_SUBCOMMAND = frozenset(
    {
        "git",
        "npm",
        "go",
        "make",
        "cargo",
        "yarn",
        "pnpm",
        "gh",
        "docker",
        "kubectl",
        "ruff",
        "pip",
        "uv",
        "mvn",
        "gradle",
    }
)


def words_of(line: str) -> tuple[str, ...]:
    commands = read_strict(line)
    if isinstance(commands, Opaque):
        return tuple(line.replace("'", "").split())
    [command] = commands
    return command.words


@pytest.mark.parametrize("line", DANGEROUS)
def test_danger(line: str) -> None:
    danger = danger_in(words_of(line), named=1)
    assert danger == INPUT or danger in words_of(line)[1:]


@pytest.mark.parametrize("line", HARMLESS)
def test_no_danger(line: str) -> None:
    words = words_of(line)
    assert danger_in(words, named=2 if words[0] in WITH_SUBCOMMAND else 1) is None


def test_what_a_rule_spells_out_is_no_danger_and_what_follows_is() -> None:
    words = ("find", ".", "-delete", "-exec", "rm", "{}", ";")
    assert danger_in(words) == "-delete"
    assert danger_in(words, named=3) == "-exec"
    assert danger_in(words, named=4) is None
    assert danger_in(("timeout", "5", "find", ".", "-delete"), named=3) == "-delete"
    assert danger_in(("python", "-m", "pytest", "-c", "x"), named=3) == "-c"
    assert danger_in(("python", "-m", "pytest", "-q"), named=3) is None
    assert danger_in(("python", "x.py", "-c"), named=2) is None
    assert danger_in(("sudo", "-u", "root", "ls"), named=4) is None


def test_a_program_is_known_by_any_path() -> None:
    assert danger_in(("/usr/bin/find", ".", "-delete"), named=1) == "-delete"
    assert danger_in(("./FIND.exe", ".", "-delete"), named=1) == "-delete"


def test_an_option_is_known_in_all_its_forms() -> None:
    for option in ("-o", "-ox", "-nox", "-uno", "--output", "--output=x", "--out", "--o=x"):
        assert danger_in(("sort", option, "a"), named=1) == option
    for option in ("-to", "-k2,o", "--reverse", "-"):
        assert danger_in(("sort", option, "a"), named=1) is None


def test_two_dashes_end_the_options_only_where_they_cannot_be_a_value() -> None:
    assert danger_in(("git", "log", "--", "--output=x"), named=2) is None
    assert danger_in(("git", "log", "-S", "--", "--output=x"), named=2) == "--output=x"


@pytest.mark.parametrize(
    ("line", "paths"),
    [
        ("cat -n a b", "a b"),
        ("cat -", ""),
        ("grep -rn foo src", "src"),
        ("grep -E foo /etc/passwd", "/etc/passwd"),
        ("grep -e foo bar", "foo bar"),
        ("grep -ffile x", "file x"),
        ("rg -E utf8 foo x", "utf8 x"),
        ("sed -n 1p f", "f"),
        ("sed -f a b", "a b"),
        ("awk '{print}' f", "f"),
        ("awk -f a b", "a b"),
        ("git diff --stat -- src", "src"),
        ("git log --output=x", "x"),
        ("dd if=/a of=b", "if=/a if /a of=b of b"),
        ("scp h:/x y", "h:/x h /x y"),
        ("ls -la src", "src"),
        ("cc -Ifoo -o x y.c", "foo x y.c"),
        ("head -n 5 x", "5 x"),
        ("head -5 x", "x"),
        ("tool --a=b -c d", "b d"),
        ("echo /etc/passwd", ""),
        ("cat ~/x src/*", "~/x src/*"),
        ("wc -l -- -x", "-x"),
    ],
)
def test_path_words(line: str, paths: str) -> None:
    assert set(path_words(words_of(line))) == set(paths.split())
