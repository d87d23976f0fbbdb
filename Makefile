# What every target does is written where it is done: here stands one line each. Go and git are all that is needed.
export GOWORK = off
modules = $(sort $(dir $(wildcard go.mod bootstrap/go.mod examples/*/go.mod testdata/*/go.mod)))
tool = go build -o bin/configgen ./cmd/configgen
staticcheck = go tool -modfile=$(CURDIR)/tools/go.mod staticcheck

.PHONY: demo test generate verify lint bench fuzz
demo: ; hack/demo
test: ; @set -e; for module in $(modules); do echo "== $$module"; (cd $$module && go vet ./... && go test ./...); done
generate: ; @$(tool) && set -e; for module in $(modules); do (cd $$module && $(CURDIR)/bin/configgen generate); done
verify: ; @$(tool) && set -e; for module in $(modules); do (cd $$module && $(CURDIR)/bin/configgen verify); done
lint: ; @set -e; for module in $(modules); do (cd $$module && test -z "$$(gofmt -l . | tee /dev/stderr)" && go vet ./... && $(staticcheck) ./...); done
bench: ; go test -run '^$$' -bench . -benchmem ./...
fuzz: ; hack/fuzz
