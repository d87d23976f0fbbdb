package migrate

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/schema"
)

// File is a file to migrate to the newest version.
type File struct {
	Types *schema.Group
	// Name, Text and Tree are the name, the text and the parsed tree of the file, Version is the version that it is
	// written in.
	Name, Text, Version string
	Tree                *layers.Node
	// Context is the configuration that the file is a part of, in the same version: it decides about moves that depend on
	// a value. For a file without others it is Tree.
	Context *layers.Node
	// Partial reports that there are other files, which Context lacks.
	Partial bool
	// Secrets are the patterns of the secrets of the newest version.
	Secrets []string
	// Removed says of a pattern of the version that it was removed, and what to write instead; "" for others.
	Removed func(pattern string) string
	// KeepDefaults writes out the defaults that differ between the versions.
	KeepDefaults bool
	// converted is the tree after conversion; nil if that fails.
	converted func() *layers.Node
}

// Result is a migrated file.
type Result struct {
	Text string
	// Changed are the defaults that differ between the versions, and that the file does not set.
	Changed []Changed
}

// Changed is a value that the configuration has by default.
type Changed struct {
	// Path is that in the newest version.
	Path layers.Path
	// Old is nil for a field that the old version does not have.
	Old, New *layers.Node
}

// Migrate returns the file in the newest version, or all that prevents it.
func (f File) Migrate() (Result, layers.Problems) {
	f.converted = sync.OnceValue(func() *layers.Node {
		return f.Types.Converted(f.inContext(f.Tree, f.Version), f.Version, f.newest())
	})
	out, problems := f.rewritten(nil)
	if len(problems) > 0 {
		return Result{}, problems
	}
	var add []Addition
	for _, d := range out.differing {
		if d.Old != nil && d.Old.Kind == layers.Null {
			d.Old = nil
		}
		if d.Old != nil {
			add = append(add, Addition{d.Path, d.Old})
		}
		out.Changed = append(out.Changed, d)
	}
	if !f.KeepDefaults || len(add) == 0 {
		return out.Result, nil
	}
	kept, problems := f.rewritten(add)
	for _, changed := range out.Changed {
		if changed.Old == nil {
			kept.Changed = append(kept.Changed, changed)
		}
	}
	return kept.Result, problems
}

func (f File) newest() string { return f.Types.Versions()[0] }

// rewritten is the text of a file in the newest version, with what differs by default.
type rewritten struct {
	Result
	differing []Changed
}

// rewritten changes the text and proves that it means the same.
func (f File) rewritten(add []Addition) (rewritten, layers.Problems) {
	text, mark := strings.CutPrefix(f.Text, "\ufeff")
	changed, problems := Text(f.Name, text, f.Tree, f.plan, add)
	if len(problems) > 0 {
		return rewritten{}, problems
	}
	if mark {
		changed = "\ufeff" + changed
	}
	// The file was read with as much of a header.
	doc, problems := layers.Parse(layers.File{Name: f.Name, Data: []byte(changed), Header: layers.OptionalHeader})
	if doc.Root == nil || len(problems) > 0 {
		return rewritten{}, f.impossible("the result could not be read")
	}
	wrong, unknown := f.Types.Check(doc.Root, f.Types.Type(f.newest()), f.Secrets)
	for _, p := range append(wrong, unknown...) {
		return rewritten{}, f.impossible("the result would have a mistake: " + p.Message)
	}
	differing, same := f.compare(doc.Root)
	if !same {
		return rewritten{}, f.impossible("the result would not mean the same")
	}
	if line := lostComment(f.Text, changed); line > 0 { // The comment may be a secret that is commented out.
		return rewritten{}, f.impossible(fmt.Sprintf("the result would lose the comment in line %d", line))
	}
	return rewritten{Result{Text: changed}, differing}, nil
}

// compare reports whether the result means the same as the file: with the defaults of both versions, all values that it
// sets are the same. Others may differ by default. A part of a configuration that does not convert alone is compared
// without defaults.
func (f File) compare(result *layers.Node) (differing []Changed, same bool) {
	old, current := f.inContext(f.Tree, f.Version), f.inContext(result, f.newest())
	before, errBefore := f.defaulted(old, f.Version)
	after, errAfter := f.defaulted(current, f.newest())
	if errBefore != nil || errAfter != nil {
		return nil, f.Types.Equivalent(old, f.Version, current, f.newest())
	}
	given := func(path layers.Path) bool {
		return sets(result, path) || slices.ContainsFunc(schema.CarriedIn(f.Types, path, f.Version, f.Context),
			func(old layers.Path) bool { return sets(f.Tree, old) })
	}
	for _, leaf := range before.Leaves() {
		if after.At(leaf.Path) == nil && given(leaf.Path) {
			return nil, false
		}
	}
	for _, leaf := range after.Leaves() {
		was := before.At(leaf.Path)
		switch {
		case leaf.Path.IsHeader() || layers.Same(was, leaf.Node):
		case given(leaf.Path):
			return nil, false
		default:
			differing = append(differing, Changed{leaf.Path, was, leaf.Node})
		}
	}
	return differing, true
}

