package componentconfig

import (
	"fmt"
	"net"
	"slices"
	"strconv"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/preflight"
	"github.com/configgen/configgen/componentconfig/internal/redact"
	"github.com/configgen/configgen/descriptor"
	"strings"
)

// Preflight checks on this machine what the configuration names, by the markers +path(kind, access, mustExist) and
// +check=free, and returns all that is wrong. A load does not do this: a configuration may be written on one machine
// for another one. Ports are in use once the component runs, so call it before.
func (l *Loaded[T]) Preflight() Problems { return problemsOf(preflightProblems(l)) }

func preflightProblems[T any](l *Loaded[T]) layers.Problems {
	var checks []check
	for _, c := range l.candidates {
		checks = append(checks, checksOf(c)...)
	}
	var problems layers.Problems
	for _, one := range checks {
		if err := one.run(); err != nil {
			problems = append(problems, problemAt(one.origins, layers.Machine, one.path, one.say(err.Error())+one.suffix))
		}
	}
	return presentable(problems).Sorted()
}

// check is one value that is checked on the machine.
type check struct {
	path    string
	origins []Origin
	// suffix tells what has no position.
	suffix string
	run    func() error
	// say returns a text about the value as it may be shown.
	say func(text string) string
}

// checksOf returns what is to be checked of a root.
func checksOf(c *candidate) (checks []check) {
	texts := c.texts()
	for _, f := range c.fields {
		if f.Port == nil && (f.File == nil || *f.File == descriptor.File{}) {
			continue
		}
		for _, leaf := range c.leavesOf(f) {
			text := leaf.Node.Text
			run := func() error { return preflight.File(*f.File, text) }
			if f.Port != nil {
				address := beside(c, leaf, addressOf(f))
				run = func() error { return portIsFree(text, address, f.Port.Networks) }
			}
			one := newCheck(c, leaf, run)
			if one.say = texts.Value; c.secret(leaf.Path.Pattern()) {
				one.say = texts.OfSecret
			}
			checks = append(checks, one)
		}
	}
	return checks
}

// leavesOf returns the values of a field that are set, none if another system or a disabled gate excludes the field.
func (c *candidate) leavesOf(f descriptor.Field) []layers.Leaf {
	outside := func(other descriptor.Field) bool { return layers.Below(f.Path, other.Path) && c.ignored(other) }
	if slices.ContainsFunc(c.fields, outside) {
		return nil
	}
	patterns := c.patternsOf(f.Path)
	return slices.DeleteFunc(slices.Clone(c.view.leaves()), func(leaf layers.Leaf) bool {
		return leaf.Node.Text == "" || leaf.Node.Kind == layers.Null || !anyBelow(leaf.Path.Pattern(), patterns)
	})
}

// addressOf returns the Go path of the field with the IP address of a port, "" for none.
func addressOf(f descriptor.Field) string {
	if f.Port.Address == "" {
		return ""
	}
	return f.Path[:strings.LastIndex(f.Path, ".")+1] + f.Port.Address
}

// newCheck returns the check of a leaf, with the path that the leaf has in the file that sets it.
func newCheck(c *candidate, leaf layers.Leaf, run func() error) check {
	at := &field.Error{Field: redact.Path(leaf.Path, c.secret)}
	origins := c.view.originsOf(leaf.Path.String())
	suffix := ""
	if origins = userOrigins(origins); len(origins) > 0 {
		at = inFile(c, at, origins[0].pos().File)
	} else {
		suffix = " (the value is the default)"
	}
	return check{path: at.Field, origins: origins, suffix: suffix, run: run}
}

// beside returns the value of the field with a Go path that is in the same list items as a leaf.
func beside(c *candidate, leaf layers.Leaf, goPath string) string {
	if goPath == "" {
		return ""
	}
	patterns, items := c.patternsOf(goPath), leaf.Path.Items()
	for _, other := range c.view.leaves() {
		if slices.Contains(patterns, other.Path.Pattern()) && slices.Equal(other.Path.Items(), items) {
			return other.Node.Text
		}
	}
	return ""
}

// portIsFree checks a port, or an address with a port.
func portIsFree(text, address string, networks []string) error {
	port, err := strconv.Atoi(text)
	if err != nil {
		host, name, err := net.SplitHostPort(text)
		if err != nil {
			return nil //nolint:nilerr // An IP address without a port, or a mistake that validation reports.
		}
		if port, err = net.LookupPort(append(networks, "tcp")[0], name); err != nil {
			return fmt.Errorf("the port %q is not known on this machine: use its number", name)
		}
		address = host
	}
	return preflight.Port(address, port, networks...)
}
