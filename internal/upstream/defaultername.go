package upstream

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/load"
)

// defaulterTag asks for defaulter-gen.
const defaulterTag = "k8s:defaulter-gen"

// defaulterNames finds functions that are meant to set defaults and that defaulter-gen passes over without a word,
// because it knows them by their name and their parameter.
func (r *run) defaulterNames(paths []string) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, path := range paths {
		pkg := r.session.Source(path)
		asks := func(t load.Tag) bool { return t.Name == defaulterTag && t.Value != "false" }
		if !slices.ContainsFunc(pkg.Tags(), asks) {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(pkg.Declared)) {
			declared := pkg.Declared[name]
			if declared.Kind != "func" || len(pkg.MentionedBy(name)) > 0 {
				continue
			}
			if message, fix := misnamedDefaulter(pkg, name, declared); message != "" {
				findings = append(findings, diag.At(declared.Position, declared.End, "defaulter-name", message, fix))
			}
		}
	}
	return findings
}

// misnamedDefaulter says what is wrong with a function that could set defaults; the message is empty if nothing is.
func misnamedDefaulter(pkg *load.Package, name string, declared group.Declaration) (message, fix string) {
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
	case prefixed && fits && (rest == target || strings.HasPrefix(rest, target+"_")):
	case prefixed && fits:
		return fmt.Sprintf("%s has a *%s and not the name of its defaults, so it is not called", name, target),
			"rename it to " + right
	case prefixed && target != "" && (rest == target || pkg.Types[target] != nil):
		return name + " does not have the signature of a function that sets defaults, so it is not called",
			fmt.Sprintf("write func %s(obj *%s)", right, target)
	case prefixed:
		typeName, _, _ := strings.Cut(rest, "_")
		return name + " does not have the signature of a function that sets defaults, so it is not called",
			fmt.Sprintf("write func %s%s(obj *%[2]s)", prefix, typeName)
	case target != "" && len(declared.Results) == 0 && nearly(name, right):
		return name + " has the form of a function that sets defaults and not its name, so it is not called",
			fmt.Sprintf("write func %s(obj *%s)", right, target)
	}
	return "", ""
}

// nearly reports whether a name is another one with a few mistakes.
func nearly(name, right string) bool {
	plain := func(text string) string { return strings.ToLower(strings.ReplaceAll(text, "_", "")) }
	_, distance := diag.Nearest(plain(name), []string{plain(right)})
	return distance >= 0 && distance <= 2
}
