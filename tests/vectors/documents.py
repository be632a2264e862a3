"""The texts that the anchor vectors are made of: small plans in which much looks alike, and scripts of many kinds."""

from countermark.documents.markdown.blocks import BlockKind

Source = list[tuple[BlockKind, str]]  # a heading's text begins with as many # as its level

PLAN: Source = [
    ("heading", "# Move order ids to ULIDs"),
    (
        "paragraph",
        "Order ids are integers today. They leak how many orders we take, and two regions cannot hand them out.",
    ),
    ("heading", "## Steps"),
    ("item", "Add a nullable column ulid to orders and fill it for new rows.\n"),
    ("item", "Backfill ids in batches of 5,000, oldest first, with a pause of 200 ms between batches."),
    ("item", "Switch readers to the new column behind the flag orders.ulid."),
    ("item", "Drop the old column after two weeks without a read."),
    ("heading", "## Risks"),
    ("paragraph", "The backfill may slow down checkout. We watch the p95 of POST /orders and stop above 300 ms."),
    (
        "paragraph",
        "Clients that parse ids as numbers break. We know of three, and their owners have agreed to the date.",
    ),
    ("heading", "## Rollout"),
    (
        "paragraph",
        "First the staging region for a day, then eu-west, then the rest.\nEach step waits for a green dashboard.",
    ),
    ("paragraph", "Roll back by turning the flag off; the old column stays filled until the last step."),
    ("quote", "“Nobody should notice,” says the ticket — and nobody will."),
]

TWINS: Source = [
    ("heading", "# Checklist"),
    ("heading", "## Service accounts"),
    ("item", "TODO"),
    ("item", "Write the migration"),
    ("item", "Review with the team"),
    ("item", "TODO"),
    ("heading", "## Web accounts"),
    ("item", "Write the migration"),
    ("item", "Review with the team"),
    ("item", "TODO"),
    ("paragraph", "Ask the team before you begin. The team decides, and the team writes it down."),
    ("paragraph", "Ask the owners before you begin. The owners decide, and the owners write it down."),
    ("heading", "## Mobile accounts"),
    ("item", "Write the migration"),
    ("item", "Review with the team"),
    ("item", "Done"),
]

TABLE: Source = [
    ("heading", "# Limits"),
    ("cell", "Route"),
    ("cell", "Limit"),
    ("cell", "Status"),
    ("cell", "GET /orders"),
    ("cell", "100 a minute"),
    ("cell", "open"),
    ("cell", "POST /orders"),
    ("cell", "20 a minute"),
    ("cell", "open"),
    ("cell", "GET /users"),
    ("cell", "100 a minute"),
    ("cell", "done"),
    ("cell", "DELETE /users"),
    ("cell", "5 a minute"),
    ("cell", "open"),
    ("paragraph", "A limit holds for each key, not for each address."),
    ("paragraph", "Keys of partners have ten times as much."),
]

CODE: Source = [
    ("heading", "# Retry queue"),
    ("paragraph", "Failed jobs go to a queue of their own and are tried again with growing pauses."),
    (
        "code",
        (
            "def retry(job, attempts=5):\n    for attempt in range(attempts):\n        try:\n            return job()\n"
            "        except Transient as error:\n            log.warning('attempt %d failed: %s', attempt, error)\n"
            "            sleep(2 ** attempt)\n    raise GaveUp(job)\n"
        ),
    ),
    ("paragraph", "The worker calls it with the job’s own limit:"),
    ("code", "limit = job.limit or 5\nretry(job, attempts=limit)\n"),
    (
        "code",
        (
            "CREATE TABLE retries (\n  id INTEGER PRIMARY KEY,\n  job TEXT NOT NULL,\n  at INTEGER NOT NULL\n);\n"
            "CREATE INDEX retries_at ON retries (at);\n"
        ),
    ),
    ("item", "Run make migrate on staging."),
    ("item", "Run make migrate on production."),
    ("item", "Watch the queue_depth gauge; it must fall to 0 within an hour."),
]

