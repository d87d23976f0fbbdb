package adopt

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/probe"
	"github.com/configgen/configgen/internal/adopt/source"
	"github.com/configgen/configgen/internal/load"
)

// component is the observation of a component, and facts from its source. Rounds do not change it.
type component struct {
	// Request has the functions with their import paths.
	Request
	// theirs is the observation of the registration written by hand.
	theirs *observe.Observation
	// facts are the facts in the source about the registration, and functions the constructor and the registrations, by
	// their names in package go/types.
	facts     *source.Facts
	functions []string
	source    *source.Module
	// exported are files of export data, by import path.
	exported map[string]string
	// machine are the fields with values of this machine, as the source has it.
	machine []string
	// session has the types that the flags lead to.
	session *load.Session
}

// observeByHand observes the registration that is written by hand. The component is nil if there are findings.
func observeByHand(ctx context.Context, request Request) (*component, []diag.Diagnostic, error) {
	seen, err := probe.Observe(ctx, probe.Program{
		Dir: request.Dir, Env: request.Env,
		Constructor: request.Flags, Registrations: request.AddFlags, PathRefs: request.PathRefs,
	})
	if err != nil {
		return nil, nil, err
	}
	if seen.Observation == nil {
		return nil, seen.Findings, nil
	}
	c := &component{
		Request: request, source: seen.Source, exported: load.AsBuilt(source.Exported(seen.Source)),
		theirs: seen.Observation, facts: seen.Facts, functions: seen.Functions,
	}
	c.Flags, c.AddFlags, c.PathRefs = seen.Program.Constructor, seen.Program.Registrations, seen.Program.PathRefs
	ofMachine(c)
	return c, nil, nil
}

// loadTypes reads the types that the flags lead to, and gives the types of the request their import paths.
func (c *component) loadTypes(ctx context.Context) error {
	patterns := []string{packageOf(c.theirs.Type)}
	for _, name := range c.Types {
		if packageOf(name) == name {
			return noType(name)
		}
		patterns = append(patterns, packageOf(name))
	}
	slices.Sort(patterns)
	session, _, err := load.Load(ctx, load.Request{
		Dir: c.Dir, Env: c.Env, Patterns: slices.Compact(patterns),
		Known: load.Answers{Exports: c.exported},
	})
	if err != nil {
		return err
	}
	c.session = session
	c.Types = slices.Clone(c.Types)
	for i, given := range c.Types {
		path := packageOf(given)
		name := strings.TrimPrefix(given, path+".")
		if strings.HasPrefix(path, ".") {
			path = session.PathOf(filepath.Join(c.Dir, filepath.FromSlash(path)))
			c.Types[i] = path + "." + name
		}
		if pkg := session.Source(path); pkg == nil || pkg.Declared[name].Kind != "type" {
			return noType(given)
		}
	}
	return nil
}

func noType(name string) error {
	return fmt.Errorf("no type %s in this module; write its import path and its name, as in "+
		"example.com/relay/apis/config.RelayConfiguration", name)
}

// packageOf returns the import path of a type or function; all of the name if it has none.
func packageOf(name string) string {
	name = strings.TrimLeft(name, "*&")
	plain, _, _ := strings.Cut(name, "[") // without type arguments
	slash := strings.LastIndex(plain, "/") + 1
	if dot := strings.LastIndex(plain[slash:], "."); dot > 0 {
		return plain[:slash+dot]
	}
	return name
}
