package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/scaffold"
)

// destination is the module that the files are written to.
func (asked *initRequest) destination() scaffold.Destination {
	return scaffold.Destination{Component: asked.Component, Module: os.DirFS(asked.root), Force: asked.force}
}

// conflicts says what in the module the files of the component would not go together with.
func (asked *initRequest) conflicts() []diag.Diagnostic {
	destination := asked.destination()
	var findings []diag.Diagnostic
	for _, found := range []*diag.Diagnostic{destination.Occupied(), destination.ToolsOccupied()} {
		if found != nil {
			findings = append(findings, *found)
		}
	}
	return findings
}

// fit leaves out of the files what the module has in another way, and says what is left to do by hand because of that.
func (asked *initRequest) fit(files []scaffold.File) (fitting []scaffold.File, notes []string) {
	if asked.destination().ForeignProgram() {
		files = slices.DeleteFunc(files, func(file scaffold.File) bool {
			return strings.HasPrefix(file.Path, asked.ProgramPath()+"/") && !slices.Contains(asked.force, file.Path)
		})
		notes = append(notes, fmt.Sprintf(
			"%s contains code, which was not changed; load the configuration with options.%sRoot(), "+
				"as docs/scaffold.md of configgen shows",
			asked.ProgramPath(), asked.Kind))
	}
	content, err := os.ReadFile(filepath.Join(asked.root, filepath.FromSlash(asked.Tools), "go.mod"))
	if err == nil && !slices.Contains(asked.force, asked.Tools+"/go.mod") && !scaffold.HasTool(content) {
		notes = append(
			notes, fmt.Sprintf("%s/go.mod has no configgen yet; run: cd %s && %s", asked.Tools, asked.Tools, asked.addTool()),
		)
	}
	return files, notes
}

// addTool is the command that makes a module require configgen. go get does not find what only a replacement has.
func (asked *initRequest) addTool() string {
	const module, program = "github.com/configgen/configgen", "github.com/configgen/configgen/cmd/configgen"
	generators := "k8s.io/code-generator@" + asked.Generators
	if asked.Replace == "" {
		return fmt.Sprintf("go get -tool %s@%s && go get %s", program, asked.ToolVersion, generators)
	}
	return fmt.Sprintf(
		"go mod edit -replace %s -require %s@%s -require %s -tool %s && go mod tidy",
		quote(module+"="+asked.ReplaceFromRoot), module, asked.ToolVersion, generators, program,
	)
}
