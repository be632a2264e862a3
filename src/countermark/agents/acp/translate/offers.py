"""What an agent says that it can do and what it offers: its facts, modes, options, models and commands."""

import shlex
from collections.abc import Iterator, Sequence

from countermark.agents.acp.translate.reading import (
    Fields,
    as_many_as_fit,
    cut,
    id_in,
    object_in,
    objects_in,
    offers,
    text_in,
    whole_in,
    word_in,
)
from countermark.agents.acp.translate.versions import SECOND, agreed_version
from countermark.model.sessions.offers import (
    AgentFacts,
    AgentOption,
    AuthKind,
    AuthMethod,
    FlagOption,
    ModeOffer,
    OptionChoice,
    SelectOption,
    SlashCommand,
    Usage,
)
from countermark.model.sessions.parts import PlanEntry

LEGACY_MODEL = "model"  # the id under which `models` of older agents are offered: they have no option for them
MODE_CATEGORY = "mode"
MOST_OPTIONS = 50  # each is a menu at the session's bar


def facts_of(result: Fields, *, command: Sequence[str]) -> AgentFacts:
    """The answer to `initialize`; a capability that it leaves out is not there."""
    if agreed_version(result) == SECOND:
        return second_facts(result, command=command)
    capabilities, about = object_in(result, "agentCapabilities"), object_in(result, "agentInfo")
    prompts, servers = object_in(capabilities, "promptCapabilities"), object_in(capabilities, "mcpCapabilities")
    session = object_in(capabilities, "sessionCapabilities")
    return AgentFacts(
        protocol=whole_in(result, "protocolVersion") or 0,
        name=word_in(about, "title") or word_in(about, "name"),
        version=word_in(about, "version"),
        loads=offers(capabilities, "loadSession"),
        resumes=offers(session, "resume"),
        lists=offers(session, "list"),
        forks=offers(session, "fork"),
        closes=offers(session, "close"),
        deletes=offers(session, "delete"),
        takes_images=offers(prompts, "image"),
        takes_audio=offers(prompts, "audio"),
        takes_files=offers(prompts, "embeddedContext"),
        takes_folders=offers(session, "additionalDirectories"),
        mcp_http=offers(servers, "http"),
        mcp_sse=offers(servers, "sse"),
        steers=object_in(object_in(result, "_meta"), "steering").get("supported") is True,
        signs_out=offers(object_in(capabilities, "auth"), "logout"),
        auth=as_many_as_fit(auth_methods(result, command=command)),
    )


def second_facts(result: Fields, *, command: Sequence[str]) -> AgentFacts:
    """The answer to `initialize` of version 2: whoever has conversations lists, resumes and closes them.

    A way to sign in of a kind that nobody knows is left out.
    """
    capabilities, about = object_in(result, "capabilities"), object_in(result, "info")
    has, session = offers(capabilities, "session"), object_in(capabilities, "session")
    prompts, servers = object_in(session, "prompt"), object_in(session, "mcp")
    methods = [each for each in objects_in(result, "authMethods") if each.get("type") in ("agent", "terminal")]
    return AgentFacts(
        protocol=SECOND,
        name=word_in(about, "title") or word_in(about, "name"),
        version=word_in(about, "version"),
        loads=has,
        resumes=has,
        lists=has,
        forks=offers(session, "fork"),
        closes=has,
        deletes=offers(session, "delete"),
        takes_images=offers(prompts, "image"),
        takes_audio=offers(prompts, "audio"),
        takes_files=offers(prompts, "embeddedContext"),
        takes_folders=offers(session, "additionalDirectories"),
        mcp_stdio=offers(servers, "stdio"),
        mcp_http=offers(servers, "http"),
        steers=object_in(object_in(result, "_meta"), "steering").get("supported") is True,
        signs_out=bool(objects_in(result, "authMethods")),
        auth=as_many_as_fit(auth_methods({"authMethods": methods}, command=command)),
    )


def auth_methods(result: Fields, *, command: Sequence[str]) -> Iterator[AuthMethod]:
    """The ways to sign in; one by a terminal is the same program with more arguments, all of which can be seen."""
    for method in objects_in(result, "authMethods"):
        name = id_in(method, "id") or id_in(method, "methodId")
        if name is None:
            continue
        extra = object_in(method, "_meta")  # where agents had it before it became part of the protocol
        told = method if "type" in method else extra
        terminal = told.get("type") == "terminal"
        line = terminal_command(told, command) if terminal else None
        if line is not None and not line.isprintable():
            continue  # nobody would see what they put into their terminal
        yield AuthMethod(
            id=name,
            name=word_in(method, "name") or name,
            description=word_in(method, "description"),
            kind=AuthKind.TERMINAL if terminal else AuthKind.AGENT,
            command=line,
        )


