#!/bin/sh
# Asks a person at the Countermark desk about a plan, by files alone: needs a POSIX shell, no jq, no network.
# The protocol is described in docs/reference/response-files.md; the options and exit codes in README.md.
set -u
LC_ALL=C
export LC_ALL
umask 077

usage='usage: countermark-plan.sh [--summary TEXT] [--workspace FOLDER] [--conversation ID]
                           [--timeout SECONDS] [--folder FOLDER] [PLAN.md | -]'

say() { printf 'countermark-plan: %s\n' "$1" >&2; }
fail() { say "$2"; exit "$1"; }

# Reads one flat JSON object from stdin, strictly: anything else is malformed. Prints the feedback in the escapes of
# printf's %b, so that every byte of it comes out as it was. The token comes by the environment, not by a command line.
# Exit: 0 approved, 1 rejected, 6 withdrawn, 10 another token, 11 malformed, 12 refused.
reader='
function malformed() { is_bad = 1; exit 11 }
function skip() { while (substr(text, at, 1) ~ /^[ \t\r\n]$/) at++ }
function octal(number) { return sprintf("\\0%03o", number) }
function encoded(number) {
  if (number == 0 || (number >= 55296 && number <= 57343)) number = 65533
  if (number < 128) return octal(number)
  if (number < 2048) return octal(192 + int(number / 64)) octal(128 + number % 64)
  if (number < 65536)
    return octal(224 + int(number / 4096)) octal(128 + int(number / 64) % 64) octal(128 + number % 64)
  return octal(240 + int(number / 262144)) octal(128 + int(number / 4096) % 64) \
    octal(128 + int(number / 64) % 64) octal(128 + number % 64)
}
function hex(  digit, number, i) {
  number = 0
  for (i = 0; i < 4; i++) {
    digit = index("0123456789abcdef", tolower(substr(text, at + i, 1)))
    if (digit == 0 || substr(text, at + i, 1) == "") malformed()
    number = number * 16 + digit - 1
  }
  at += 4
  return number
}
function from_hex(  first, second, before) {
  first = hex()
  if (first >= 55296 && first <= 56319 && substr(text, at, 2) == "\\u") {
    before = at
    at += 2
    second = hex()
    if (second >= 56320 && second <= 57343) return encoded(65536 + (first - 55296) * 1024 + second - 56320)
    at = before
  }
  return encoded(first)
}
function escaped(  letter) {
  letter = substr(text, at + 1, 1)
  at += 2
  if (letter == "u") return from_hex()
  if (letter == "" || !(letter in escapes)) malformed()
  return escapes[letter]
}
# The pieces are gathered in parts: adding each to all of a long text would take minutes.
function string(  out, part, next_one) {
  if (substr(text, at, 1) != "\"") malformed()
  at++
  out = part = ""
  while ((next_one = substr(text, at, 1)) != "\"") {
    if (length(part) > 4096) { out = out part; part = "" }
    if (next_one == "\\") part = part escaped()
    else {
      if (!match(substr(text, at, 512), /^[^"\\\001-\037]+/)) malformed()
      part = part substr(text, at, RLENGTH)
      at += RLENGTH
    }
  }
  at++
  return out part
}
function value(  word) {
  if (substr(text, at, 1) == "\"") return string()
  if (!match(substr(text, at, 64), /^(true|false|null|-?[0-9][0-9.eE+-]*)/)) malformed()
  word = substr(text, at, RLENGTH)
  at += RLENGTH
  return "(" word ")"
}
function member(  name) {
  skip()
  name = string()
  skip()
  if (name in fields || substr(text, at, 1) != ":") malformed()
  at++
  skip()
  fields[name] = value()
  skip()
}
BEGIN {
  escapes["\""] = "\""; escapes["\\"] = octal(92); escapes["/"] = "/"; escapes["b"] = octal(8)
  escapes["f"] = octal(12); escapes["n"] = octal(10); escapes["r"] = octal(13); escapes["t"] = octal(9)
  codes["approved"] = 0; codes["rejected"] = 1; codes["withdrawn"] = 6; codes["refused"] = 12
}
{ text = text $0 "\n" }
END {
  if (is_bad) exit 11
  at = 1
  skip()
  if (substr(text, at, 1) != "{") malformed()
  do { at++; member() } while (substr(text, at, 1) == ",")
  if (substr(text, at, 1) != "}") malformed()
  at++
  skip()
  if (at <= length(text) || !("decision" in fields) || !(fields["decision"] in codes)) malformed()
  # A refusal may come without a token: of a file that could not be read the hub knows none.
  if (!("token" in fields) && fields["decision"] != "refused") malformed()
  if ("token" in fields && fields["token"] != ENVIRON["COUNTERMARK_PLAN_TOKEN"]) exit 10
  if ("planId" in fields && fields["planId"] != ENVIRON["COUNTERMARK_PLAN_ID"]) malformed()
  if (fields["decision"] == "approved" && "behavior" in fields && fields["behavior"] != "allow") malformed()
  printf "%s", fields["feedback"]
  exit codes[fields["decision"]]
}'

summary='' workspace='' conversation='' seconds=1800 folder=''
while [ $# -gt 0 ]; do
  case $1 in
    --summary | --workspace | --conversation | --timeout | --folder)
      [ $# -ge 2 ] || fail 2 "$1 needs a value"
      case $1 in
        --summary) summary=$2 ;;
        --workspace) workspace=$2 ;;
        --conversation) conversation=$2 ;;
        --timeout) seconds=$2 ;;
        --folder) folder=$2 ;;
      esac
      shift 2
      ;;
    --help) printf '%s\n' "$usage"; exit 0 ;;
    --) shift; break ;;
    -?*) fail 2 "there is no option $1
