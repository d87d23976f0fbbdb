package componentconfig

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/configgen/configgen/componentconfig/internal/flagset"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/redact"
	"github.com/configgen/configgen/componentconfig/internal/schema"
	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/descriptor/render"
)

// rootFlags are the flags of one root, and what the command line gave of them.
type rootFlags struct {
	*model
	own *pflag.FlagSet
	// defaults is what the flags were registered over.
	defaults any
	// owners are the Go paths that a flag sets, by its name.
	owners map[string][]string
	given  []flagset.Given
}

// registerFlags adds the flags of a root to a set, and finds out which field each of them sets.
func registerFlags(m *model, defaults any, set *flagset.Set) (*rootFlags, error) {
	r := &rootFlags{model: m, defaults: defaults, own: pflag.NewFlagSet("", pflag.ContinueOnError),
		owners: map[string][]string{}}
	fresh := flagset.Like(set)
	if m.addFlags != nil {
		m.addFlags(fresh, defaults)
	}
	for _, section := range fresh.Order {
		if err := set.Add(section, fresh.FlagSets[section]); err != nil {
			return nil, err
		}
		r.own.AddFlagSet(fresh.FlagSets[section])
	}
	for _, flag := range m.flags {
		r.owners[flag.Name] = append(r.owners[flag.Name], flag.Sets)
	}
	r.annotate()
	var addresses *schema.Addresses
	r.own.VisitAll(func(f *pflag.Flag) {
		if r.owners[f.Name] != nil {
			return
		}
		// A delegated registration does not say which field it binds. The address that it writes to does.
		if addresses == nil {
			addresses = schema.AddressesOf(defaults)
		}
		if path := addresses.Owner(f.Value); path != "" {
			r.owners[f.Name] = []string{path}
		}
	})
	return r, nil
}

// annotate adds what the markers say about the values of flags, for completion in a shell.
func (r *rootFlags) annotate() {
	files := map[string]bool{}
	for _, f := range r.fields {
		files[f.Path] = f.File != nil
	}
	for _, f := range r.flags {
		switch flag := r.own.Lookup(f.Name); {
		case flag == nil: // of another system
		case len(f.Completions) > 0:
			flagset.Annotate(flag, flagset.Values, f.Completions...)
		case files[f.Sets]:
			flagset.Annotate(flag, cobra.BashCompFilenameExt)
		}
	}
}

// patterns returns the patterns of the fields of the newest version that a flag sets. Of an opaque field, these are all
// that may have its value.
func (r *rootFlags) patterns(flag string) []string {
	var out []string
	for _, path := range r.owners[flag] {
		out = append(out, r.types.Covering(path, r.newest())...)
	}
	return out
}

// secret reports whether a flag sets a secret.
func (r *rootFlags) secret(flag string) bool {
	return slices.ContainsFunc(r.patterns(flag), r.model.secret)
}

// hides reports whether the value of a flag may be a secret: the flag sets a secret, or its field is unknown and the
// root has secrets.
func (r *rootFlags) hides(flag string) bool {
	unknown := r.own.Lookup(flag) != nil && len(r.owners[flag]) == 0
	return r.secret(flag) || unknown && len(r.secretsOf(r.newest())) > 0
}

// classify masks the defaults of secret flags in the help, and marks these flags as k8s.io/apiserver/pkg/server/flagz
// expects it.
func (r *rootFlags) classify() {
	r.own.VisitAll(func(f *pflag.Flag) {
		if !r.hides(f.Name) {
			return
		}
		if f.Annotations == nil {
			f.Annotations = map[string][]string{}
		}
		f.Annotations["classified"] = []string{"true"}
		if !isZeroDefault(f.DefValue) {
			f.DefValue = redact.Mask
		}
	})
}

// defaultSecrets returns the values of secrets in the defaults.
func (r *rootFlags) defaultSecrets() []string {
	tree, err := r.tree(r.defaults)
	if err != nil {
		return nil
	}
	return redact.Values(tree, r.model.secret)
}

// isZeroDefault reports whether help shows no default for a flag.
func isZeroDefault(text string) bool {
	return slices.Contains([]string{"", "0", "0s", "false", "[]", "<nil>"}, text)
}

