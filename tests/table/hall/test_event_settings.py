"""The event's settings, agreed on by several organisers: none undoes what another has changed."""


async def test_settings_that_another_has_changed_are_not_undone(organiser):
    agreed = {"title": "Open", "tie_breaks": ["best_game"]}
    seen = (await organiser.ask("PUT", "/api/event", **agreed))["revision"]
    assert (await organiser.get("/api/public/event"))["revision"] == seen
    await organiser.ask("PUT", "/api/event", **agreed, minutes=75, seen=seen)
    renamed = agreed | {"title": "Autumn Open"}
    said = await organiser.ask("PUT", "/api/event", 409, **renamed, seen=seen)
    assert f"revision {seen!r}" in said
    now = await organiser.get("/api/public/event")
    assert (now["title"], now["minutes"], now["tie_breaks"]) == ("Open", 75, ["best_game"])
    await organiser.ask("PUT", "/api/event", **renamed, minutes=75, seen=now["revision"])
    assert (await organiser.get("/api/public/event"))["title"] == "Autumn Open"
