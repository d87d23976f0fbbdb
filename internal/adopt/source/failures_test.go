package source_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/internal/adopt/source"
)

const severalSystems = `
-- go.mod --
module example.com/relay

go 1.24.0
-- options/options.go --
package options

import (
	"strings"

	"example.com/relay/flags"
)

type Options struct{ platform platform }

func (o *Options) AddFlags() { flags.Add(strings.ToLower(o.platform.Name())) }
-- options/platform_linux.go --
package options

type platform struct{ journal string }

func (p platform) Name() string { return p.journal }
-- options/platform_windows.go --
package options

import "golang.org/x/sys/windows"

type platform struct{ service bool }

func (p platform) Name() string { return windows.UTF16ToString(nil) + broken }
-- options/platform_others.go --
//go:build !linux && !windows

package options

type platform struct{}

func (p platform) Name() string { return "" }
-- flags/flags.go --
package flags

func Add(string) {}
-- overlay/options/zz_generated.flags.go --
package options

import "example.com/relay/generated"

func _() {
	type guard struct{ journal string }
	_ = guard(platform{})
	generated.Add("")
}
-- overlay/generated/zz_generated.flags.go --
package generated

import (
	"example.com/relay/missing"
	_ "example.com/relay/options"
)

func Add(string) { missing.Add() }
-- silent/options/zz_generated.flags.go --
package options

func _() {
	type guard struct{ platform platform }
	_ = guard(Options{})
}
`

// TestFailures finds what generated code breaks on other systems, and nothing that is broken there already.
func TestFailures(t *testing.T) {
	archive := txtar.Parse([]byte(severalSystems))
	dir := extract(t, archive)
	module, err := source.Load(t.Context(), source.Request{Dir: dir, Packages: []string{"./options"}})
	if err != nil {
		t.Fatal(err)
	}
	for from, want := range map[string][]string{
		"silent": nil,
		"overlay": {
			"zz_generated.flags.go:7 [windows darwin]: cannot convert platform{} (value of struct type platform) to type guard",
		},
	} {
		overlay := map[string][]byte{}
		for _, file := range archive.Files {
			if below, err := filepath.Rel(from, filepath.FromSlash(file.Name)); err == nil && filepath.IsLocal(below) {
				overlay[filepath.Join(dir, below)] = file.Data
			}
		}
		var got []string
		for _, f := range source.Failures(module, overlay) {
			name := filepath.Base(f.Position.Filename)
			got = append(got, fmt.Sprintf("%s:%d %v: %s", name, f.Position.Line, f.Systems, f.Message))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", from, diff)
		}
	}
}
