# The commands of the project. The work is done by scripts/ and demo/, which can also be called on their own.

PG_CONFIG ?= pg_config
export PG_CONFIG

.PHONY: help setup install demo check test test-long test-core test-versions test-assertions test-citus mutants fuzz bench plots clean
.NOTPARALLEL:

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile
	@echo '  PG_CONFIG=/path/to/pg_config chooses the Postgres (now: $(PG_CONFIG))'

setup: ## install what building and testing need, and is not there yet
	@scripts/setup

install: ## build in release mode and put the extension into the Postgres of PG_CONFIG
	@scripts/install

demo: setup install ## show what the extension does, on a server made for the purpose
	@scripts/with-server demo/run

check: setup ## format, lints, the tests without Postgres, and what a user sees: some minutes
	@scripts/test install style core sql

test: setup ## run the tests that every commit has to pass, on servers made for the purpose: ten minutes to half an hour
	@scripts/test

test-long: setup install ## run what they leave out: that cargo-pgrx, which is built for it, makes the same package
	@scripts/test --long

test-core: ## run the tests that need no Postgres
	cargo test --release --no-default-features

test-versions: setup ## run them with PostgreSQL 15 to 18, and what goes from one to another (root)
	@scripts/versions

test-assertions: setup ## run them with a Postgres that checks itself, and some under valgrind
	@scripts/assertions

test-citus: setup ## run tests with Citus on three nodes, from the source that CITUS_SOURCE names
	@scripts/citus

mutants: ## make mistakes in the core and see which no test notices; SHARD=3/100 is the fourth hundredth of them
	@scripts/mutants $(SHARD)

fuzz: setup ## fuzz each target for an hour, from a seed that it tells
	@scripts/fuzz

bench: setup install ## measure speed, size and memory next to count(), and postgresql-hll where it is installed
	@scripts/with-server benches/run

plots: ## draw the pictures of docs/ again, from new measurements
	cargo run --release --no-default-features --example plots

clean: ## remove what was built
	cargo clean
	rm -rf .tools fuzz/target fuzz/artifacts
