package breaking

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/group"
)

// compatible are the rules for changes that break nothing.
func compatible() []Rule {
	return []Rule{
		{Alpha: Compatible, Beta: Compatible, GA: Compatible, run: each(added)},
		{Alpha: Compatible, Beta: Compatible, GA: Compatible, run: each(wider)},
		{Alpha: Wording, Beta: Wording, GA: Wording, run: each(wording)},
	}
}

// added explains new objects. The objects inside a new object are part of it.
func added(c *comparison, d *difference) (explanation, bool) {
	e := explanation{message: c.name(d.Of) + " is new"}
	switch {
	case d.told:
		e.level = Wording
	case isVersionField(d.Of) && c.newInOldKind(d), isVersion(d.Of), d.Of.Flag != "" && !d.Of.Removed:
	case d.Of.Func != "":
		e.message = c.name(d.Of) + " are new"
	default:
		e.level = Wording
	}
	return e, d.added()
}

func wider(c *comparison, d *difference) (explanation, bool) {
	if d.Path == nil {
		return explanation{}, false
	}
	e := explanation{message: fmt.Sprintf("%s: %s", c.name(d.Of), changed(d))}
	was := isZero(d.Old)
	switch {
	case isGroup(d.Of):
		before, _ := d.Old.(int)
		now, _ := d.New.(int)
		return e, d.is("release") || d.is("loader") && was || d.is("support") && !isZero(d.New) && now >= before
	case isVersion(d.Of):
		return e, was && d.is("headerOptional", "resource") ||
			d.Fact() == "resource.shortNames" && subset(list[string](d.Old), list[string](d.New))
	case d.is("warning") && !isZero(d.New), isField(d.Of) && d.Fact() == "deprecated" && !isZero(d.New):
		return explanation{message: c.name(d.Of) + " is deprecated: " + advice(d)}, true
	case isField(d.Of) || isVersionField(d.Of):
		looserLimit := isLimit(d) && looser(d) && !echoes(c, d) && d.Fact() != "file"
		return e, looserLimit || writing(d) || was && d.harmless() || isField(d.Of) && c.promised(d) ||
			isVersionField(d.Of) && isShape(d) && sameType(d)
	case isFlag(d.Of):
		registered, _ := d.Old.(descriptor.Registered)
		return e, isShape(d) && sameType(d) || was && d.harmless() ||
			d.is("os", "warning", "shorthandDeprecated") || registered.Overrides != "" && d.New != nil
	}
	return e, false
}

// harmless reports whether the tag of the fact says that what gets it works as before.
func (d *difference) harmless() bool {
	t := reflect.TypeOf(cmp.Or(d.after, d.before))
	tag := reflect.StructTag("")
	for _, name := range d.Path {
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		for _, fact := range reflect.VisibleFields(t) {
			if known, _, _ := strings.Cut(fact.Tag.Get("json"), ","); known == name {
				t, tag = fact.Type, fact.Tag
				break
			}
		}
	}
	return tag.Get("added") == "compatible"
}

// writing reports whether a difference is about how a field is written, and not about how it is read.
func writing(d *difference) bool {
	if !isVersionField(d.Of) || !d.is("json") {
		return false
	}
	read := func(options any) bool { return slices.Contains(strings.Split(options.(string), ","), "string") }
	return read(d.Old) == read(d.New)
}

// advice says what to do about something that is deprecated now.
func advice(d *difference) string {
	if message, ok := d.New.(string); ok {
		return message
	}
	e := deprecation(d.after)
	return (&group.Deprecation{Since: e.Since, Removal: e.Removal, Use: e.Use}).Advice()
}

// promised reports whether a field of a kind promises more than before.
func (c *comparison) promised(d *difference) bool {
	switch {
	case d.is("reload", "os"): // a loss has been explained before
		return true
	case d.is("moves"):
		return !slices.ContainsFunc(list[descriptor.Move](d.Old), func(move descriptor.Move) bool {
			from := descriptor.Identity{Kind: d.Of.Kind, Version: move.Version, Path: move.From}
			version := descriptor.Identity{Kind: d.Of.Kind, Version: move.Version}
			return c.new.facts[version] != nil && c.new.fieldOf(from) != d.Of &&
				!slices.Contains(list[descriptor.Move](d.New), move)
		})
	case d.is("libraries"):
		return len(get[descriptor.Field](c.new, d.Of).Libraries) > 0
	case d.Fact() == "deprecated": // and no longer is
		return true
	}
	return false
}

func wording(c *comparison, d *difference) (explanation, bool) {
	of := d.Of
	switch {
	case d.gone():
		return explanation{message: c.name(d.was) + " is gone"},
			of.Removed || of.Gate != "" || of == descriptor.Identity{Kind: of.Kind}
	case of.Gate != "" && !of.Removed, of.Kind != "" && of == descriptor.Identity{Kind: of.Kind}:
	case isField(of) && (d.is("json", "goType") || isShape(d)): // files have the type of their version
	case isLimit(d) && d.Fact() != "file", mergesLists(d): // a tighter limit has been explained before
	case of.Func != "" && d.is("flags"):
	case of.Flag != "" && d.is("default"): // a flag that sets something has the default of that
	case d.is("doc", "go", "goType", "usage", "usageFrom", "section", "hidden", "approved", "deprecated", "use", "removed",
		"pointer", "since", "of", "lost", "exceptions", "plain", "code", "dependsOn",
		"aliases"):
	default:
		return explanation{}, false
	}
	return explanation{message: fmt.Sprintf("%s: %s", c.name(of), changed(d))}, true
}
