package load

import (
	"path/filepath"
	"testing"
)

// layouts has directories of all kinds that patterns match or pass over.
const layouts = `
-- go.mod --
module example.com/world

go 1.26.0
-- root.go --
package world
-- a/a.go --
package a

import "example.com/world/nowhere"
-- a/a_test.go --
package a
-- a/a_windows.go --
package a
-- a/_a.go --
package a
-- a/.a.go --
package a
-- a/a.s --
-- a/a_arm64.s --
-- a/zz_generated.a.go --
package a
-- a/cgo.go --
package a

import "C"
-- a/b/testdata/t.go --
package t
-- a/vendor/v/v.go --
package v
-- tests/only_test.go --
package tests_test
-- tools/tools.go --
//go:build tools

package tools
-- ignored/gen.go --
// Copyright.

//go:build ignore && !windows

package main
-- notignored/not.go --
//go:build !ignore && windows

package main
-- elsewhere/e_windows.go --
package elsewhere
-- broken/broken.go --
package broken

func {
-- broken/clause.go --
packag x
-- broken/empty.go --
-- two/one.go --
package one
-- two/two.go --
package two
-- .hidden/h.go --
package h
-- _hidden/h.go --
package h
-- documentation/d.go --
package documentation
-- nested/go.mod --
module example.com/world/nested
-- nested/n.go --
package n
-- text/text.txt --
`

// TestGuess compares the guess with the answer of the go command.
func TestGuess(t *testing.T) {
	dir := extract(t, layouts)
	for name, test := range map[string]struct {
		dir      string
		patterns []string
		env      string
		none     bool
	}{
		"all":                       {".", []string{"./..."}, "", false},
		"one":                       {".", []string{"./a"}, "", false},
		"here":                      {"a", []string{"."}, "", false},
		"several":                   {".", []string{"./two/...", "./a", "./a/..."}, "", false},
		"from below":                {"two", []string{"../a", "..", "."}, "", false},
		"absolute":                  {"two", []string{filepath.Join(dir, "a")}, "", false},
		"no files for the platform": {".", []string{"./elsewhere"}, "", false},
		"documentation":             {".", []string{"./documentation", "./tests"}, "", false},
		"nested module":             {".", []string{"./nested"}, "", true},
		"outside":                   {".", []string{"../..."}, "", true},
		"an import path":            {".", []string{"example.com/world/a"}, "", true},
		"dots elsewhere":            {".", []string{"./.../a"}, "", true},
		"go.mod may change":         {".", []string{"./..."}, "GOFLAGS=-mod=mod", true},
	} {
		t.Run(name, func(t *testing.T) {
			request := Request{Dir: filepath.Join(dir, test.dir), Patterns: test.patterns}
			if test.env != "" {
				request.Env = []string{test.env}
			}
			guessed := request.guess()
			if test.none {
				if guessed != nil {
					t.Errorf("guessed %v", guessed)
				}
				return
			}
			l := newLoader(t.Context(), request)
			defer l.abandon()
			listed, err := l.list(modeNamed, request.Patterns)
			if err != nil {
				t.Fatal(err)
			}
			if len(guessed) != len(listed) {
				t.Fatalf("guessed %d packages, listed %d: %v", len(guessed), len(listed), listed)
			}
			for i, g := range guessed {
				if w := listed[i]; sumOf(guessed[i:i+1]) != sumOf(listed[i:i+1]) {
					t.Errorf("guessed\n%s %q %q %v\nlisted\n%s %q %q %v",
						g.PkgPath, g.GoFiles, g.IgnoredFiles, g.Module, w.PkgPath, w.GoFiles, w.IgnoredFiles, w.Module)
				}
			}
		})
	}
}

// TestWrongGuess expects the answer of the go command if the directories are not enough for a guess.
func TestWrongGuess(t *testing.T) {
	dir := extract(t, "-- go.mod --\nmodule example.com/world\n\ngo 1.26.0\n"+
		"-- a/a.go --\npackage a\n\nimport \"time\"\n\ntype A time.Duration\n"+
		"-- a/b.go --\n//go:build special\n\npackage a\n\nimport \"net/url\"\n\ntype B url.URL\n")
	for flags, want := range map[string]bool{"": false, "-tags=special": true} {
		s, findings, err := Load(
			t.Context(), Request{Dir: dir, Patterns: []string{"./..."}, Env: []string{"GOFLAGS=" + flags}},
		)
		if err != nil || len(findings) > 0 || len(s.Packages) != 1 {
			t.Fatal(err, findings, s)
		}
		pkg, _, err := s.Types("example.com/world/a")
		if err != nil || pkg.Scope().Lookup("A") == nil || (pkg.Scope().Lookup("B") != nil) != want {
			t.Errorf("%q: got %v, %v", flags, pkg, err)
		}
	}
}
