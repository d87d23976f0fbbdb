package breaking

import (
	"cmp"
	"fmt"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
)

// fieldRules are about the fields of versions.
func fieldRules() []Rule {
	return []Rule{
		{Code: "CB001", run: goneFields},
		{Code: "CB002", run: each(renamedField)},
		{Code: "CB003", run: each(otherType)},
		{Code: "CB005", run: each(otherDefault)},
		{Code: "CB006", run: each(newDefault)},
		{Code: "CB009", run: lossy},
	}
}

// goneFields explains fields that are gone, with the fields in them and what applied to them in all versions.
func goneFields(c *comparison) []explanation {
	var found []explanation
	for _, d := range c.open(func(d *difference) bool { return isVersionField(d.Of) && d.gone() }) {
		within := func(other, outer descriptor.Identity) bool {
			return other.Kind == outer.Kind && other.Version == outer.Version && inside(other.Path, outer.Path)
		}
		if c.readByAnother(d) {
			continue // which otherType tells of the field around it
		}
		if slices.ContainsFunc(found, func(outer explanation) bool { return within(d.was, outer.of[0].was) }) {
			continue
		}
		e := explanation{
			of:      []*difference{d},
			message: c.name(d.was) + " is gone, and files that set it are refused" + c.withFields(d),
			fix:     "restore it, and leave it out of the next version only",
		}
		e.of = append(e.of, c.open(func(other *difference) bool {
			return other != d && isVersionField(other.Of) && other.gone() && within(other.was, d.was)
		})...)
		e.of = append(e.of, c.lostSettings(c.old.fieldOf(d.was))...)
		found = append(found, e)
	}
	return found
}

// readByAnother reports whether a field is gone because a type around it reads itself now, and may still accept it.
func (c *comparison) readByAnother(d *difference) bool {
	around := d.was
	for around.Path != "" {
		around.Path = around.Path[:max(0, strings.LastIndexByte(around.Path, '.'))]
		field := get[descriptor.VersionField](c.new, descriptor.Identity{
			Kind: around.Kind, Version: around.Version, Path: strings.TrimRight(around.Path, "[*]"),
		})
		for t := &field.Type; t != nil; t = t.Elem {
			if unknown(t) {
				return true
			}
		}
	}
	return false
}

func renamedField(c *comparison, d *difference) (explanation, bool) {
	return explanation{
		of: ofSame(c, d, "go", "goType"),
		message: fmt.Sprintf("%s is now called %s, and files that set it are refused%s", c.name(d.was), d.New,
			c.withFields(d)),
		fix: fmt.Sprintf("keep the name %s in this version", d.Old),
	}, isVersionField(d.Of) && d.is("path")
}

// withFields says how many fields are in one that is gone; nothing for none.
func (c *comparison) withFields(d *difference) string {
	if inner := len(c.old.below(d.was)); inner > 0 {
		return fmt.Sprintf(" (%d fields in all)", inner+1)
	}
	return ""
}

func otherType(c *comparison, d *difference) (explanation, bool) {
	if !isVersionField(d.Of) || !isShape(d) || sameType(d) {
		return explanation{}, false
	}
	inner := func(other *difference) bool { // with the limits of elements
		return other.Of == d.Of && other.is("type") && (isShape(other) || len(other.Path) > 2)
	}
	if mayHold(typeIn(d.after), typeIn(d.before)) {
		e := explanation{
			of: append(ofSame(c, d, "goType", "pointer"), c.open(inner)...), level: Warning,
			message: fmt.Sprintf("%s: what it accepts may have changed from %s to %s", c.name(d.Of),
				typeText(typeIn(d.before)), typeText(typeIn(d.after))),
			fix: "check that files of this version are still read",
		}
		for _, gone := range c.open(func(other *difference) bool { return isVersionField(other.Of) && other.gone() }) {
			if gone.was.Kind == d.was.Kind && gone.was.Version == d.was.Version && inside(gone.was.Path, d.was.Path) {
				e.of = append(append(e.of, gone), c.lostSettings(c.old.fieldOf(gone.was))...)
			}
		}
		return e, true
	}
	return explanation{
		of: append(ofSame(c, d, "goType", "pointer"), c.open(inner)...),
		message: fmt.Sprintf("%s: the type changed from %s to %s", c.name(d.Of), typeText(typeIn(d.before)),
			typeText(typeIn(d.after))),
		fix: "keep the type, and add a field of the new one",
	}, true
}

// ofSame are the differences of the same object in some facts.
func ofSame(c *comparison, d *difference, facts ...string) []*difference {
	return c.open(func(other *difference) bool { return other.Of == d.Of && other.is(facts...) })
}

// computed is the text of a default that a function sets to something that its source does not tell.
const computed = "(computed)"

// defaultsOf are the defaults of a field of a version before and after.
func (c *comparison) defaultsOf(d *difference) (was, is string) {
	text := func(f *descriptor.VersionField) string {
		if f.Computed {
			return computed
		}
		return string(f.Default)
	}
	return text(get[descriptor.VersionField](c.old, d.was)), text(get[descriptor.VersionField](c.new, d.Of))
}

