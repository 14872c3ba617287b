"""A broker that goes away while it is greeted is no news of the event loop's."""

import asyncio

import aiomqtt
import pytest

from table.hall.ingest import broker_gone


@pytest.mark.parametrize(
    ("fault", "told"), [(aiomqtt.MqttError("Unexpected disconnection"), 0), (ValueError("x"), 1)]
)
def test_only_the_brokers_errors_are_kept_quiet(fault, told, caplog):
    loop = asyncio.new_event_loop()
    try:
        loop.set_exception_handler(broker_gone)
        loop.call_exception_handler({"message": "never retrieved", "exception": fault})
    finally:
        loop.close()
    assert len(caplog.records) == told
