package componentconfig

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/componentconfig/internal/flagset"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/schema"
)

// register adds the root's flags to the set, and learns which field each of them sets.
func (b *buildOf[T]) register(set *flagset.Set) error {
	fresh := flagset.New(set.Name)
	switch {
	case b.AddFlagSets != nil:
		b.AddFlagSets(&fresh.NamedFlagSets, b.defaults)
	case b.AddFlags != nil:
		b.AddFlags(fresh.FlagSet(set.Name), b.defaults)
	}
	b.own = pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, section := range fresh.Order {
		if err := set.Add(section, fresh.FlagSets[section]); err != nil {
			return err
		}
		b.own.AddFlagSet(fresh.FlagSets[section])
	}
	for _, f := range b.Fields {
		for _, name := range f.Flags {
			b.owner[name] = append(b.owner[name], f.Path)
		}
	}
	var addresses *schema.Addresses
	b.own.VisitAll(func(f *pflag.Flag) {
		if b.owner[f.Name] == nil { // a delegated registration
			if addresses == nil {
				addresses = schema.AddressesOf(b.defaults)
			}
			if path := addresses.Owner(f.Value); path != "" {
				b.owner[f.Name] = []string{path}
			}
		}
	})
	return nil
}

// hides says whether a flag sets a secret.
func (b *buildOf[T]) hides(flag string) bool {
	return slices.ContainsFunc(b.flagPatterns(flag), b.secret)
}

// flagPatterns says what of the newest version a flag sets.
func (b *buildOf[T]) flagPatterns(flag string) []string {
	var out []string
	for _, path := range b.owner[flag] {
		out = append(out, b.group.PatternsOf(path, b.newest())...)
	}
	return out
}

// flags lays the command line on top of what the files gave.
func (b *buildOf[T]) flags(set *flagset.Set, given []flagset.Given) layers.Problems {
	for _, g := range given {
		if b.own.Lookup(g.Name) != nil {
			b.given = append(b.given, g)
		}
	}
	if err := b.reparse(b.config, b.given, set); err != nil {
		return layers.Problems{{Message: err.Error()}}
	}
	if b.ResolvePaths != nil {
		dir, err := os.Getwd()
		if err != nil {
			return layers.Problems{{Message: "relative paths cannot be resolved: " + err.Error()}}
		}
		b.ResolvePaths(b.config, func(path string) string { return absolute(path, dir) })
	}
	return nil
}

// reparse applies flags to a configuration by the generated function. The flags of everything else are known to it,
// and do nothing.
func (b *buildOf[T]) reparse(config *T, given []flagset.Given, set *flagset.Set) error {
	if b.Reparse == nil {
		return nil
	}
	args := make([]string, len(given))
	for i, g := range given {
		args[i] = "--" + g.Name + "=" + g.Value
	}
	var others []func(*pflag.FlagSet)
	if set != nil {
		others = append(others, func(fs *pflag.FlagSet) {
			for _, name := range set.Order {
				set.FlagSets[name].VisitAll(func(f *pflag.Flag) {
					if b.own.Lookup(f.Name) == nil {
						one := pflag.NewFlagSet("", pflag.ContinueOnError)
						one.AddFlag(f)
						flagset.Inert(one, fs)
					}
				})
			}
		})
	}
	if err := b.Reparse(config, args, others...); err != nil {
		return fmt.Errorf("the command line cannot be applied to the configuration files: %s", b.hideValues(err.Error()))
	}
	return nil
}

// hideValues masks what secret flags were given.
func (b *buildOf[T]) hideValues(text string) string {
	for _, g := range b.given {
		if g.Value != "" && b.hides(g.Name) {
			text = strings.ReplaceAll(text, g.Value, mask)
		}
	}
	return text
}

// setByFlag says whether the command line sets a Go field.
func (b *buildOf[T]) setByFlag(goPath string) bool {
	return slices.ContainsFunc(b.given, func(g flagset.Given) bool { return anyBelow(goPath, b.owner[g.Name]) })
}

// flagged says what of the newest version the command line sets: patterns of whole fields, and single paths of
// fields whose keys merge. The flags come in the order of the command line.
func (b *buildOf[T]) flagged() (whole, single map[string][]string) {
	whole, single = map[string][]string{}, map[string][]string{}
	merging := map[string]bool{}
	for _, f := range b.Fields {
		if f.Merge {
			merging[f.Path] = true
		}
	}
	for i, g := range b.given {
		owners := b.owner[g.Name]
		if len(owners) == 0 || slices.ContainsFunc(owners, func(p string) bool { return merging[p] }) {
			for _, path := range b.effectOf(b.given[i : i+1]) {
				single[path] = appendNew(single[path], g.Name)
			}
			continue
		}
		for _, p := range b.flagPatterns(g.Name) {
			whole[p] = appendNew(whole[p], g.Name)
		}
	}
	return whole, single
}

// effectOf lists the paths of the newest version that flags change on an empty configuration.
func (b *buildOf[T]) effectOf(given []flagset.Given) []string {
	empty, set := new(T), new(T)
	if b.reparse(empty, nil, nil) != nil || b.reparse(set, given, nil) != nil {
		return nil
	}
	before, errA := b.group.Tree(empty, b.newest())
	after, errB := b.group.Tree(set, b.newest())
	if errA != nil || errB != nil {
		return nil
	}
	old := map[string]string{}
	for _, leaf := range before.Leaves() {
		old[leaf.Path.String()] = string(leaf.Node.JSON())
	}
	changed := map[string]bool{}
	for _, leaf := range after.Leaves() {
		path := leaf.Path.String()
		if text, ok := old[path]; !ok || text != string(leaf.Node.JSON()) {
			changed[path] = true
		}
	}
	return slices.Sorted(maps.Keys(changed))
}

// appendNew moves a name to the end.
func appendNew(names []string, name string) []string {
	return append(slices.DeleteFunc(names, func(n string) bool { return n == name }), name)
}