// sets reports whether a tree has a value at a path, or at the list or map that it is in.
func sets(tree *layers.Node, path layers.Path) bool {
	for i := len(path); i > 0; i-- {
		if n := tree.At(path[:i]); n != nil {
			return n.Kind != layers.Null && (i == len(path) || n.Kind == layers.List || n.Dict)
		}
	}
	return false
}

func (f File) impossible(why string) layers.Problems {
	return layers.Problems{{Pos: f.Tree.Pos, Code: layers.Conversion, Message: "cannot be migrated to " +
		f.Types.APIVersion(f.newest()) + ": " + why + "; migrate it by hand"}}
}

// inContext adds the values to a tree that decide about moves, if only the context has them.
func (f File) inContext(tree *layers.Node, version string) *layers.Node {
	out := tree
	for _, move := range schema.MovesOf(f.Types, f.Version) {
		at, ok := schema.Concrete(move.When, nil)
		if move.When == "" || !ok {
			continue
		}
		value := f.Context.At(at)
		if value == nil || f.Tree.At(at) != nil {
			continue
		}
		pattern := move.When
		if version != f.Version {
			targets := f.Types.Translated(move.When, f.Version, version)
			if len(targets) != 1 {
				continue
			}
			pattern = targets[0]
		}
		if path, ok := schema.Concrete(pattern, nil); ok {
			out = out.Clone()
			out.Insert(path, value.Clone())
		}
	}
	return out
}

// defaulted returns the configuration of a tree with the defaults of its version, in the newest version.
func (f File) defaulted(tree *layers.Node, version string) (*layers.Node, error) {
	internal, err := f.Types.FromTree(tree.Pruned(nil), version, f.Types.Default)
	if err != nil {
		return nil, err
	}
	return f.Types.Tree(internal, f.newest())
}

// plan is what becomes of an entry.
func (f File) plan(path layers.Path, n *layers.Node) Action {
	pattern := path.Pattern()
	if path.IsHeader() {
		if path[0].Name == "apiVersion" {
			return Action{Value: &layers.Node{Kind: layers.String, Text: f.Types.APIVersion(f.newest())}}
		}
		return Action{}
	}
	inside := false
	for _, move := range schema.MovesOf(f.Types, f.Version) {
		switch {
		case move.From == pattern && f.Partial && !f.decided(move):
			return Action{Refuse: fmt.Sprintf("moves by the value of %s, which another file may have: migrate both together",
				f.decidedBy(move))}
		case move.From == pattern && f.splits(move):
			return f.several(f.Types.Translated(pattern, f.Version, f.newest()))
		case move.From == pattern && schema.Applies(f.Types, move, path, f.Context):
			return f.moveTo(path, strings.Join(schema.KeysOf(f.Types, move.Field, f.newest()), ""), n)
		case move.From == pattern && !f.alsoUsed(move, path):
			return Action{Refuse: fmt.Sprintf("is not in use, by the value of %s, and %s has no place for it: remove it",
				f.decidedBy(move), f.Types.APIVersion(f.newest()))}
		}
		inside = inside || layers.Below(move.From, pattern)
	}
	if f.Removed != nil {
		if message := f.Removed(pattern); message != "" {
			return Action{Refuse: message}
		}
	}
	structs := n.Kind == layers.Map && !n.Dict && len(n.Fields) > 0
	for _, item := range n.Items {
		structs = structs || item.Kind == layers.Map && !item.Dict
	}
	empty := n.Kind == layers.Null || n.Kind == layers.Map && len(n.Fields) == 0
	switch {
	case inside && empty && !f.Types.Has(pattern, f.newest()):
		return Action{Remove: true}
	case structs && schema.IsStruct(f.Types, pattern, f.Version) || inside:
		return Action{Descend: true}
	}
	targets := f.Types.Translated(pattern, f.Version, f.newest())
	switch {
	case empty && f.Types.Has(pattern, f.newest()):
		return Action{}
	case slices.Contains(targets, pattern), len(targets) == 0 && f.Types.Has(pattern, f.newest()):
		return f.stay(path, n)
	case len(targets) == 1:
		return f.moveTo(path, targets[0], n)
	case len(targets) == 0 && f.Types.Undeclared(pattern, f.Version, f.newest()):
		return Action{Refuse: "is converted by hand-written code, and nothing declares its place in " +
			f.Types.APIVersion(f.newest()) + ": write it there by hand"}
	case len(targets) == 0:
		return Action{Refuse: f.Types.APIVersion(f.newest()) + " has no place for it: remove it"}
	}
	return f.several(targets)
}

