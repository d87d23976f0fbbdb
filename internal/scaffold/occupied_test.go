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
			c := relay()
			c.Layout = test.layout
			got := ""
			d := into(c, test.files)
			d.Force = test.force
			if found := d.Occupied(); found != nil {
				got = found[0].Position.Filename
			}
			if got != test.want {
				t.Errorf("to change: %q, want %q", got, test.want)
			}
		})
	}
}

// into is a module whose files are all kept.
func into(c scaffold.Component, files map[string]string) scaffold.Destination {
	return scaffold.Destination{Component: c, Module: module(files)}
}

// TestElsewhere expects advice to name another directory than the one that is refused.
func TestElsewhere(t *testing.T) {
	other := "// +groupName=lamp.config.configgen.dev\npackage relay\n"
	for directory, want := range map[string]string{
		"apis/config": "as in apis/relay", "apis/relay": "as in apis/relayconfig",
	} {
		c := relay()
		c.Path = directory
		found := into(c, map[string]string{directory + "/doc.go": other}).Occupied()
		if len(found) != 1 || !strings.HasSuffix(found[0].Fix, want) {
			t.Errorf("%s: %v, want %s", directory, found, want)
		}
	}
}

// TestForeign tells the user's program and tools from the files of init.
func TestForeign(t *testing.T) {
	c := relay()
	for content, want := range map[string]bool{
		"": false, "func main() {}": true, "func help() {}": false, "func main() {}\n\nfunc newLoader() {}": false,
	} {
		d := into(c, map[string]string{"cmd/relay/a.go": "package main\n\n" + content})
		if got := d.ForeignProgram(); got != want {
			t.Errorf("%q is a foreign program: %t", content, got)
		}
	}
	if !into(c, map[string]string{"cmd/relay/a.go": "package relay\n"}).ForeignProgram() {
		t.Error("a package that is not a program does not prevent one")
	}
	for name, want := range map[string]bool{
		"tools/tools.go": true, "tools/a/main.go": true, "tools/README.md": false, "tool/tools.go": false,
	} {
		if got := into(c, map[string]string{name: ""}).ToolsOccupied() != nil; got != want {
			t.Errorf("%s keeps tools/go.mod out: %t", name, got)
		}
	}
	if found := into(c, map[string]string{"tools/go.mod": "", "tools/tools.go": ""}).ToolsOccupied(); found != nil {
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
