"""Lines that try to get past the rules of `deciding.py`, by the class of the trick, and what is to be said to each."""

ALLOW, ASK, DENY = "allow", "ask", "deny"

CASES: dict[str, dict[str, list[str]]] = {
    "plain": {
        ALLOW: [
            "git log", "git log -n 5", "git status -sb", "git diff HEAD~1", "git diff HEAD^ -- src", "ls",
            "ls -la src", "cat README.md", "npm test", "npm test -- -t 'a name'", "git log --format='%h %s'",
            "git log --since=2.weeks", 'cat \'a b\' "c d"', "ls ''", "git log -S'x y'", 'git log --grep="a|b"',
            "git log stash@{0}", "ls ./src/", "ls  \t -l", "  git log", "git log  ", "git diff main...HEAD",
            "git log --author=me@host.org",
        ],
        ASK: [
            "git push", "make", "node x.js", "", "   ", "\n", "true", "git", "npm", "npm run build", "LS", "Git log",
        ],
        DENY: [
            "rm x", "rm -rf /", "curl http://a", "curl",
        ],
    },
    "look-alikes": {
        ASK: [
            "git logout", "git log2", "git-log", "gitlog", "git  'lo g'", "lsof", "catx a", "npm tests", "npm testx",
            "git statusx", "git --log", "git.log", "git_log", "ls.sh", "cat.", "git difftool", "git log=x",
        ],
    },
    "other ways to the program": {
        ASK: [
            "/usr/bin/git log", "./git log", "../git log", "bin/ls", "/proc/self/root/bin/cat x", "~/ls", "./ls",
            "'git' log", '"git" log', "g'i't log", "gi\\t log", "\\git log", "\\ls", "$'git' log", "g{i}t log",
            "/usr/bin/../bin/git log", "/lib64/ld-linux-x86-64.so.2 /bin/ls", "busybox ls", "git\\ log",
        ],
        DENY: [
            "/bin/rm x", "/usr/bin/curl http://a", "./rm x", "/proc/self/root/bin/rm x", "\\rm x", "r\\m x", "'rm' x",
            '"rm" x', "r'm' x", 'r"m" x', "r''m x", '""rm x', "$'rm' x", "$'\\x72m' x", "$'\\162m' x",
            "$'\\u0072m' x", "/bin/RM x", "Rm x", "CURL http://a", "rm.exe x",
            "/lib64/ld-linux-x86-64.so.2 /bin/rm x", "busybox rm x", "toybox rm x", "r\\\nm x", "~/bin/rm x",
            "/usr/bin/../bin/rm x", "\\r\\m x", "cu''rl http://a",
        ],
    },
    "chaining": {
        ALLOW: [
            "git log && git status", "git log || git status", "git log; git status", "git log | cat", "git log;",
            "git log\ngit status", "git log\n\n\ngit status\n", "git log &&\ngit status", "git log |\ncat",
            "git log && ls; cat x | cat", "git log; \ngit status", "git log \\\n  --oneline",
        ],
        ASK: [
            "git log && make", "git log || make", "git log; make", "git log | tee", "git log\nmake", "git log & make",
            "git log &", "& git log", "git log &&", "git log ||", "git log |", "&& git log", "; git log", "| cat",
            "git log ;; ls", "git log ;& ls", "git log |& cat", "git log &&& ls", "git log ||| cat",
            "git log && && ls", "git log ; ; ls", "make\ngit log", "git log|make", "git log;make", "git log&&make",
            "git log||make", "git log\n;ls", "ls &&& ls", "ls\n&& ls", "ls\n| cat",
        ],
        DENY: [
            "git log && rm x", "git log || rm x", "git log; rm x", "git log | rm x", "git log\nrm x",
            "git log & rm x", "git log;rm x", "git log&&rm x", "git log|rm x", "git log&rm x", "rm x; git log",
            "git log |& rm x", "git log\n\n\n   rm x", "git log ;\trm x", "ls;ls;ls;ls;rm x", "git log # x\nrm x",
            "git log &&\nrm x", "git log \\\n; rm x", "git log;;rm x",
        ],
    },
    "carriage returns, blanks and hidden characters": {
        ASK: [
            "git log\rmake", "git\xa0log", "git log\xa0x", "git log\u200b", "git\u200b log", "git log \u202e x",
            "git log\u2028make", "git log\u2029make", "git log\x0bmake", "git log\x0cmake", "git log\x00make",
            "git log\x1b[2K", "git log \ufeff", "git log\u3000make", "git log ⠀", "ls ㅤ", "git log\x85make",
            "cat 'a\u200bb'", 'cat "a\u202eb"', "git log # \u202e", "ls \ud800", "ls \ue000", "ls \U000e0041",
            "ls a️", "ɡit log", "gіt log", "git log\x7f", "git log \xad", "cat \uff07a\uff07 x\u200d",
        ],
        DENY: [
            "git log\r\nrm x", "rm\tx", "\trm x", "git log;\rrm x", "git log\x00\nrm x",
        ],
        ALLOW: [
            "cat 'ü'", "cat übersicht.md", "git log --grep='naïve — “x”'", "ls\t-l", "cat 日本.txt",
        ],
    },
    "substitutions": {
        ASK: [
            "git log $(make)", "git log `make`", 'git log "$(make)"', 'git log "`make`"', "git log $((1+1))",
            "git log $X", "git log ${X}", 'git log "$X"', 'git log "${X}"', "git log ${X:-make}", "$(git log)",
            "`git` log", "git $(echo log)", "git log $[1+1]", "git log <(make)", "git log >(make)", "git log $'x'",
            'git log $"x"', 'cat "a$b"', "cat a$b", 'cat "\\$(x)$(make)"', "cat $$", "cat $!", "cat $1", "cat $@",
            "cat $*", "cat $#", "ls ${IFS}x", "git log$IFS-1", "git${IFS}log", "cat ${x@P}", "ls ${!x}",
            "cat <<< $(make)",
        ],
        DENY: [
            "git log $(rm x)", "git log `rm x`", 'git log "$(rm x)"', 'git log "`rm x`"',
            "git log $(git log $(rm x))", 'git log "a $(echo "$(rm x)")"', "git log $((1+$(rm x)))",
            "git log ${X:-$(rm x)}", "git log ${X:=`rm x`}", "git log <(rm x)", "git log >(rm x)",
            "git log `echo \\`rm x\\``", "cat <<E\n$(rm x)\nE", "cat <<E\n`rm x`\nE", 'cat <<< "$(rm x)"',
            "a=$(rm x) git log", "x[$(rm x)]=1", "[[ -n $(rm x) ]]", "case $(rm x) in a) ls;; esac",
            "for i in $(rm x); do ls; done", "echo ${a[$(rm x)]}", "git log 2>$(rm x)", ": ${x:=$(rm x)}",
            "rm${IFS}-rf${IFS}/", "rm$IFS-rf", "x=rm; $x -rf /", "x=rm y=-rf; $x $y /", "${x:-rm} y", "$x rm y",
            "{rm,-rf,/}", "{curl,http://a}", "echo $(curl http://a)", 'cat "$(cat "$(curl http://a)")"',
            "a=cu; b=rl; $a$b http://a",
        ],
        ALLOW: [
            "git log --grep='$(rm x)'", "git log --grep='`rm x`'", "cat '$HOME'", "git log --grep='a$'", 'cat "a$"',
            'cat "a\\$b"', 'cat "\\`x\\`"', 'cat "\\\\"', 'git log --grep="x\\"y"', "ls $?", 'cat "x $?"', "cat a$",
        ],
    },
    "quotes that do not end": {
        ASK: [
            "git log '", 'git log "', "git log 'a", 'cat "a', 'cat \'a"', "git log `", "git log $(", "git log ${",
            "git log \\", "cat 'a'b'", 'cat "a"b"', "cat \\'a'", "ls (", "ls )", "ls {a", "cat <<E\nx",
        ],
        ALLOW: [
            'cat \'a\'"b"c', 'cat \'"\'', 'cat "\'"', "cat 'a\nb'", 'cat "a\nb"', "cat 'a;b|c&d>e'",
            'cat "a;b|c&d>e"',
        ],
        DENY: [
            "git log '; rm x", 'git log "\nrm x', "git log ' ; rm x ; '\n rm y",
        ],
    },
    "redirections": {
        ALLOW: [
            "git log 2>&1", "git log > /dev/null", "git log 2>/dev/null", "git log >/dev/null 2>&1", "ls 2>&1 | cat",
            "git log &>/dev/null", "cat < /dev/null", "git log 1>&2", "cat <<'E'\nx\nE",
            "cat <<'E' | cat\n$(rm x)\nE", "cat << 'E' > /dev/null\n`rm x`\nE\nls",
        ],
        ASK: [
            "git log > x", "git log >> x", "git log >| x", "git log &> x", "git log &>> x", "git log >& x",
            "git log 2> x", "git log <> x", "> x git log", "git log >x >/dev/null", "git log > $X",
            "git log > ~/.bashrc", "git log 3> x", "git log >'x'", 'git log >"x"', "git log > a*", "git log >",
            "git log > ;", "git log >>|x", "git log >! x", "git log >!x", "git log {fd}>x", "git log 22>x", "cat < x",
            "cat 0< /etc/passwd", "git log >& 2x", "git log 2>&-", "git log >&-", "cat <& 3", "cat << E\nE",
            "cat <<E\nx\nE", "cat <<E'E'\nx\nEE", "cat <<'E'\nx", "cat <<'E' <<'F'\nx\nE\nF", "cat <<-E\nx\nE",
            "cat <<'E'\nx\nE \nls", "cat <<'E' > x\nx\nE", "cat <<< x", "cat <1-5>", "ls >(cat)",
            "git log > /dev/nullx", "git log > /dev/null/../../x", "git log >\nx", "git log > #x",
            "git log > /dev/tcp/a/80", "cat < /dev/tcp/a/80", "ls > x; ls", "git log | cat > x", ">x", "git log > ''",
        ],
        DENY: [
            "git log > x; rm y", "rm x > /dev/null", "> x rm y", "2>&1 rm x", "git log 2>&1 | rm x",
        ],
    },
    "assignments in front": {
        ASK: [
            "A=1 git log", "PAGER=make git log", "GIT_PAGER=x git log", "GIT_SSH_COMMAND=x git status", "A= git log",
            "A+=1 git log", "A[0]=1 ls", "LD_PRELOAD=x ls", "PATH=. ls", "A=1", "A=1; ls", "A=(1) ls", "IFS=x; ls",
            "export A=1", "export PATH=.; ls", "declare A=1; ls", "typeset PAGER=x; git log", "readonly A=1; ls",
            "unset PATH; ls", "local A=1; ls", "set -- x; ls", "env A=1 git log", "NODE_OPTIONS='-r x' npm test",
            "GIT_EXTERNAL_DIFF=x git diff", "alias ls=make; ls", "hash -p ./x ls; ls", "enable -n cat; cat",
            "shopt -s expand_aliases; ls", "BASH_ENV=x git log",
        ],
        DENY: [
            "A=1 rm x", "A=1 B=2 rm x", "env A=1 rm x", "A='rm x'; eval $A", "GIT_SSH_COMMAND='rm x' git status",
            "alias ls='rm x'; ls", "export A=1 && rm x", "PAGER='rm x' git log",
        ],
    },
    "wrappers": {
        ASK: [
            "env git log", "timeout 5 git log", "nice git log", "nohup git log", "stdbuf -oL git log",
            "xargs git log", "sudo git log", "command git log", "builtin cd", "exec git log", "time git log",
            "watch ls", "setsid ls", "ionice ls", "strace ls", "echo x | xargs cat", "doas ls", "parallel ls",
            "flock x ls", "chroot / ls",
        ],
        DENY: [
            "env rm x", "timeout 5 rm x", "timeout -k 1 5 rm x", "timeout --signal=KILL 5s rm x", "nice rm x",
            "nice -n 5 rm x", "nice --adjustment 5 rm x", "nohup rm x", "nohup rm x &", "stdbuf -o L rm x",
            "xargs rm", "xargs -0 -n 1 rm", "xargs -I {} rm {}", "ls | xargs -I{} rm {}", "sudo rm x",
            "sudo -u root rm x", "sudo -uroot rm x", "sudo -n -- rm x", "sudo -E A=1 rm x", "command rm x",
            "command -p rm x", "builtin rm x", "exec rm x", "exec -a ls rm x", "time rm x", "time -p rm x", "! rm x",
            "coproc rm x", "watch rm x", "watch -n 1 'rm x'", "setsid rm x", "ionice -c 3 rm x",
            "strace -f -o y rm x", "strace -e trace=open rm x", "doas -u root rm x", "parallel rm ::: x",
            "flock /tmp/l rm x", "flock /tmp/l -c 'rm x'", "chroot / rm x", "unshare -r rm x", "taskset 1 rm x",
            "chrt 1 rm x", "env -i nice -n 5 timeout 5 sudo rm x", "env -u A rm x", "env -S 'rm x'",
            "env --split-string='rm x'", "ssh h rm x", "ssh -p 22 u@h 'rm x'", "ssh -o ProxyCommand='rm x' h",
            "su -c 'rm x'", "su root -c 'rm x'", "script -c 'rm x' /dev/null", "find . -exec rm {} \\;",
            "find . -exec rm {} +", "find . -execdir rm {} ';'", "find . -ok rm {} \\;", "fd x -x rm", "npx rm x",
            "docker exec c rm x", "docker run --rm -it -v /:/h image rm x", "kubectl exec p -- rm x",
            "bundle exec rm x", "uv run rm x", "poetry run rm x", "systemd-run --user rm x", "sem -j 1 rm x",
            "chronic rm x", "setarch -R rm x", "git bisect run rm x", "git submodule foreach 'rm x'",
            "git rebase -x 'rm x' main", "faketime x rm y",
        ],
    },
    "interpreters": {
        ASK: [
            "sh -c 'git log'", "bash -c 'ls'", "eval ls", "eval 'git log'", "source x", ". x", ". ./x", "sh x.sh",
            "bash x", "python -c 'print(1)'", "node -e 1", "perl -e 1", "ruby -e 1", "awk 'BEGIN{}'", "echo x | sh",
            "bash -i", "zsh -c ls",
        ],
        DENY: [
            "sh -c 'rm x'", 'sh -c "rm x"', "bash -c 'rm x'", "bash -lc 'rm x'", "bash -l -c 'rm x'",
            "bash --norc -c 'rm x'", "bash -o pipefail -c 'rm x'", "zsh -c 'rm x'", "dash -c 'rm x'",
            "/bin/sh -c 'rm x'", "sh -c 'ls; rm x'", 'sh -c \'sh -c "rm x"\'', "eval rm x", "eval 'rm x'",
            'eval "rm" x', 'eval \'eval "rm x"\'', "echo 'rm x' | sh", "echo rm x | bash -s", "sh <<< 'rm x'",
            "sh <<E\nrm x\nE", "bash <<'E'\nrm x\nE", "cat <<E | sh\nrm x\nE",
            'python -c \'import os; os.system("rm x")\'',
            'python3 -c "import subprocess; subprocess.run([\'rm\', \'x\'])"',
            'node -e \'require("child_process").execSync("rm x")\'', 'perl -e \'system("rm x")\'', "ruby -e '`rm x`'",
            'ruby -e \'system "rm", "x"\'', 'awk \'BEGIN{system("rm x")}\'', 'php -r \'shell_exec("rm x");\'',
            'perl -e \'exec q(ls); system "rm", "x"\'', "trap 'rm x' EXIT", "sed '1e rm x' f",
            "git -c core.pager='rm x' log", "git -c alias.x='!rm x' x", "git -c core.sshCommand='rm x' fetch",
            "tar -cf a --checkpoint-action=exec='rm x' b", "tar -xf a --to-command='rm x'", "tar -I 'rm x' -xf a",
            "rsync -e 'rm x' a b", "rg --pre 'rm x' y", "vim -c '!rm x'", "sort --compress-program='rm x' y",
            "man -P 'rm x' ls", "xterm -e 'rm x'", "socat - EXEC:'rm x'", "nc -e 'rm x' h 1",
            'bash -c "$(echo \'rm x\')"', "sh -c '{ rm x; }'", "sh -c 'if true; then rm x; fi'",
            'deno eval \'x.run("rm x")\'',
        ],
    },
    "control structures and functions": {
        ASK: [
            "if true; then ls; fi", "for i in a; do ls; done", "while true; do ls; done", "until ls; do ls; done",
            "case a in a) ls;; esac", "{ ls; }", "(ls)", "( git log )", "! ls", "[[ -f x ]]", "((1))", "f() { ls; }",
            "f() { ls; }; f", "function f { ls; }", "ls() { make; }; ls", "git() { make; }; git log",
            "select x in a; do ls; done", "time make", "coproc ls", "let x=1", "then ls", "do ls", "fi", "}", "{",
            "ls; }", "if git log", "for git log", "in ls", "repeat 3 ls", "noglob ls", "nocorrect ls",
            "function git log", "cat() ls", "test -f x && ls",
        ],
        DENY: [
            "if true; then rm x; fi", "for i in a; do rm $i; done", "while rm x; do ls; done", "{ rm x; }", "(rm x)",
            "( (rm x) )", "((1)) && rm x", "f() { rm x; }; f", "ls() { rm x; }; ls", "function ls { rm x; }; ls",
            "case a in a) rm x;; esac", "[[ -f x ]] && rm x", "[ -f x ] || rm x", "until false; do rm x; done",
            "select x in a; do rm x; done", "(ls; (ls; rm x))", "if rm x; then ls; fi", "( ( ( rm x",
        ],
    },
    "options that run or write": {
        ASK: [
            "git log --output=x", "git log --output x", "git log --outp=x", "git diff --output=x",
            "git diff --ext-diff", "git -c a=b log", "git --git-dir=x log", "git -C x log", "git --exec-path=x log",
            "git -p log", "git --work-tree=x status", "git log --textconv", "git diff --no-index --output=x a b",
            "git status --output=x", "git log ext::sh", "git --config-env=a=b log", "npm test --script-shell=x",
            "npm test --prefix=x", "npm --prefix x test", "npm test --node-options=x", "npm test -C x",
            "npm test --userconfig=x", "npm test --script-sh x", "npm test -- --require ./x", "npm test -- -r ./x",
            "npm test -- --loader=x", "npm test -- --outputFile=x", "git log --show-signature", "find . -delete",
            "sed -i s/a/b/ x", "sort -o x y", "rg --pre x y", "tar --to-command=x -xf y", "awk 'BEGIN{system(1)}'",
            "git diff --output-x=1 --output=y", "git log --oneline --output=x",
        ],
        ALLOW: [
            "git log -- --output=x", "git diff --no-ext-diff", "git log --text", "npm test -- --reporter=dot",
        ],
    },
    "patterns, braces and the home folder": {
        ALLOW: [
            "ls src/*", "ls src/*.py", "cat a*", "ls x?z", "git diff src/[ab].py", "cat ~/x", "ls ~", "ls ~/src/*",
            "ls './*'", "cat '{a,b}'", "git log '*.py'", "cat {a}", "ls {}", "cat ./*.md", "git log --grep=x*",
        ],
        ASK: [
            "ls *", "ls *.py", "cat ?", "ls [a]", "git l*", "git l?g", "gi* log", "g?t log", "git [l]og", "ls -*",
            "git log -*", "ls {a,b}", "git {log,push}", "{git,log}", "ls {1..3}", "cat a{,.bak}",
            "git log --out{put=x,}", "ls ~root", "ls ~+", "ls ~-", "ls a=~/x", "cat x:~/y", "ls @(a)", "ls +(a)",
            "ls ?(a)", "ls !(a)", "ls *(a)", "npm te*", "git log --outp*", "c?t x", "=git log", "ls =x",
            "cat a{b,c}d", "git log -{n,p}", "~ x", "ls ''*", 'ls ""*', "git log ''-*", 'git log "-"*', "ls ~user/x",
        ],
        DENY: [
            "{rm,x}", "r{m,} x", "{r,}m x", "rm *", "rm {a,b}", "rm ~",
        ],
    },
    "comments": {
        ALLOW: [
            "git log # all of it", "# look\ngit log", "ls #", "ls # 'x", "ls # $(make)", "ls # a; make", "ls a#b",
            "ls\n# x\nls",
        ],
        ASK: [
            "ls # x\\\nmake", "#", "# git log", "ls # x\nmake", "ls #x\n#y\nmake",
        ],
        DENY: [
            "ls # x\nrm x", "ls a#;rm x", "ls '#'; rm x", "ls \\#; rm x", "#\nrm x", 'ls "#"; rm x', "ls a# b; rm x",
        ],
    },
    "cd first": {
        ALLOW: [
            "cd src && git log", "cd src && cd ../web && ls", "cd ./src && ls | cat", "cd src\nls", "cd src; ls",
            "cd ~/x && ls",
        ],
        ASK: [
            "cd src && make", "cd - && ls", "cd -P x && ls", "cd $X && ls", "cd && ls", "cd a b && ls", "cd a* && ls",
            "cd src | ls", "ls | cd src", "cd '' && ls", "cd '~/x' && ls", "pushd x && ls", "cd ~root && ls",
            "cd src & ls", "(cd src && ls)", "cd a && cd b && cd c && cd d && cd e; ls", "cd > x && ls", "cd src",
        ],
        DENY: [
            "cd / && rm -rf x", "cd /; rm x", "(cd / && rm x)", "cd $(rm x) && ls",
        ],
    },
    "here-documents, settings and timing": {
        ALLOW: [
            "cat <<'E'\nx $(evil) `evil`\nE", 'cat <<"E"\nx\nE\nls', "cat << 'E' | cat\n'\nE",
            "cat <<'E' && ls\nx\nE", "CI=1 ls", "CI=1 NO_COLOR=1 npm test", "time ls", "time cat a | cat",
            "cat <<'E'\nrm x\nE", "cat <<'E'\nE", 'git log --grep "$(cat <<\'E\'\na (b)\nE\n)"',
        ],
        ASK: [
            "cat <<'E'\nx\nE ", "cat <<'E' > x\ny\nE", "sh <<'E'\nls\nE", "cat <<'E' <<'F'\nE\nF", "cat <<'E'x\nE",
            "cat <<-'E'\nE", "cat 3<<'E'\nE", "cat <<'E'\nE\nmake", "CI=1", "CI=1; ls", "CI=$X ls", "CI=~ ls",
            "CI=1 make", "PATH=x ls", "CI=1 PATH=x ls", "TZ=/x ls", "CI='a b' ls", "CI+=1 ls", "time", "time ! ls",
            "time -p ls", "time time ls", "time { ls; }", "time A=1 ls", "time if ls",
            'git log "$(cat <<\'E\'\n$x\nE\n)"', 'git log "$(cat <<E\nx\nE\n)"',
            'git log "$(cat <<\'E\'\nx\nE\nmake)"', 'git log "$(cat x <<\'E\'\nx\nE\n)"',
            "git log $(cat <<'E'\nx\nE\n)", "cat <<'E'\n E\nE \nE",
        ],
        DENY: [
            "cat <<'E'\nx\nE\nrm x", "sh <<'E'\nrm x\nE", "cat <<'E' | sh\nrm x\nE", "CI=1 rm x",
            "cat <<'E'; rm x\ny\nE", 'git log "$(cat <<\'E\'\nx\nE\nrm x)"', "cat <<'E' && rm x\nE",
        ],
    },
    "what the oracle has found": {
        ASK: [
            "git log &>/dev/null evil", "cat &>/dev/null a", "ls &>>/dev/null; cd x &>/dev/null && ls",
        ],
        ALLOW: [
            "git log || cd src && ls", "cd src && ls &>/dev/null && ls",
        ],
        DENY: [
            "ls =~ #\nrm x",
            "'r'\\m x", "sudo > x rm y", "sudo 2> $x rm y", "xargs > x rm", "sudo <<E rm x\nE", "2>x sudo > y rm",
            "ls && sudo <<E rm x\nE", "sudo <<< a rm x", "> a sudo rm", "env > $(ls) rm x",
        ],
    },
    "too much": {
        DENY: ["git log" + " x" * 6_000, "ls;" * 60, "cat '" + "a" * 10_000 + "'", "ls " + "$(" * 3_000, "a" * 20_000],
        ALLOW: ["ls;" * 50, "cat '" + "a" * 9_000 + "'", "ls " + "x " * 4_000],
        ASK: ["ls " + "(" * 30, "ls " + "'\"" * 31 + "$"],
    },
}  # fmt: skip
