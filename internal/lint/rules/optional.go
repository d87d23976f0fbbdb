package rules

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/configgen/configgen/descriptor/render"
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

// optionalRules are about fields that a file can omit.
func optionalRules() []rule.Rule {
	return []rule.Rule{
		{Code: "optional-and-required", Source: lint.Conventions, NoFix: lint.AuthorDecides, Run: lint.Fields(bothPresences)},
		{Code: "container-omitempty", Source: lint.Versioned, Run: lint.Fields(containerOmitempty)},
		{Code: "default-optional", Source: lint.Conventions, Run: lint.Fields(defaultOptional)},
		{Code: "default-versions", Source: lint.Changes, NoFix: lint.ChangesFiles, Run: lint.Fields(defaultVersions)},
		{Code: "empty-default", Source: lint.Versioned, NoFix: lint.AuthorDecides, Run: lint.Fields(emptyDefault)},
		{Code: "optional-marker", Source: lint.Conventions, Run: lint.Fields(optionalMarker)},
		{Code: "optional-omitempty", Source: lint.Conventions, Run: lint.Fields(optionalOmitempty)},
		{Code: "required-default", Source: lint.Conventions, Run: lint.Fields(requiredDefault)},
		{Code: "required-field", Source: lint.Versioned, NoFix: lint.AuthorDecides, Run: lint.Fields(requiredField)},
		{Code: "struct-omitempty", Source: lint.Conventions, Run: lint.Fields(structOmitempty)},
		{Code: "zero-default", Source: lint.Versioned, NoFix: lint.ChangesCode, Run: zeroDefault},
	}
}

func bothPresences(field lint.Field) []rule.Finding {
	if !field.Optional() || !field.Required() {
		return nil
	}
	return field.Found(fmt.Sprintf("%s is marked both optional and required", field.Path), "keep one of the markers")
}

func containerOmitempty(field lint.Field) []rule.Finding {
	within := field.InList() || behindPointer(field.Parent)
	decided := omits(field) || demanded(field) || within && !field.Optional()
	if !field.Nilable() || !field.Tagged() || field.JSONName == "" || decided {
		return nil
	}
	fix, edits := omit(field)
	return field.Found(fmt.Sprintf("%s is a %s without omitempty", field.Path, container(field)), fix, edits...)
}

// demanded reports whether a marker, or the comment of a field that is not marked, says that a file must set it.
func demanded(field lint.Field) bool {
	return field.Required() || !field.Optional() &&
		(demands.MatchString(field.Doc) || field.Nilable() && demandsElement.MatchString(field.Doc))
}

var (
	// demands matches comments that say that a field must be set, and demandsElement comments that say that a list or map
	// must not be empty.
	demands        = regexp.MustCompile(`(?im)\bthis field is required\b|^required,? (with )?no default\b`)
	demandsElement = regexp.MustCompile(`(?i)\b(must be at least one|(must|required to) be non-?empty)\b`)
)

// omits reports whether a field that is not set is left out when it is written.
func omits(field lint.Field) bool { return field.Option("omitempty") || field.Option("omitzero") }

// omit says how to leave a field out when it is not set, and does so.
func omit(field lint.Field) (fix string, edits []diag.Edit) {
	if field.Optional() {
		return "add omitempty to its struct tag", field.AddOption("omitempty", "")
	}
	return "add +optional, and omitempty to its struct tag",
		slices.Concat(field.AddMarker("+optional"), field.AddOption("omitempty", ""))
}

// container returns the usual name for the type of a list or map.
func container(field lint.Field) string {
	if field.Type.Kind == "map" {
		return "map"
	}
	return "list"
}

func defaultOptional(field lint.Field) []rule.Finding {
	decided := omits(field) || field.Optional() || field.Required()
	nilable := field.Nilable() || field.Type.Kind == "pointer"
	if !field.Marked.Default || !field.Tagged() || isStruct(field) || nilable || decided {
		return nil
	}
	fix, edits := omit(field)
	return field.Found(fmt.Sprintf("%s has a default and does not have omitempty", field.Path), fix, edits...)
}