def terminal_command(method: Fields, command: Sequence[str]) -> str:
    """The command line with which a person signs in."""
    args, env = method.get("args"), method.get("env")
    words = [*command, *(each for each in args if isinstance(each, str))] if isinstance(args, list) else list(command)
    named = env.items() if isinstance(env, dict) else ()
    if isinstance(env, list):  # of version 2
        told = ((text_in(each, "name") or "", text_in(each, "value") or "") for each in objects_in(method, "env"))
        named = dict(told).items()
    settings = [f"{name}={shlex.quote(str(value))}" for name, value in named if name.isidentifier()]
    return " ".join([*settings, shlex.join(words)])


def modes_of(result: Fields) -> tuple[str | None, tuple[ModeOffer, ...]] | None:
    """The current mode and all of them; None where the agent has none."""
    modes = object_in(result, "modes")
    if not modes:
        return None
    named = (
        ModeOffer(name, word_in(each, "name") or name, word_in(each, "description"))
        for each in objects_in(modes, "availableModes")
        if (name := id_in(each, "id"))
    )
    return id_in(modes, "currentModeId"), as_many_as_fit(named)


def options_of(result: Fields) -> tuple[AgentOption, ...] | None:
    """All options; those of a type that nobody knows are left out. None where the agent says nothing of options."""
    if not isinstance(result.get("configOptions"), list):
        return None
    read = (option_of(each) for each in objects_in(result, "configOptions")[:MOST_OPTIONS])
    return as_many_as_fit(option for option in read if option is not None)


def option_of(option: Fields) -> AgentOption | None:
    """One option, or None for a type that nobody knows."""
    name = id_in(option, "id") or id_in(option, "configId")
    current = option.get("currentValue")
    if not name:
        return None
    title, about = word_in(option, "name") or name, word_in(option, "description")
    category = word_in(option, "category")
    match option.get("type"):
        case "select" if isinstance(current, str):
            choices = as_many_as_fit(choices_of(option))
            return SelectOption(name, title, id_in(option, "currentValue") or "", choices, about, category)
        case "boolean" if isinstance(current, bool):
            return FlagOption(name, title, current, about, category)
        case _:
            return None


def choices_of(option: Fields) -> Iterator[OptionChoice]:
    """The values of an option, which may stand in groups."""
    for each in objects_in(option, "options"):
        grouped = objects_in(each, "options")
        for value in grouped or [each]:
            name = id_in(value, "value")
            if name is not None:
                group = word_in(each, "name") if grouped else None
                yield OptionChoice(name, word_in(value, "name") or name, word_in(value, "description"), group)


def models_of(result: Fields) -> SelectOption | None:
    """What older agents offer as `models`, as an option."""
    models = object_in(result, "models")
    current = id_in(models, "currentModelId")
    choices = as_many_as_fit(
        OptionChoice(name, word_in(each, "name") or name, word_in(each, "description"))
        for each in objects_in(models, "availableModels")
        if (name := id_in(each, "modelId"))
    )
    if current is None or not choices:
        return None
    return SelectOption(LEGACY_MODEL, "Model", current, choices, category="model")


def commands_of(update: Fields) -> tuple[SlashCommand, ...]:
    """All slash commands."""
    return as_many_as_fit(
        SlashCommand(name, word_in(each, "description") or "", word_in(object_in(each, "input"), "hint"))
        for each in objects_in(update, "availableCommands")
        if (name := word_in(each, "name"))
    )


def usage_of(update: Fields) -> Usage | None:
    """How much of the context is used."""
    used, size, cost = whole_in(update, "used"), whole_in(update, "size"), object_in(update, "cost")
    if used is None or size is None:
        return None
    amount = cost.get("amount")
    if isinstance(amount, bool) or not isinstance(amount, int | float) or not abs(amount) < 2**53:
        return Usage(used, size)
    return Usage(used, size, float(amount), word_in(cost, "currency"))


def plan_of(plan: Fields) -> tuple[PlanEntry, ...]:
    """The steps of a plan."""
    return as_many_as_fit(
        PlanEntry(
            cut(text_in(each, "content") or "")[0], word_in(each, "priority") or "", word_in(each, "status") or ""
        )
        for each in objects_in(plan, "entries")
    )


def mode_option(options: Sequence[AgentOption]) -> SelectOption | None:
    """The option that stands in for modes."""
    select = (each for each in options if isinstance(each, SelectOption))
    return next((each for each in select if each.category == MODE_CATEGORY), None)
