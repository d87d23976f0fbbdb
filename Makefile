# Every target runs a script in hack. Go and git are enough for all of them but test-tools.
.PHONY: help demo check test test-tools soak bench lint generate record verify site

help: ## Print the targets.
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile
demo: ## Generate the code of a sample component, build it and run it.
	@hack/demo.sh
check: ## Build, vet and run the fast tests: what to run before each commit.
	@hack/check.sh
test: ## Run the tests of every module.
	@hack/test.sh
test-tools: ## Run the tests that take long or need other tools, and install those.
	@hack/test-tools.sh
soak: ## Run fuzz targets and random tests for a long time; SOAK=10m for each.
	@hack/soak.sh
bench: ## Measure configgen beside the stock generators, then run the benchmarks; AGAINST=COMMIT compares with it.
	@hack/bench.sh
lint: ## Run gofmt, vet and staticcheck in every module.
	@hack/lint.sh
generate: ## Write the generated code of the examples and test modules.
	@hack/configgen.sh generate
record: ## Record everything that tests compare and that follows from the sources.
	@hack/record.sh
verify: ## Check that the generated code of the examples and test modules is fresh.
	@hack/configgen.sh verify
site: ## Render the documentation as a static site into bin/site.
	@hack/site.sh
