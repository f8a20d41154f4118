# Two commands do all the set-up: `make run` and `make test`.  Both are quick the second time.
PICTURE ?=
QUESTION ?=
MODEL ?=
# As they were typed: make would take "$5" in a question for one of its variables.
override PICTURE := $(value PICTURE)
override QUESTION := $(value QUESTION)
override MODEL := $(value MODEL)
export PICTURE QUESTION MODEL

.PHONY: run test chaos soak bench mini examples docs help

help:  ## What there is
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1: \2/p' Makefile

run:  ## Set up, then open the window; without a display, answer on the terminal and save the speech; MODEL=NAME gets a language model first
	@installers/linux/setup.sh run
	@[ -z "$$MODEL" ] || { installers/linux/setup.sh local && .venv/bin/whichone models get -- "$$MODEL"; } \
		|| echo "Until that works, the built-in engine answers." >&2
	@.venv/bin/whichone run -- "$$PICTURE" "$$QUESTION"

# What makes and checks the parts list of a bundle, apart from what is shipped.
TOOLS_ENV = [ -x build/tools-env/bin/cyclonedx-py ] || { .venv/bin/python -m venv build/tools-env && \
	build/tools-env/bin/pip install -q --disable-pip-version-check --require-hashes \
	-r installers/requirements/tools.txt; } || echo "The parts list is not tested: its tools could not be installed."

test:  ## Set up, then check everything and run all tests, in two lanes at once
	@installers/linux/setup.sh test
	@$(TOOLS_ENV)
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .
	@.venv/bin/mypy
	@.venv/bin/lint-imports
	@.venv/bin/python -m tests.lanes

chaos:  ## Kill, stop and cancel a model's worker at random for some minutes, and check what survives
	@installers/linux/setup.sh test
	@.venv/bin/python -m tests.chaos --rounds 500

soak:  ## Use the window for half an hour, 300 questions, and measure what grows; MODEL=FOLDER with a local model
	@installers/linux/setup.sh test
	@.venv/bin/python -m tests.soak $${MODEL:+--model "$$MODEL"}

bench:  ## Measure everything that docs/measured.md says (needs the research data beside the project)
	@installers/linux/setup.sh test
	@.venv/bin/python -m tests.bench

mini:  ## Train the mini model from nothing (under two hours on two cores) and measure it; what is finished is not done again
	@installers/linux/setup.sh test
	@.venv/bin/whichone-train pipeline training/recipes/mini/mini.yaml
	@.venv/bin/whichone-train publish training/recipes/mini/mini.yaml

examples:  ## Draw the example pictures again
	@installers/linux/setup.sh run
	@.venv/bin/python -m whichone_app.examples.draw

docs:  ## Write the user guide for the window, and build the site in three languages
	@installers/linux/setup.sh test
	@.venv/bin/python -m installers.guide update
	@.venv/bin/python -m installers.guide site
