"""Plans as agents write them, for people to read in the tests."""

WEBHOOKS = """# Idempotent webhooks

The carrier calls us back more than once. Every call carries an id; a second one must change nothing.

## What changes

1. Store each event's id in `webhook_events`, unique.
2. Answer 200 for an id that is there already.

| file | change |
|---|---|
| `hooks/carrier.py` | look the id up first |
| `schema.sql` | the new table |

```python
def receive(event: Event) -> Response:
    if events.knows(event.id):
        return Response(200)
    return handle(event)
```

> [!WARNING]
> The table grows by 40,000 rows a day. See the note[^1].

- [x] Read what the carrier promises
- [ ] Write the migration

## What could go wrong

An event that failed halfway is stored and never handled. ~~We retry by hand.~~ A job retries it.

[^1]: Rows older than 90 days are deleted by the nightly job.
"""
TITLE = "Idempotent webhooks"
REFUNDS = "# Refund once\n\nThe refund carries the return's id.\n\n1. Make the column unique.\n2. Book it.\n"
REFUNDS_TITLE = "Refund once"
LABELS = "# Print labels\n\nThe parcel shop prints them.\n"
LABELS_TITLE = "Print labels"
