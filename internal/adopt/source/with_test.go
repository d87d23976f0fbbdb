package source_test

import (
	"go/types"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/internal/adopt/source"
)

const layers = `
-- go.mod --
module example.com/relay

go 1.26.0
-- config/config.go --
package config

type Config struct{ A int }
-- options/options.go --
package options

import "example.com/relay/config"

type Options struct{ config.Config }
-- cmd/cmd.go --
package cmd

import _ "example.com/relay/options"
import _ "example.com/relay/log"
-- log/log.go --
package log
`

// TestWith expects that packages have new types if something below them has changed, and only then.
func TestWith(t *testing.T) {
	dir := extract(t, txtar.Parse([]byte(layers)))
	module, err := source.Load(t.Context(), source.Request{Dir: dir, Packages: []string{"example.com/relay/cmd"}})
	if err != nil {
		t.Fatal(err)
	}
	with, known := module.With(map[string][]byte{
		filepath.Join(dir, "options", "more.go"): []byte("package options\n\nvar More Options\n"),
	}, []string{"example.com/relay/cmd"})
	if !known || with.Package("example.com/relay/options").Types.Scope().Lookup("More") == nil {
		t.Fatal("the added file is not there")
	}
	for name, same := range map[string]bool{"config": true, "log": true, "options": false, "cmd": false} {
		path := "example.com/relay/" + name
		if (module.Package(path) == with.Package(path)) != same {
			t.Errorf("%s has other types: %v", name, same)
		}
	}
}

// TestCgo reads a file with cgo as it is written.
func TestCgo(t *testing.T) {
	dir := extract(t, txtar.Parse([]byte(layers)))
	module, err := source.Load(t.Context(), source.Request{Dir: dir, Packages: []string{"example.com/relay/log"}})
	if err != nil {
		t.Fatal(err)
	}
	const cgo = "package log\n\nimport \"C\"\n\nfunc abs(n C.int) int { return int(C.abs(n)) }\n"
	with, known := module.With(map[string][]byte{
		filepath.Join(dir, "log", "cgo.go"): []byte(cgo),
	}, []string{"example.com/relay/log"})
	if !known || with.Package("example.com/relay/log").Types.Scope().Lookup("abs") == nil {
		t.Fatal("the added file is not there")
	}
	if errors := with.Package("example.com/relay/log").Errors; len(errors) > 0 {
		t.Errorf("%v", errors)
	}
}

// TestWorkspace expects the module of the directory, and not that of the first package that it imports.
func TestWorkspace(t *testing.T) {
	dir := extract(t, txtar.Parse([]byte(`
-- go.work --
go 1.24.0

use (
	./library
	./relay
)
-- library/go.mod --
module example.com/library

go 1.24.0
-- library/library.go --
package library
-- relay/go.mod --
module example.com/relay

go 1.24.0
-- relay/relay.go --
package relay

import _ "example.com/library"
`)))
	for _, pkg := range []string{"example.com/relay", "example.com/library"} {
		module, err := source.Load(t.Context(), source.Request{Dir: filepath.Join(dir, "relay"), Packages: []string{pkg}})
		if err != nil {
			t.Fatal(err)
		}
		if module.Main.Path != "example.com/relay" {
			t.Errorf("%s: the module is %s", pkg, module.Main.Path)
		}
	}
}

// TestWithTwice reads what another system has of a module that has other contents already.
func TestWithTwice(t *testing.T) {
	dir := extract(t, txtar.Parse([]byte(severalSystems)))
	module, err := source.Load(t.Context(), source.Request{Dir: dir, Packages: []string{"./options"}})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "options", "platform_windows.go")
	other, ok := module.With(map[string][]byte{name: []byte("package options\n\ntype platform struct{}\n")}, nil)
	if !ok {
		t.Fatal("no package was asked for")
	}
	method, _, _ := types.LookupFieldOrMethod(types.NewPointer(other.Package("example.com/relay/options").Types.Scope().
		Lookup("Options").Type()), true, nil, "AddFlags")
	if facts := other.Facts(method.(*types.Func)); len(facts.Functions) != 1 {
		t.Errorf("got %+v", facts.Functions)
	}
}
