package kubelet_test

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"testing"

	"example.com/kubelet/facts"
)

// TestFlagsOfOneSystem reads the generated files as the go command selects them for each system: a flag of one system,
// and its default, is in what that system compiles and in no other.
func TestFlagsOfOneSystem(t *testing.T) {
	systems := map[string]map[string]bool{}
	for _, goos := range []string{"linux", "darwin", "windows"} {
		systems[goos] = generatedStrings(t, goos)
	}
	for _, set := range []string{facts.KubeletConfiguration, facts.KubeletFlags} {
		for name, row := range rowsOf(t, set) {
			for goos, found := range systems {
				delegated := len(found) > 0 && !found[name] && isLoggingFlag(row)
				if want := row.OS == "" || row.OS == goos; found[name] != want && !delegated {
					t.Errorf("--%s on %s: got registered=%v, want %v", name, goos, found[name], want)
				}
				// A default of "false" is the zero value and needs no statement.
				if row.OS != "" && row.OSDefault != "false" && found[row.OSDefault] != (row.OS == goos) {
					t.Errorf("--%s on %s: the default %s is set: %v", name, goos, row.OSDefault, found[row.OSDefault])
				}
			}
		}
	}
}

// isLoggingFlag tells the flags that another library registers, so that their names are in none of our files.
func isLoggingFlag(row facts.Flag) bool {
	const field = "Logging."
	return len(row.Field) > len(field) && row.Field[:len(field)] == field
}

// generatedStrings gives the string literals of the files that configgen generated into package options.
func generatedStrings(t *testing.T, goos string) map[string]bool {
	t.Helper()
	context := build.Default
	context.GOOS = goos
	files, err := filepath.Glob(filepath.Join("options", "zz_generated.*.go"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, file := range files {
		if match, err := context.MatchFile("options", filepath.Base(file)); err != nil {
			t.Fatal(err)
		} else if !match {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(node ast.Node) bool {
			literal, ok := node.(*ast.BasicLit)
			if ok && literal.Kind == token.STRING {
				if text, err := strconv.Unquote(literal.Value); err == nil {
					found[text] = true
				}
			}
			return true
		})
	}
	return found
}
