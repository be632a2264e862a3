"""Which options of known programs run something, write something, or lead it to a configuration of others."""

from countermark.rules.shell.options import OptionTable, options

PAGER = options("oOkTP", "log-file LOG-FILE lesskey-file lesskey-src lesskey-content tag-file")
EDITOR = options("cSuUwWsie", "cmd startuptime listen server remote-send remote-expr eval load script")
# A test runner is meant to run the project's code, not code from elsewhere or into other files.
RUNNER = options(
    "r",
    "require import loader experimental-loader env-file setup-files global-setup output-file outputFile "
    "preset runner transform resolver environment rootDir root dir coverage-directory "
    "coverageDirectory updateSnapshot config-file",
    harmless="run env coverage",
)
NODE_PACKAGES = options(
    "C",
    "script-shell node-options userconfig globalconfig prefix local-prefix dir cwd shell editor viewer git "
    "use-yarnrc modules-folder global-folder scripts-prepend-node-path config registry",
)

OPTIONS: dict[str, OptionTable] = {
    **dict.fromkeys(("less", "more", "most"), PAGER),
    **dict.fromkeys(("vim", "vi", "nvim", "view", "vimdiff", "nano", "emacs", "ed", "ex"), EDITOR),
    **dict.fromkeys(("npm", "yarn", "pnpm", "bun"), NODE_PACKAGES),
    "ack": options("", "pager ackrc output"),
    "ag": options("pz", "pager search-zip path-to-ignore"),
    "base64": options("o", "output"),
    "bat": options("", "pager config-file config-dir generate-config-file diagnostic"),
    "batcat": options("", "pager config-file config-dir generate-config-file diagnostic"),
    "black": options("", "config python-cell-magics"),
    "cargo": options("ZC", "config manifest-path target-dir out-dir artifact-dir build-plan"),
    "cmake": options("PE", "build install open system-information"),
    "date": options("sf", "set file"),
    "diff": options("l", "paginate"),
    "env": options("S", "split-string", valued="uC"),
    "diff3": options("", "diff-program"),
    "dmesg": options("cCDEnw", "clear read-clear console-off console-on console-level"),
    "ctest": options("SDMT", "script build-and-test dashboard"),
    "docker": options("Hcvo", "host config context tlscacert entrypoint volumes rmi mount privileged output secret ssh "
                      "allow build-context network add-host push cache-to metadata-file iidfile"),
    "eslint": options("co", "output-file config rulesdir plugin resolve-plugins-relative-to parser format "
                      "cache-location cache-file init stdin-filename env-info"),
    "fd": options("xXl", "exec exec-batch list-details", valued="tegEd"),
    "fdfind": options("xXl", "exec exec-batch list-details", valued="tegEd"),
    "file": options("mCfzZS", "magic-file compile files-from uncompress uncompress-noreport no-sandbox", valued="FPe"),
    "flake8": options("", "config append-config output-file tee install-hook"),
    "fzf": options("", "preview bind listen history"),
    "gh": options("XfFw", "method field raw-field input web hostname", valued="qtLRs"),
    "go": OptionTable("", tuple("exec toolexec o c C modfile overlay ldflags gcflags asmflags gccgoflags compiler "
                            "vettool coverprofile cpuprofile memprofile blockprofile mutexprofile outputdir trace "
                            "pkgdir w u fix".split()), one_dash=True),
    "hostname": options("bF", "boot file"),
    "install": options("s", "strip strip-program"),
    "journalctl": options("DM", "vacuum-size vacuum-time vacuum-files rotate flush sync relinquish-var setup-keys "
                          "update-catalog cursor-file directory root image machine"),
    "jq": options("fL", "from-file library-path"),
    "kubectl": options("s", "kubeconfig token server as context cluster raw", valued="nlo", harmless="c"),
    "make": options("fCIEeoW", "file makefile directory include-dir eval environment-overrides", harmless="f"),
    "lsof": options("D"),
    "man": options("PHCMpTXZEL", "pager html config-file manpath preprocessor troff-device gxditview ditroff"),
    "mypy": options("", "install-types config-file python-executable cache-dir junit-xml shadow-file "
                    "any-exprs-report cobertura-xml-report html-report linecount-report linecoverage-report "
                    "lineprecision-report txt-report xml-report xslt-html-report xslt-txt-report"),
    **dict.fromkeys(("pip", "pip3"), options("i", "index-url extra-index-url find-links trusted-host proxy")),
    "poetry": options("CP", "directory project"),
    "prettier": options("", "config plugin config-precedence cache-location stdin-filepath"),
    "psql": options("foLv", "file output log-file set variable"),
    "pylint": options("", "load-plugins rcfile init-hook output output-format generate-rcfile"),
    "pyright": options("pv", "project createstub venvpath pythonpath venv-path"),
    "pytest": options("co", "config-file override-ini rootdir confcutdir basetemp junitxml junit-xml log-file debug "
                      "cov-config html pastebin report-log result-log", valued="kmnrWp", harmless="co cov"),
    "rg": options("z", "pre hostname-bin search-zip", valued="ABCEefgjMmrtT", harmless="pre-glob"),
    "rsync": options("eMT", "rsh rsync-path daemon config log-file write-batch only-write-batch read-batch "
                     "remote-option temp-dir partial-dir backup-dir remove-source-files", harmless="log re"),
    "ruff": options("o", "output-file config cache-dir add-noqa watch extension"),
    "scp": options("oSFJD"),
    "sdiff": options("o", "output diff-program"),
    "sftp": options("oSFJDb"),
    "shuf": options("o", "output"),
    "sort": options("oT", "output compress-program temporary-directory files0-from", valued="kStT"),
    "split": options("", "filter"),
    "ssh": options("oFEISwDLRJPiW", valued="plbcem"),
    "sqlite3": options("", "cmd init"),
    "ss": options("KDF", "kill diag filter"),
    "tar": options("IFxcruAU", "to-command use-compress-program checkpoint-action info-script new-volume-script "
                   "rsh-command rmt-command remove-files extract get create append update catenate concatenate delete "
                   "index-file files-from add-file", valued="fbCTXVKLNHg", harmless="file"),
    "tree": options("oR", "output infofile gitfile", valued="LPI"),
    "tsc": OptionTable("", tuple("outdir outfile declarationdir tsbuildinfofile generatetrace generatecpuprofile init "
                             "emitdeclarationonly".split()), one_dash=True),
    "unzip": options("donfu"),
    "uv": options("i", "index-url extra-index-url index default-index find-links with with-editable with-requirements "
                  "env-file directory project"),
    "uvicorn": options("", "host uds fd env-file ssl-keyfile log-config"),
    "venv": options("", "clear upgrade"),
    "wget": options("eioaPOKr", "execute input-file config output-file append-output output-document directory-prefix "
                    "use-askpass post-file body-file save-cookies load-cookies rejected-log warc-file "
                    "warc-tempdir recursive mirror hsts-file post-data method", valued="UtTwQ"),
    "xxd": options("r", "revert"),
    "yq": options("is", "inplace in-place split-exp split-exp-file from-file "
                  "security-enable-system-operator", valued="oIp"),
    "zip": options("TmO", "test unzip-command move output-file"),
}  # fmt: skip

