// Custom is golangci-lint with the plugin and kube-api-linter, as golangci-lint custom builds it.
package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	_ "sigs.k8s.io/kube-api-linter" // a plugin

	_ "github.com/configgen/configgen/lint/golangci" // the plugin
)

func main() {
	if err := commands.Execute(commands.BuildInfo{Version: "2.15.0", Commit: "?", Date: "?", GoVersion: "?"}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
}