func defaultVersions(field lint.Field) []rule.Finding {
	if field.Default != nil || field.Type.Kind == "struct" && len(field.Fields) > 0 || field.InList() {
		return nil
	}
	for _, external := range field.Root.External {
		version, found := "", ""
		external.Walk(func(other *group.Field) {
			if other.Path == field.Path && other.Default != nil && !slices.Contains(unset, other.Default.Value) {
				version, found = external.Version, other.Default.Value
			}
		})
		if version != "" {
			return field.Found(
				fmt.Sprintf("%s has no default in %s, and has the default %s in %s", field.Path, field.Version.Name,
					shown(field, found), path.Base(version)),
				"give it a default that means what no value means today")
		}
	}
	return nil
}

// unset are defaults that are not known, or that are no value.
var unset = []string{"", "null", "0", "false", `""`, "[]", "{}", `"0s"`}

func emptyDefault(field lint.Field) []rule.Finding {
	value := defaultOf(field)
	if !field.Nilable() || value == "" || value == "[]" || value == "{}" || value == "null" || field.Root.ZerosKept ||
		namesNone.MatchString(field.Doc) {
		return nil
	}
	return field.Found(fmt.Sprintf("%s has the default %s, and its comment does not say how to ask for none", field.Path,
		shown(field, value)), "name a value for it in the comment, such as none")
}

// namesNone matches comments that say how to ask for no element at all.
var namesNone = regexp.MustCompile(`(?i)\b(none|empty|no elements?|disable[ds]?|must not|cannot)\b|"\*"|'\*'`)

func optionalMarker(field lint.Field) []rule.Finding {
	if field.JSONName == "" || !omits(field) || field.Optional() || field.Required() {
		return nil
	}
	var edits []diag.Edit
	if !demanded(field) {
		edits = field.AddMarker("+optional")
	}
	return field.Found(fmt.Sprintf("%s has omitempty, and no marker says whether it is optional", field.Path),
		"add +optional, or +required if validation demands a value", edits...)
}

func optionalOmitempty(field lint.Field) []rule.Finding {
	pointer := field.Type.Kind == "pointer"
	if field.JSONName == "" || !field.Tagged() || demanded(field) || omits(field) || field.Nilable() ||
		!pointer && (!field.Optional() || isStruct(field)) {
		return nil
	}
	what := "is optional and does not have omitempty"
	if pointer {
		what = "is a pointer without omitempty, which is written as null when it is not set"
	}
	fix, edits := omit(field)
	return field.Found(fmt.Sprintf("%s %s", field.Path, what), fix, edits...)
}

// isStruct reports whether a field holds a struct, regardless of its type in JSON.
func isStruct(field lint.Field) bool { return field.Type.Kind == "struct" }

func requiredDefault(field lint.Field) []rule.Finding {
	if field.Default == nil || field.Default.Value == "" || !field.Required() || field.Optional() {
		return nil
	}
	return field.Found(fmt.Sprintf("%s is required and has the default %s", field.Path,
		shown(field, field.Default.Value)),
		"mark it +optional, or remove the default", relaxed(field)...)
}

// relaxed makes a field optional that the default sets before validation looks.
func relaxed(field lint.Field) []diag.Edit {
	if field.Root.ZerosKept || slices.Contains(unset, field.Default.Value) || needsKey(field) ||
		field.Setting == nil || len(field.Setting.Flags) > 0 { // flags are applied after defaults, and can be empty
		return nil
	}
	edits := field.ReplaceMarker("required", "optional")
	edits = append(edits, field.ReplaceMarker("k8s:required", "k8s:optional")...)
	if len(edits) > 0 && !omits(field) {
		edits = append(edits, field.AddOption("omitempty", "")...)
	}
	return edits
}

// needsKey reports whether a file may need the key of a required field, regardless of its default: the field always has
// a value, or the version requires it and the internal type does not.
func needsKey(field lint.Field) bool {
	return isStruct(field) || field.Type.Deref().Kind == "bool" || field.Group.Internal() &&
		(field.Marked.RequiredTag || field.Setting == nil || !field.Setting.Marked.Required)
}

func requiredField(field lint.Field) []rule.Finding {
	if !field.Required() || field.Optional() || field.Default != nil || field.InList() || behindPointer(field.Parent) {
		return nil
	}
	return field.Found(fmt.Sprintf("%s is required, so that no file may omit it", field.Path),
		"give it a default, and mark it +optional")
}

