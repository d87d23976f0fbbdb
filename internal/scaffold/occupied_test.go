package scaffold_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/configgen/configgen/internal/scaffold"
)

// module is a file system with Go files, or others, of the given contents.
func module(files map[string]string) fstest.MapFS {
	made := fstest.MapFS{}
	for name, content := range files {
		made[name] = &fstest.MapFile{Data: []byte(content)}
	}
	return made
}

// TestOccupied shows what keeps a group out of a directory: anything there but itself.
func TestOccupied(t *testing.T) {
	const (
		doc   = "// Package config is.\n// +groupName=relay.config.configgen.dev\npackage config\n"
		other = "// Package config is.\n// +groupName=lamp.config.configgen.dev\npackage config\n"
		types = "package config\n\n// RelayConfiguration is.\n// +config\ntype RelayConfiguration struct{}\n"
		empty = "package config\n"
	)
	tests := []struct {
		name   string
		layout scaffold.Layout
		files  map[string]string
		force  []string
		want   string // the flag to change
	}{
		{"nothing", scaffold.Internal, nil, nil, ""},
		{"no Go", scaffold.Internal, map[string]string{"apis/config/README.md": "", "apis/config/x_test.go": other}, nil, ""},
		{
			"itself", scaffold.Internal,
			map[string]string{"apis/config/doc.go": doc, "apis/config/types.go": types, "apis/config/v1alpha1/types.go": empty},
			nil, "",
		},
		{
			"another group", scaffold.Internal, map[string]string{"apis/config/doc.go": other, "apis/config/types.go": types},
			nil, "--path",
		},
		{
			"another group, overwritten", scaffold.Internal,
			map[string]string{"apis/config/doc.go": other, "apis/config/types.go": types}, []string{"apis/config/doc.go"}, "",
		},
		{
			"another group in the version", scaffold.External,
			map[string]string{"apis/config/v1alpha1/doc.go": other, "apis/config/v1alpha1/types.go": types}, nil, "--path",
		},
		{
			"another kind", scaffold.Internal, map[string]string{"apis/config/doc.go": doc, "apis/config/types.go": empty}, nil,
			"--path",
		},
		{
			"another kind, overwritten", scaffold.Internal,
			map[string]string{"apis/config/doc.go": doc, "apis/config/types.go": empty}, []string{"apis/config/types.go"}, "",
		},
		{"another layout", scaffold.Internal, map[string]string{"apis/config/v1alpha1/types.go": types}, nil, "--layout"},
		{"the other layout", scaffold.External, map[string]string{"apis/config/types.go": types}, nil, "--layout"},
		{
			"another version", scaffold.Internal,
			map[string]string{
				"apis/config/types.go": types, "apis/config/scheme/scheme.go": empty, "apis/config/v1/types.go": empty,
			},
			nil, "--version",
		},
		{
			"what cannot be parsed", scaffold.Internal,
			map[string]string{"apis/config/doc.go": "// +groupName=lamp.config.configgen.dev\npackage"}, nil, "",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := relay("v1alpha1")
			c.Layout = test.layout
			got := ""
			if found := c.Occupied(module(test.files), test.force); found != nil {
				got = found.Position.Filename
			}
			if got != test.want {
				t.Errorf("to change: %q, want %q", got, test.want)
			}
		})
	}
}

// TestElsewhere expects advice to name another directory than the one that is refused.
func TestElsewhere(t *testing.T) {
	other := "// +groupName=lamp.config.configgen.dev\npackage relay\n"
	for directory, want := range map[string]string{
		"apis/config": "as in apis/relay", "apis/relay": "as in apis/relayconfig",
	} {
		c := relay("v1alpha1")
		c.Path = directory
		found := c.Occupied(module(map[string]string{directory + "/doc.go": other}), nil)
		if found == nil || !strings.HasSuffix(found.Fix, want) {
			t.Errorf("%s: %v, want %s", directory, found, want)
		}
	}
}

// TestForeign tells a program and tools of the user's from those of init.
func TestForeign(t *testing.T) {
	c := relay("v1alpha1")
	for content, want := range map[string]bool{
		"": false, "func main() {}": true, "func help() {}": false, "func main() {}\n\nfunc newLoader() {}": false,
	} {
		if got := c.ForeignProgram(
			module(map[string]string{"cmd/relay/a.go": "package main\n\n" + content}), nil,
		); got != want {
			t.Errorf("%q is a foreign program: %t", content, got)
		}
	}
	if !c.ForeignProgram(module(map[string]string{"cmd/relay/a.go": "package relay\n"}), nil) {
		t.Error("a package that is not a program does not prevent one")
	}
	for name, want := range map[string]bool{
		"tools/tools.go": true, "tools/a/main.go": true, "tools/README.md": false, "tool/tools.go": false,
	} {
		if got := c.ToolsOccupied(module(map[string]string{name: ""})) != nil; got != want {
			t.Errorf("%s keeps tools/go.mod out: %t", name, got)
		}
	}
	if found := c.ToolsOccupied(module(map[string]string{"tools/go.mod": "", "tools/tools.go": ""})); found != nil {
		t.Errorf("a module of tools is refused: %v", found)
	}
	for content, want := range map[string]bool{
		"module tools\n": false, "module tools\n\ntool github.com/configgen/configgen/cmd/configgen\n": true,
		"nonsense": true,
	} {
		if got := scaffold.HasTool([]byte(content)); got != want {
			t.Errorf("%q has configgen: %t", content, got)
		}
	}
}