$usage" ;;
    *) break ;;
  esac
done
[ $# -le 1 ] || fail 2 "one plan at a time
$usage"
source=${1:--}
case $seconds in '' | 0* | *[!0-9]* | ??????*) fail 2 '--timeout is a whole number of seconds, from 1 to 86400' ;; esac
[ "$seconds" -le 86400 ] || fail 2 '--timeout is a whole number of seconds, from 1 to 86400'

if [ -z "$workspace" ]; then
  workspace=$(pwd)
elif ! workspace=$(cd -- "$workspace" 2>/dev/null && pwd); then
  fail 2 'the workspace is no folder'
fi
case $workspace$conversation in *[[:cntrl:]]*) fail 2 'control characters in the workspace or in the conversation' ;; esac

if [ -z "$folder" ]; then
  if [ -n "${COUNTERMARK_HOME:-}" ]; then
    case $COUNTERMARK_HOME in
      '~'/*) folder=${HOME:?}${COUNTERMARK_HOME#'~'}/plans ;;
      *) folder=$COUNTERMARK_HOME/plans ;;
    esac
  elif [ "$(uname -s)" = Darwin ]; then
    folder="${HOME:?}/Library/Application Support/Countermark/plans"
  else
    case ${XDG_DATA_HOME:-} in
      /*) folder=$XDG_DATA_HOME/countermark/plans ;;
      *) folder=${HOME:?}/.local/share/countermark/plans ;;
    esac
  fi
fi
case $folder in /*) ;; *) folder=$(pwd)/$folder ;; esac
home=${folder%/*}

mkdir -p -- "$home" && { [ -d "$folder" ] || mkdir -- "$folder" || [ -d "$folder" ]; } || fail 4 "$folder cannot be made"
is_ours() { [ -n "$(find "$1" -prune -type "$2" -user "$(id -u)" ! -perm -020 ! -perm -002 2>/dev/null)" ]; }
is_ours "$folder" d || fail 4 "$folder is no folder of your own, or others can write in it"

random() { od -An -v -N "$1" -tx1 /dev/urandom | tr -d ' \n'; }
began=$(date +%s)
token=$(random 32)
id="plan-$began-$(random 4)"
[ ${#token} -eq 64 ] || fail 4 'there are no random numbers'
plan=$folder/$id.md waiting=$folder/$id.waiting response=$folder/$id.response unfinished=$folder/.$id.unfinished

# What is left of a response that was not taken stays for who looks later.
leave() { rm -f -- "$waiting" "$unfinished" "$plan"; }
trap leave EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
trap '' PIPE

write_new() ( set -C; cat >"$1" )
json() { printf '%s' "$1" | tr '\000-\037\177' ' ' | sed 's/[\\"]/\\&/g'; }

if [ "$source" = - ]; then
  write_new "$plan" || fail 4 'the plan cannot be written'
else
  [ -f "$source" ] && [ -r "$source" ] || fail 2 "there is no file $source"
  write_new "$plan" <"$source" || fail 4 'the plan cannot be written'
fi
printf '{"planId": "%s", "token": "%s", "pid": %s, "createdAt": %s000, "timeoutSeconds": %s, "summary": "%s", "workspace": "%s", "conversation": "%s"}\n' \
  "$id" "$token" "$$" "$began" "$seconds" "$(json "$summary")" "$(json "$workspace")" "$(json "$conversation")" |
  write_new "$unfinished" || fail 4 'the folder takes no files'
ln -- "$unfinished" "$waiting" || fail 4 'the folder takes no files'
rm -f -- "$unfinished"

# The answer is with the agent before its file goes: that it is gone tells the hub so.
tell() {
  printf '%b' "$words" || fail 4 'the answer cannot be written out'
  rm -f -- "$response"
}

look() {
  is_ours "$response" f || fail 4 'the response is no file of your own; this plan is not approved'
  words=$(COUNTERMARK_PLAN_TOKEN=$token COUNTERMARK_PLAN_ID=$id awk "$reader" <"$response")
  code=$?
  case $code in
    0 | 1) tell; exit $code ;;
    6) tell >&2; exit 6 ;;
    10) say 'a response with another token was removed'; rm -f -- "$response" ;;
    12) tell >&2; exit 4 ;;
    *) fail 4 'the response cannot be understood; this plan is not approved' ;;
  esac
}

is_said=''
while :; do
  if [ -e "$response" ] || [ -L "$response" ]; then look; fi
  now=$(date +%s)
  [ "$now" -lt $((began + seconds)) ] || break
  if [ -z "$is_said" ] && [ "$now" -ge $((began + 3)) ] && [ ! -e "$home/hub.json" ]; then
    is_said=yes
    say 'no hub runs; the plan waits until one does: `countermark serve`, or `countermark open`'
  fi
  sleep 0.3 2>/dev/null || sleep 1
done
say 'nobody answered in time; this plan is neither approved nor refused'
[ -e "$home/hub.json" ] || exit 3
exit 5
