"""The nodes that uhashring chooses by ketama: ketama.py KEYS NODE... prints a key and its node, a line each."""

import sys

from uhashring import HashRing

ring = HashRing(nodes=sys.argv[2:], hash_fn="ketama")
for number in range(int(sys.argv[1])):
    key = f"key:{number}"
    print(key, ring.get_node(key))
