// Configgen-lint checks configuration types against the conventions of Kubernetes, with one flag for each rule. It also
// runs under go vet:
//
//	go vet -vettool=$(which configgen-lint) ./...
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/lint/golangci/analyzers"
)

func main() { multichecker.Main(analyzers.For(lint.Choice{})...) }