// isName reports whether a word is the name of a field, a flag, a version or the kind.
func (r *rootFlags) isName(word string) bool {
	known := word == r.kind || r.own.Lookup(strings.TrimLeft(word, "-")) != nil
	for _, version := range r.types.Versions() {
		known = known || word == r.types.APIVersion(version) || r.types.Has(word, version)
		r.types.Walk(r.types.Type(version), func(pattern string, _ reflect.Type) {
			known = known || pattern == word || strings.HasSuffix(pattern, "."+word)
		})
	}
	return known
}

// sets reports whether the command line sets a Go field.
func (r *rootFlags) sets(goPath string) bool {
	return slices.ContainsFunc(r.given, func(g flagset.Given) bool { return anyBelow(goPath, r.owners[g.Name]) })
}

// mayTouch reports whether the command line may set a Go field or a part of it.
func (r *rootFlags) mayTouch(goPath string) bool {
	return slices.ContainsFunc(r.given, func(g flagset.Given) bool {
		owners := r.owners[g.Name]
		return len(owners) == 0 || slices.ContainsFunc(owners, func(owner string) bool {
			return layers.Below(owner, goPath) || layers.Below(goPath, owner)
		})
	})
}

// parsed takes the flags of the root from what the command line gave.
func (r *rootFlags) parsed(given []flagset.Given) {
	for _, g := range given {
		if r.own.Lookup(g.Name) != nil {
			r.given = append(r.given, g)
		}
	}
}

// apply applies the command line to a configuration by the generated function, which knows the other flags of the set
// but does not set them.
func (r *rootFlags) apply(config any, set *flagset.Set) error {
	err := r.reparse(config, r.given, func(fs *pflag.FlagSet) {
		for _, name := range set.Order {
			set.FlagSets[name].VisitAll(func(f *pflag.Flag) {
				if r.own.Lookup(f.Name) == nil {
					one := pflag.NewFlagSet("", pflag.ContinueOnError)
					one.AddFlag(f)
					flagset.Inert(one, fs)
				}
			})
		}
	})
	if err != nil {
		return fmt.Errorf("the command line cannot be applied to the configuration files: %s",
			redact.NewTexts(r.secretValues(), r.isName).Rule(err.Error()))
	}
	return nil
}

func (r *rootFlags) reparse(config any, given []flagset.Given, others ...func(*pflag.FlagSet)) error {
	if r.model.reparse == nil {
		return nil
	}
	args := make([]string, len(given))
	for i, g := range given {
		args[i] = "--" + g.Name + "=" + g.Value
	}
	return r.model.reparse(config, args, others...)
}

// secretValues returns the values that the command line gives to secrets.
func (r *rootFlags) secretValues() []string {
	var out []string
	for i, g := range r.given {
		switch {
		case redact.IsZero(g.Value) || !r.hides(g.Name):
		case r.secret(g.Name), slices.ContainsFunc(r.changed(r.given[i:i+1]), r.setsSecret):
			out = append(out, g.Value)
		}
	}
	return out
}

// setsSecret reports whether a path of the newest version leads to a secret.
func (r *rootFlags) setsSecret(path layers.Path) bool { return r.model.secret(path.Pattern()) }

// effects returns the names of the flags that set a part of the newest version: by the pattern of a whole field, or by
// the path of a single key in a field with keys that merge. The names are in the order of the command line.
func (r *rootFlags) effects() (whole, single map[string][]string) {
	whole, single = map[string][]string{}, map[string][]string{}
	merging := map[string]bool{}
	for _, f := range r.fields {
		if f.Precedence == descriptor.Merge {
			merging[f.Path] = true
		}
	}
	for i, g := range r.given {
		owners := r.owners[g.Name]
		if len(owners) == 0 || slices.ContainsFunc(owners, func(p string) bool {
			return merging[p] || r.types.IsOpaque(p, r.newest())
		}) {
			for _, path := range r.changed(r.given[i : i+1]) {
				text := path.String()
				single[text] = moveToEnd(single[text], g.Name)
			}
			continue
		}
		for _, p := range r.patterns(g.Name) {
			whole[p] = moveToEnd(whole[p], g.Name)
		}
	}
	return whole, single
}