// behindPointer reports whether a struct is behind a pointer.
func behindPointer(field *group.Field) bool {
	for ; field != nil; field = field.Parent {
		if field.Type.Kind == "pointer" {
			return true
		}
	}
	return false
}

func structOmitempty(field lint.Field) []rule.Finding {
	if !isStruct(field) || field.Embedded || !field.Option("omitempty") || field.Option("omitzero") {
		return nil
	}
	return field.Found(fmt.Sprintf("%s has omitempty, which has no effect on the struct %s", field.Path, field.Type),
		"use omitzero, or make it a pointer", field.AddOption("omitzero", "omitempty")...)
}

func zeroDefault(groups []*group.Group) []rule.Finding {
	return rule.Each(func(g *group.Group) []rule.Finding {
		described := sync.OnceValue(func() []*render.Document { return render.Documents(g.Descriptor) })
		accepts := func(field lint.Field) bool { return acceptsZero(field, described) }
		return lint.Fields(func(field lint.Field) []rule.Finding { return zeroReplaced(field, accepts) })([]*group.Group{g})
	})(groups)
}

// zeroReplaced reports a field with a default that replaces a zero which could be meant.
func zeroReplaced(field lint.Field, accepts func(lint.Field) bool) []rule.Finding {
	kind := field.Type.Kind
	number := slices.Contains([]string{"int", "int32", "int64", "float32", "float64"}, kind) && !field.Type.Leaf
	isDuration := field.Type.Is("k8s.io/apimachinery/pkg/apis/meta/v1", "Duration")
	zeros := []string{"", "0", "false", "null", `""`, `"0s"`, "{}"}
	switch {
	case field.Root.ZerosKept || slices.Contains(zeros, defaultOf(field)) || zeroUnset(field):
		return nil
	case kind == "bool", (number || isDuration) && meansZero.MatchString(field.Doc):
	case accepts(field):
	default:
		return nil
	}
	return field.Found(
		fmt.Sprintf("%s has the default %s, and a file cannot set it to zero", field.Path,
			shown(field, defaultOf(field))),
		"make it a pointer in the next version, or add +zero=unset if its zero means the default")
}

// zeroUnset reports whether a marker says that the zero of a field, or of a struct around it, means that it is not set.
func zeroUnset(field lint.Field) bool {
	for _, at := range []*group.Field{field.Setting, field.Field} {
		for ; at != nil; at = at.Parent {
			if at.Marked.Zero {
				return true
			}
		}
	}
	return false
}

// acceptsZero reports whether the default of a field is known and nothing refuses its zero: no limit, and no validation
// function that mentions the field and may check it.
func acceptsZero(field lint.Field, described func() []*render.Document) bool {
	name := field.Name
	if field.Setting != nil {
		name = field.Setting.Name
	}
	if field.Default == nil || len(field.Group.ValidationPackage.Mentions[name]) > 0 {
		return false
	}
	for _, d := range described() {
		if d.Kind.Name == field.Root.Name && d.Version.Name == field.Version.NameFor(field.Root) {
			f := d.At(field.Path)
			return f != nil && f.ReplacedZero() != ""
		}
	}
	return false
}

// meansZero matches comments that describe the effect of zero.
var meansZero = regexp.MustCompile(
	`(?i)\b(zero|0) (means|disables|is unlimited|for no|to disable|turns)|(set|setting)( \w+){0,3} to (0|zero)`)

// shown returns a default of a field as messages have it: without the value of a secret.
func shown(field lint.Field, value string) string {
	secret := func(f *group.Field) bool { return f.Facts.Secret }
	if field.Has(secret) || field.Setting != nil && field.Setting.Has(secret) {
		return "***"
	}
	return value
}

// defaultOf returns the default of a field in JSON: the known default, or the default that its comment states; empty if
// there is none.
func defaultOf(field lint.Field) string {
	if field.Default != nil {
		return field.Default.Value
	}
	if stated := statesDefault.FindStringSubmatch(field.Doc); stated != nil {
		return strings.TrimRight(stated[1], ".,;")
	}
	return ""
}

// statesDefault matches the line in which the comments of Kubernetes state a default of a simple type.
var statesDefault = regexp.MustCompile(`(?m)^Default: ("[^"]*"|true|false|-?[0-9.]+[a-z]*)$`)
