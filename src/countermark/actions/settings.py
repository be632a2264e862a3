"""What a person sets at the desk."""

from dataclasses import asdict, replace

from countermark.actions.desk import Change, Desk
from countermark.model.actors import Actor
from countermark.model.annotation_records import canonical
from countermark.model.happenings import SettingsChanged
from countermark.model.settings import DeskSettings, Label, Theme


async def change_settings(
    desk: Desk, *, single_keys: bool | None = None, theme: Theme | None = None,
    labels: tuple[Label, ...] | None = None, by: Actor,
) -> DeskSettings:  # fmt: skip
    """Change what is given, leave the rest; one entry for each setting that really changed."""

    def work(change: Change) -> DeskSettings:
        before = change.read.desk_settings()
        after = replace(
            before,
            single_keys=before.single_keys if single_keys is None else single_keys,
            theme=before.theme if theme is None else theme,
            labels=before.labels if labels is None else labels,
        )
        after.check()
        earlier = asdict(before)
        for name, value in asdict(after).items():
            if value != earlier[name]:
                change.save(after, SettingsChanged(name, canonical(value) if name == "labels" else value))
        return after

    return await desk.change(by, work)
