package group

import (
	"go/token"
	"strconv"
	"strings"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/descriptor/render"
)

// Deprecation announces the end of a field or a flag.
type Deprecation struct {
	// Since and Removal are releases of the component, as in 1.4; empty if they are not specified.
	Since, Removal string
	// Use is what users set instead: a JSON path, a flag with its dashes, or a sentence.
	Use string

	Position, End token.Position
}

// Advice says what to do about a deprecation, as a part of a sentence.
func (d *Deprecation) Advice() string {
	known := descriptor.Deprecation{Removal: d.Removal, Use: d.Use}
	if d.Use == "" && d.Removal == "" { // there is nothing else to say
		known.Since = d.Since
	}
	return render.DeprecationText(&known)
}

// Deprecation returns the deprecation of the field: its own, or the one of a field around it. It is nil for a field
// that is not deprecated.
func (f *Field) Deprecation() *Deprecation {
	for ; f != nil; f = f.Parent {
		if f.Deprecated != nil {
			return f.Deprecated
		}
	}
	return nil
}

// Tombstone is the name of something that has been removed: of a field, a value of a field, a version, a flag, or a
// feature gate.
type Tombstone struct {
	// Path is the JSON path of the field below the root, Value a value that the field accepted. Version is a version of
	// the kind or, with a path, the version that no longer has the field.
	Path, Value, Version string
	// Flag is the name of a flag, Gate the name of a feature gate.
	Flag, Gate string
	// Removed is the release that no longer has it, and Use what users write instead, as in a Deprecation.
	Removed, Use string
	// Exceptions are the rules that the removal is an exception to.
	Exceptions []Exception

	Position, End token.Position
}

// What names the kind of the thing that has been removed, and the thing, as in "flag" and "--cache-size".
func (t *Tombstone) What() (kind, name string) {
	switch {
	case t.Value != "":
		return "value", t.Path + "=" + t.Value
	case t.Path != "" && t.Version != "":
		return "field", t.Path + " of " + t.Version
	case t.Path != "":
		return "field", t.Path
	case t.Flag != "":
		return "flag", "--" + t.Flag
	case t.Gate != "":
		return "feature gate", t.Gate
	}
	return "version", t.Version
}

// Exception is an exception to a rule, declared in the source.
type Exception struct {
	// Rule is the code of the rule.
	Rule, Reason string
	// Until is the release in which the exception ends; empty if it does not.
	Until string

	Position, End token.Position
}

// Exception returns the exception of the field from a rule: of the field, of its type, or of a field around it up to
// the root. It is nil if there is none.
func (f *Field) Exception(root *Root, rule string) *Exception {
	for ; f != nil; f = f.Parent {
		if found := exception(f.Exceptions, rule); found != nil {
			return found
		}
	}
	return exception(root.Exceptions, rule)
}

func exception(list []Exception, rule string) *Exception {
	for i := range list {
		if list[i].Rule == rule {
			return &list[i]
		}
	}
	return nil
}

// CompareReleases compares two releases such as 1.4 and 1.10. It reports false if one of them has another form.
func CompareReleases(a, b string) (order int, ok bool) {
	between, ok := ReleasesBetween(b, a)
	if ok {
		return between, true
	}
	x, _, okX := release(a)
	y, _, okY := release(b)
	return x - y, okX && okY
}

// ReleasesBetween is the number of minor releases from one release to another one of the same major version. It reports
// false for others.
func ReleasesBetween(from, to string) (number int, ok bool) {
	major, minor, ok := release(from)
	otherMajor, otherMinor, also := release(to)
	return otherMinor - minor, ok && also && major == otherMajor
}

// release is the major and the minor version of a release.
func release(text string) (major, minor int, ok bool) {
	before, after, _ := strings.Cut(text, ".")
	major, err := strconv.Atoi(before)
	minor, alsoErr := strconv.Atoi(after)
	return major, minor, err == nil && alsoErr == nil && strconv.Itoa(major)+"."+strconv.Itoa(minor) == text
}