# All that curl may be given and still only fetch and print; it has more than 250 options.
CURL_LETTERS = frozenset("sSfiIvkgN46#0")
CURL_VALUED = frozenset("HmAXrow")
CURL_NAMES = frozenset(
    "silent show-error fail fail-with-body include head verbose insecure globoff no-buffer ipv4 ipv6 "
    "progress-bar compressed http1.1 http2 tlsv1.2 version help no-progress-meter".split()
)
CURL_VALUED_NAMES = frozenset(
    "header request max-time connect-timeout user-agent range retry retry-delay output write-out".split()
)
# Programs with an operand that they write to or act on: how many operands they may have and still only read.
MOST_OPERANDS = {"uniq": 1, "xxd": 1, "hostname": 0, "domainname": 0, "printenv": 1, "rm": 1, "venv": 1}
VALUED = {"uniq": "fsw", "xxd": "slcgo"}
# Of interpreters: what only tells something, and what takes no value.
INFORMS = frozenset("--version -V -v --help -h -VV --versions".split())
PLAIN_FLAGS = frozenset("-u -B -I -E -s -S -O -OO -q -b -i -x --test --watch".split())
# A switch of the shell's own `[` evaluates an array's index, and with it any substitution.
TESTS = frozenset({"-v", "-R"})