// several refuses a value that becomes several fields.
func (f File) several(targets []string) Action {
	return Action{Refuse: fmt.Sprintf("becomes several fields of %s: %s", f.Types.APIVersion(f.newest()),
		strings.Join(targets, ", "))}
}

// splits reports whether another move takes another field from the place of a move.
func (f File) splits(move binding.Move) bool {
	return slices.ContainsFunc(schema.MovesOf(f.Types, f.Version), func(other binding.Move) bool {
		return other.From == move.From && other.Field != move.Field
	})
}

// alsoUsed reports whether another move from the same place applies.
func (f File) alsoUsed(move binding.Move, path layers.Path) bool {
	return slices.ContainsFunc(schema.MovesOf(f.Types, f.Version), func(other binding.Move) bool {
		return other.From == move.From && schema.Applies(f.Types, other, path, f.Context)
	})
}

// decided reports whether the context has the value that decides about a move, if there is one.
func (f File) decided(move binding.Move) bool {
	by := f.decidedBy(move)
	return by == "" || len(f.Context.Find(by)) > 0
}

// decidedBy is the pattern of the field that decides about a move.
func (f File) decidedBy(move binding.Move) string {
	for _, other := range schema.MovesOf(f.Types, f.Version) {
		if other.Field == move.Field && other.When != "" {
			return other.When
		}
	}
	return move.When
}

// moveTo moves a value to a pattern of the newest version.
func (f File) moveTo(path layers.Path, pattern string, n *layers.Node) Action {
	to, ok := schema.Concrete(pattern, path)
	if !ok {
		return Action{Refuse: "cannot be moved to " + pattern}
	}
	value, why := f.newValue(path.Pattern(), to, n)
	return Action{To: to, Value: value, Refuse: why}
}

// stay keeps a value in its place.
func (f File) stay(path layers.Path, n *layers.Node) Action {
	value, why := f.newValue(path.Pattern(), path, n)
	return Action{Value: value, Refuse: why}
}

// newValue is the value of a field with another type in the newest version, nil if it is written in the same way.
func (f File) newValue(pattern string, to layers.Path, n *layers.Node) (value *layers.Node, why string) {
	if n.Kind == layers.Null || n.Kind == layers.Map ||
		schema.SameType(f.Types, pattern, f.Version, to.Pattern(), f.newest()) {
		return nil, ""
	}
	converted := f.converted().At(to)
	switch {
	case converted == nil:
		return nil, "cannot be converted to " + to.String() + " of " + f.Types.APIVersion(f.newest())
	case layers.Same(converted, n):
		return nil, ""
	}
	return converted, ""
}

// lostComment returns the line of a comment of a file that its new text does not have as often; 0 if there is none.
func lostComment(before, after string) (line int) {
	kept := map[string]int{}
	for _, c := range comments(after) {
		kept[c.text]++
	}
	for _, c := range comments(before) {
		kept[c.text]--
		// One that is written in another way is searched for.
		if kept[c.text] < 0 && strings.Count(after, c.text) < strings.Count(before, c.text) {
			return c.line
		}
	}
	return 0
}

// comment is a comment of a file, with its own line, or the line of the value that it follows.
type comment struct {
	text string
	line int
}

// comments are the comments of a file, line by line.
func comments(text string) (all []comment) {
	number := 0
	for line := range strings.Lines(text) {
		if number++; isComment(line) {
			all = append(all, comment{strings.TrimSpace(line), number})
		}
	}
	var top yaml.Node
	if yaml.Unmarshal([]byte(text), &top) != nil {
		return all
	}
	var visit func(n *yaml.Node)
	visit = func(n *yaml.Node) {
		if n.LineComment != "" {
			all = append(all, comment{n.LineComment, n.Line})
		}
		for _, inner := range n.Content {
			visit(inner)
		}
	}
	visit(&top)
	return all
}
