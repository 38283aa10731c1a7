"""The partitions that librdkafka's producer chooses: partitions.py PARTITIONER KEYS prints a key in hexadecimal and its
partition, a line each. The broker is the mock one of librdkafka. The keys are the same in every run."""

import random
import sys

from confluent_kafka import Producer

placed = []


def delivered(error, message):
    if error is not None:
        raise SystemExit(f"not delivered: {error}")
    placed.append((message.key(), message.partition()))


producer = Producer({
    "bootstrap.servers": "mock",
    "test.mock.num.brokers": 1,
    "partitioner": sys.argv[1],
    "log_level": 0,
})
numbers = random.Random(1)
for number in range(int(sys.argv[2])):
    # No key is empty: librdkafka chooses at random for one, unless it follows the Java client.
    key = bytes(numbers.randrange(256) for _ in range(1 + number % 40))
    while True:
        try:
            producer.produce("keys", value=b"", key=key, on_delivery=delivered)
            break
        except BufferError:
            producer.poll(1)
if producer.flush(60) > 0:
    raise SystemExit("some messages were not delivered")
for key, partition in placed:
    print(key.hex(), partition)
