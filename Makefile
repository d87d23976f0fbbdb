# One line a target; what is longer stands in hack. Go and git are all that is needed.
export GOWORK = off
modules = $(patsubst %/go.mod,%,$(wildcard ./go.mod componentconfig/go.mod componentconfig/dynamic/*/go.mod componentconfig/dynamic/*/*/go.mod examples/*/go.mod testdata/*/go.mod))
newest = go test -modfile=go.newest.mod . ./flagset ./layers ./gates ./internal/...
marked = $(filter examples/% testdata/%,$(modules))
relays = ./testdata/relay ./testdata/shipper ./testdata/depot
configgen = $(CURDIR)/bin/configgen
staticcheck = go tool -modfile=$(CURDIR)/tools/go.mod staticcheck
in = failed=; for module in $(1); do echo "== $$module"; (cd $$module && $(2)) || failed=1; done; test -z "$$failed"

.PHONY: demo test generate verify lint bench fuzz
demo: ; @hack/demo
test: ; @$(call in,$(modules),go vet ./... && go test -timeout 30m ./...) && $(call in,componentconfig,$(newest))
generate: ; @go build -o bin/configgen ./cmd/configgen && $(call in,$(marked),$(configgen) generate) && cd componentconfig && $(configgen) generate $(relays)
verify: ; @go build -o bin/configgen ./cmd/configgen && $(call in,$(marked),$(configgen) verify) && cd componentconfig && $(configgen) verify $(relays)
lint: ; @$(call in,$(modules),! gofmt -l . | grep . && go vet ./... && $(staticcheck) ./...)
bench: ; @go run ./hack/bench && go test -run '^$$' -bench . -benchmem ./...
fuzz: ; @hack/fuzz