CJK: Source = [
    ("heading", "# 注文番号の移行計画"),
    ("paragraph", "注文番号は現在整数です。注文の総数が外部に漏れるため、新しい形式に置き換えます。"),
    ("item", "新しい列を追加し、新規の行から値を入れる。"),
    ("item", "古い行は五千件ずつ埋める。各回の間に二百ミリ秒待つ。"),
    ("item", "読み取りを新しい列に切り替える。"),
    ("heading", "## 风险"),
    ("paragraph", "回填可能会拖慢结账流程。我们监控延迟，超过三百毫秒就停止。"),
    ("paragraph", "把编号当作数字解析的客户端会出错，我们已经通知了三个团队。"),
    ("heading", "## 배포"),
    ("paragraph", "먼저 스테이징에서 하루 동안 확인한 다음 유럽 지역에 배포합니다."),
    ("paragraph", "문제가 생기면 플래그를 끄고 이전 열을 다시 읽습니다."),
]

RTL: Source = [
    ("heading", "# خطة الترحيل"),
    ("paragraph", "أرقام الطلبات أعداد صحيحة اليوم، وهي تكشف عدد الطلبات التي نستقبلها كل يوم."),
    ("item", "أضف عمودًا جديدًا إلى جدول الطلبات واملأه للصفوف الجديدة."),
    ("item", "املأ الصفوف القديمة على دفعات من خمسة آلاف صف."),
    ("heading", "## סיכונים"),
    ("paragraph", "המילוי לאחור עלול להאט את התשלום. אנחנו עוקבים אחרי זמני התגובה ועוצרים מעל 300 אלפיות."),
    ("paragraph", "לקוחות שקוראים מזהים כמספרים יישברו; שלושה צוותים כבר יודעים על כך."),
    ("item", "בדקו את לוח המחוונים לפני כל שלב."),
]

SIGNS: Source = [
    ("heading", "# Release notes 🚀"),
    ("paragraph", "👍🏽 approved by Zoë and 👩‍💻 Ana; 🇩🇪 and 🇫🇷 first, 🇯🇵 a week later."),
    ("paragraph", "The cafe\u0301 menu keeps its accents: nai\u0308ve, re\u0301sume\u0301, A\u030angstro\u0308m."),
    ("paragraph", "Wait 200\u00a0ms between calls, at most 5\u202f000\u00a0rows each, p.\u00a012 of the guide."),
    ("paragraph", "Greek ΟΔΥΣΣΕΥΣ and ὁδός, Cyrillic Привет мир, Devanagari नमस्ते दुनिया, Thai สวัสดีชาวโลก."),
    ("paragraph", "𝒜𝓁𝓁 the 𝔣𝔯𝔞𝔨𝔱𝔲𝔯 letters lie beyond the basic plane, as 𠮷野家 does."),
    ("item", "🔥 fix the login 🔥"),
    ("item", "🔥 fix the search 🔥"),
    ("item", "✅ done: ➡️ move on"),
    ("paragraph", "If a ≠ b then f(a) → f(b) ∈ ℝ, and 3×4 ÷ 2 = 6 ± 0."),
]

LONG: Source = [
    ("heading", "# History"),
    (
        "paragraph",
        " ".join(
            f"In week {number} the team moved service {number * 7 % 23} to region {number % 5} and noted"
            f" {number * 13 % 97} errors."
            for number in range(1, 62)
        ),
    ),
    ("paragraph", "None of the errors came back after the second month."),
    (
        "code",
        "".join(f"row({number}, size={number * number % 101}, name='part-{number % 9}')\n" for number in range(115)),
    ),
    ("paragraph", "The rows above are a sample of 115."),
]

DOCUMENTS: dict[str, Source] = {
    "plan": PLAN,
    "twins": TWINS,
    "table": TABLE,
    "code": CODE,
    "cjk": CJK,
    "rtl": RTL,
    "signs": SIGNS,
    "long": LONG,
}
