package upstream

import (
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/nearname"
)

// defaulterTag asks for defaulter-gen.
const defaulterTag = "k8s:defaulter-gen"

// functionNames finds functions that are meant to set defaults or to convert, and that the generators pass over without
// a word, because they know them by their names and their parameters.
func (r *run) functionNames(paths []string) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, path := range paths {
		pkg := r.session.Source(path)
		asks := func(tag string) bool {
			return slices.ContainsFunc(pkg.Tags(), func(t load.Tag) bool { return t.Name == tag && t.Value != "false" })
		}
		defaults, conversions := asks(defaulterTag), asks("k8s:conversion-gen")
		for _, name := range slices.Sorted(maps.Keys(pkg.Declared)) {
			declared := pkg.Declared[name]
			if declared.Kind != "func" || len(pkg.MentionedBy(name)) > 0 {
				continue
			}
			var found []diag.Diagnostic
			if message, fix, right := misnamedDefaulter(pkg, name, declared); defaults && message != "" {
				found = append(found, diag.At(declared.Position, declared.End, "defaulter-name", message, fix).
					With(renamed(declared, right)))
			}
			if right := misnamedConversion(name, declared); conversions && right != "" {
				found = append(found, conversionName(span{declared.Position, declared.End}, right))
			}
			if len(found) > 0 && !r.session.CalledElsewhere(path, name) {
				findings = append(findings, found...)
			}
		}
		for _, f := range pkg.NotBuilt() {
			_, _, converts := converted(f.Declaration)
			if defaults && defaultedBy(f.Name, f.Declaration) != "" ||
				conversions && converts && strings.HasPrefix(f.Name, "Convert_") {
				findings = append(findings, f.Finding())
			}
		}
	}
	return findings
}

// pointed is a name for a function that takes a pointer; empty for one that does not.
func pointed(pointer bool, name string) string {
	if !pointer {
		return ""
	}
	return name
}

// renamed is the advice to give a function another name; it says nothing if there is none.
func renamed(declared group.Declaration, name string) diag.Advice {
	if name == "" {
		return diag.Advice{}
	}
	return diag.Replace(declared.Position, declared.End, name)
}

// misnamedDefaulter returns a message about a mistake in a function that could set defaults; empty if there is none.
// Renamed is the right name, if another name is enough.
func misnamedDefaulter(pkg *load.Package, name string, declared group.Declaration) (message, fix, renamed string) {
	const prefix = "SetDefaults_"
	target, pointer := "", false
	if len(declared.Params) == 1 {
		target = declared.Params[0][strings.LastIndexAny(declared.Params[0], "./*")+1:]
		pointer = strings.HasPrefix(declared.Params[0], "*")
	}
	rest, prefixed := strings.CutPrefix(name, prefix)
	right := prefix + target
	fits := pointer && len(declared.Results) == 0
	switch {
	case strings.HasSuffix(target, "]") && prefixed: // of a struct with type parameters
		return name + " has type parameters, so it is not called",
			"call it in a function SetDefaults_ of a struct with such a field", ""
	case prefixed && fits && (rest == target || strings.HasPrefix(rest, target+"_")):
	case prefixed && fits:
		return fmt.Sprintf("%s has a *%s and not the name of its defaults, so it is not called", name, target),
			"rename it to " + right, right
	case prefixed && target != "" && (rest == target || pkg.Types[target] != nil):
		return name + " does not have the signature of a function that sets defaults, so it is not called",
			fmt.Sprintf("write func %s(obj *%s)", right, target), ""
	case prefixed:
		typeName, _, _ := strings.Cut(rest, "_")
		return name + " does not have the signature of a function that sets defaults, so it is not called",
			fmt.Sprintf("write func %s%s(obj *%[2]s)", prefix, typeName), ""
	case token.IsExported(target) && len(declared.Results) == 0 && nearname.Meant(name, right):
		return name + " has the form of a function that sets defaults and not its name, so it is not called",
			fmt.Sprintf("write func %s(obj *%s)", right, target), pointed(pointer, right)
	}
	return "", "", ""
}

// misnamedConversion is the right name of a function that could convert one type to another; empty if there is none.
// conversion-gen itself speaks of those whose names begin with Convert_.
func misnamedConversion(name string, declared group.Declaration) string {
	from, to, converts := converted(declared)
	if !converts || strings.HasPrefix(name, "Convert_") {
		return ""
	}
	if right := "Convert_" + publicName(from) + "_To_" + publicName(to); nearname.Meant(name, right) {
		return right
	}
	return ""
}

// converted are the types between which a function with the parameters and the result of a conversion converts.
func converted(declared group.Declaration) (from, to where, ok bool) {
	const scope = "k8s.io/apimachinery/pkg/conversion.Scope"
	if len(declared.Params) != 3 || declared.Params[2] != scope || !slices.Equal(declared.Results, []string{"error"}) {
		return where{}, where{}, false
	}
	first, pointer := strings.CutPrefix(declared.Params[0], "*")
	second, both := strings.CutPrefix(declared.Params[1], "*")
	return whereIs(first), whereIs(second), pointer && both
}

// conversionName reports a function with the form of a conversion and another name.
func conversionName(at span, right string) diag.Diagnostic {
	return diag.At(at.pos, at.end, "conversion-name",
		"this function has the form of a conversion and not its name, so it is not used", "rename it to "+right).
		With(diag.Replace(at.pos, at.end, right))
}

// misnamed reports whether a function of the packages, which nothing calls, is meant to have the given name. Then the
// finding about its name is the cause.
func (s *source) misnamed(right string) bool {
	for _, pkg := range s.packages {
		for name, declared := range pkg.Declared {
			from, to, converts := converted(declared)
			if declared.Kind == "func" && converts && name != right && len(pkg.MentionedBy(name)) == 0 &&
				"Convert_"+publicName(from)+"_To_"+publicName(to) == right {
				return true
			}
		}
	}
	return false
}