// changed returns the paths of the newest version that flags change in an empty configuration.
func (r *rootFlags) changed(given []flagset.Given) (changed []layers.Path) {
	empty, set := r.zero(), r.zero()
	if r.reparse(empty, nil) != nil || r.reparse(set, given) != nil {
		return nil
	}
	before, errA := r.tree(empty)
	after, errB := r.tree(set)
	if errA != nil || errB != nil {
		return nil
	}
	for _, leaf := range after.Changed(before) {
		changed = append(changed, leaf.Path)
	}
	return changed
}

// prependedLists are the lists that begin with the items of the command line, by their patterns in the newest version.
type prependedLists map[string]prependedList

type prependedList struct {
	// flags set the first items, the last flag first.
	flags []string
	items int
}

// prepended returns the lists that the command line adds items to.
func (r *rootFlags) prepended() prependedLists {
	out := prependedLists{}
	for _, f := range r.fields {
		if f.Precedence != descriptor.Prepend || !r.sets(f.Path) {
			continue
		}
		patterns := r.patternsOf(f.Path) // An expensive question, asked last.
		if len(patterns) != 1 {
			continue
		}
		var list prependedList
		for _, g := range r.given {
			if slices.Contains(r.owners[g.Name], f.Path) {
				list.flags = moveToEnd(list.flags, g.Name)
			}
		}
		slices.Reverse(list.flags)
		config := r.zero()
		if r.reparse(config, r.given) != nil {
			continue
		}
		list.items = schema.LenAt(config, f.Path)
		out[patterns[0]] = list
	}
	return out
}

// source is where a leaf comes from: flags, or a path in the files.
type source struct {
	flags []string
	path  layers.Path
}

// at returns the source of a leaf, and whether it is in one of the lists.
func (ls prependedLists) at(leaf layers.Path) (source, bool) {
	for i, step := range leaf {
		list, ok := ls[leaf[:i].Pattern()]
		if !ok || step.Kind != layers.List {
			continue
		}
		if step.Index < list.items {
			return source{flags: list.flags}, true
		}
		path := slices.Clone(leaf)
		path[i].Index -= list.items
		return source{path: path}, true
	}
	return source{path: leaf}, false
}

// last returns the position on the command line at which a flag was given last.
func (r *rootFlags) last(name string) int {
	for i := len(r.given) - 1; i >= 0; i-- {
		if r.given[i].Name == name {
			return i
		}
	}
	return -1
}

// moveToEnd appends a name, which is in the result once.
func moveToEnd(names []string, name string) []string {
	return append(slices.DeleteFunc(names, func(n string) bool { return n == name }), name)
}

// flagElsewhere says that this program does not have the flag, because other operating systems have it; "" if the
// program has it.
func flagElsewhere(f descriptor.Flag) string {
	const few = 3
	switch {
	case !excludes(f.OS, runtime.GOOS):
		return ""
	case len(f.OS) <= few && !strings.HasPrefix(f.OS[0], "!"):
		return fmt.Sprintf("is a flag on %s only, and this program is for %s", strings.Join(f.OS, " and "), runtime.GOOS)
	}
	return "is not a flag on " + runtime.GOOS + ", which this program is for"
}

// namingNothing warns of flags of the loader that name a file and are empty, as in a script with an unset variable. An
// empty --config-dir replaces the default directories.
func (l *Loader[T]) namingNothing(set *flagset.Set, given []flagset.Given) (warnings []string) {
	for _, g := range given {
		isFile := func(flag render.LoaderFlag) bool {
			return flag.Name == g.Name && flag.Name != "config" && flag.Value != ""
		}
		known := slices.ContainsFunc(render.LoaderFlags(), isFile)
		f := set.Lookup(g.Name)
		if g.Value != "" || !known && g.Name != l.configFlag || g.Name == "config-dir" && len(l.defaultDirs) > 0 ||
			f.Value.Type() == "string" && f.Value.String() != "" {
			continue
		}
		warnings = append(warnings,
			fmt.Sprintf("--%s= has no effect, because it is empty: specify a path, or remove the flag", g.Name))
	}
	return warnings
}