func otherDefault(c *comparison, d *difference) (explanation, bool) {
	if !isVersionField(d.Of) {
		return explanation{}, false
	}
	before, now := c.defaultsOf(d)
	if d.is("doc") {
		was, is := statedDefault(d.Old.(string)), statedDefault(d.New.(string))
		return explanation{
			level:   Warning,
			message: fmt.Sprintf("%s: its comment says that the default is %s, and said %s", c.name(d.Of), is, was),
			fix:     "keep the default in this version, or correct the comment",
		}, was != "" && is != "" && !sameValue(was, is) && !sameText(typeIn(d.after), was, is) && before+now == ""
	}
	if code := get[descriptor.VersionField](c.new, d.Of).Code; d.Fact() == "code.digest" {
		level := Warning
		if c.codeAround(d) {
			level = Wording
		}
		return explanation{
			of: ofSame(c, d, "code", "dependsOn"), level: level,
			message: fmt.Sprintf("%s: the default may have changed with the code of %s", c.name(d.Of),
				function(code)),
			fix: "compare what the code does, and keep the default in this version",
		}, true
	}
	return explanation{
		message: fmt.Sprintf("%s: the default changed from %s to %s", c.name(d.Of), before, now),
		fix:     "keep it in this version, and change it in the next",
	}, d.is("default") && before != "" && now != "" && before != computed && now != computed
}

// codeAround reports whether the code has changed that sets the default of a list or struct around a field, too.
func (c *comparison) codeAround(d *difference) bool {
	return slices.ContainsFunc(c.differences, func(other *difference) bool {
		return isVersionField(other.Of) && other.Fact() == "code.digest" && other.Of.Kind == d.Of.Kind &&
			other.Of.Version == d.Of.Version && other.Of.Path != d.Of.Path && inside(d.Of.Path, other.Of.Path)
	})
}

// function is the name of the first function with some code.
func function(code *descriptor.Code) string {
	if len(code.Functions) == 0 {
		return "an unknown function"
	}
	return code.Functions[0][strings.LastIndexByte(code.Functions[0], '/')+1:]
}

// sameValue reports whether two words of comments mean the same value: a constant in Go has the value at the end of its
// name, as LocalModeClusterCIDR has.
func sameValue(a, b string) bool {
	ends := func(long, short string) bool {
		return strings.HasSuffix(long, short) && strings.ToUpper(short[:1]) == short[:1] && token.IsIdentifier(long)
	}
	return a == b || ends(a, b) || ends(b, a)
}

// defaultWords come before the default in a comment.
var defaultWords = regexp.MustCompile(`(?i)\bdefaults? to |\bdefault( value)? is |\bdefault( value)?: *|\bdefault=`)

// statedDefault returns the default that a comment states; empty if it states none, or one that depends on something.
func statedDefault(doc string) string {
	at := defaultWords.FindAllStringIndex(doc, -1)
	if len(at) != 1 {
		return ""
	}
	value, _, _ := strings.Cut(doc[at[0][1]:], "\n")
	value, _, _ = strings.Cut(value, " ")
	return strings.Trim(value, "\"'`,.;()")
}

func newDefault(c *comparison, d *difference) (explanation, bool) {
	if !isVersionField(d.Of) || !d.is("default", "computed") {
		return explanation{}, false
	}
	was, is := c.defaultsOf(d)
	e := explanation{
		of:      ofSame(c, d, "default", "computed", "code", "dependsOn"),
		message: c.name(d.Of) + " has the default " + is + " now, and had none",
		fix:     "change defaults in the next version only",
	}
	switch {
	case was == computed || is == computed: // it may be the same
		e.level, e.message = Warning, fmt.Sprintf("%s: the default may have changed: it was %s and is %s", c.name(d.Of),
			cmp.Or(was, "none"), cmp.Or(is, "none"))
	case is == "":
		e.message = c.name(d.Of) + " no longer has the default " + was
	}
	return e, true
}

// lossy finds new fields that another version of the kind, which existed before, does not have.
func lossy(c *comparison) []explanation {
	var found []explanation
	for _, d := range c.open(func(d *difference) bool { return isVersionField(d.Of) && d.added() && c.newInOldKind(d) }) {
		var missing []string
		for _, v := range c.new.kind(d.Of.Kind).Versions {
			sibling := descriptor.Identity{Kind: d.Of.Kind, Version: v.Name}
			if v.Name != d.Of.Version && c.old.facts[sibling] != nil && !c.holdsField(v, d) {
				missing = append(missing, v.Name)
			}
		}
		slices.Sort(missing)
		if len(missing) > 0 {
			itself := *d // so that a rule about required fields looks at it, too
			d.told = true
			found = append(found, explanation{of: []*difference{&itself},
				message: fmt.Sprintf("%s is new, and a conversion to %s loses it", c.name(d.Of), strings.Join(missing, " and ")),
				fix:     "add it to " + strings.Join(missing, " and ") + ", too"})
		}
	}
	return found
}

// newInOldKind reports whether a new field is in something that existed before.
func (c *comparison) newInOldKind(d *difference) bool {
	outer := d.Of
	for outer.Path = parent(outer.Path); outer.Path != "" && c.new.facts[outer] == nil; {
		outer.Path = parent(outer.Path)
	}
	return c.old.facts[outer] != nil || c.isTarget(outer)
}

// holdsField reports whether another version of a kind has a new field, by its name in JSON or in Go, or in another
// place.
func (c *comparison) holdsField(v descriptor.Version, d *difference) bool {
	field := c.new.fieldOf(d.Of)
	moves := get[descriptor.Field](c.new, field).Moves
	return slices.ContainsFunc(moves, func(m descriptor.Move) bool { return m.Version == v.Name }) ||
		slices.ContainsFunc(v.Fields, func(f descriptor.VersionField) bool {
			return f.Path == d.Of.Path || f.Field() == field.Field
		})
}
