package model

import (
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
)

// policy is the key of the struct tag that Kubernetes has for secrets (KEP-1753), policies are its values.
const policy = "datapolicy"

var policies = []string{"password", "security-key", "token"}

// secretHolder is a struct at one place below a root, in one of the packages that declare the root.
type secretHolder struct {
	goType *types.Struct
	source *load.Type // its declaration; nil if it is not the user's
}

// secrets finds the secrets among the fields of a root: those with +secret, and those with the struct tag in the marked
// type or in any version.
func secrets(b *builder, g *group.Group, root *group.Root) {
	paths := []string{root.Package.Path}
	if slices.Contains(g.Roots, root) {
		for _, version := range g.Versions {
			paths = append(paths, version.Types.Path)
		}
	}
	slices.Sort(paths)
	var structs []secretHolder
	for _, path := range slices.Compact(paths) {
		pkg, _, err := b.session.Types(path)
		if err != nil {
			continue
		}
		if object, ok := pkg.Scope().Lookup(root.Name).(*types.TypeName); ok {
			if s := structOf(b, object.Type()); s.goType != nil {
				structs = append(structs, s)
			}
		}
	}
	secretFields(b, root.Fields, structs)
}

// structOf is the struct behind a type.
func structOf(b *builder, t types.Type) secretHolder {
	inner, named, _ := structBehind(t)
	found := secretHolder{goType: inner}
	if named != nil && named.Obj().Pkg() != nil {
		found.source = b.typeSource(named.Obj().Pkg().Path(), named.Obj().Name())
	}
	return found
}

func secretFields(b *builder, fields []*group.Field, structs []secretHolder) {
	for _, field := range fields {
		var inner []secretHolder
		field.Facts.Secret = field.Parent != nil && field.Parent.Facts.Secret
		for _, s := range structs {
			for i := range s.goType.NumFields() {
				if variable := s.goType.Field(i); variable.Name() == field.Name {
					field.Facts.Secret = secretTag(b, field, s.source, s.goType.Tag(i)) || field.Facts.Secret
					if below := structOf(b, variable.Type()); below.goType != nil && len(field.Fields) > 0 {
						inner = append(inner, below)
					}
				}
			}
		}
		if marker, ok := markers.Get[markers.Secret](field.Markers); ok {
			if !marker.Is && field.Facts.Secret {
				b.reportMarker(field.Markers.Named("secret")[0], "conflicting-marker",
					fmt.Sprintf("%s has +secret=false, and the struct tag %s makes it a secret", field.Path, policy), "keep one",
					field.Markers.Named("secret")[0].Remove())
			}
			field.Facts.Secret = field.Facts.Secret || marker.Is
		}
		secretFields(b, field.Fields, inner)
	}
}

// secretTag reports whether a struct tag makes a field a secret. Mistakes in the tag of a field of the user's are
// findings.
func secretTag(b *builder, field *group.Field, source *load.Type, tag string) bool {
	key, value := policyIn(tag)
	declared := source.Field(field.Name)
	if key == "" || declared == nil || declared.Syntax.Tag == nil {
		return key == policy
	}
	literal := declared.Syntax.Tag
	position, end := b.session.Position(load.Span{Pos: literal.Pos(), End: literal.End()})
	if key != policy {
		finding := diag.At(position, end, "struct-tag", fmt.Sprintf("unknown struct tag %s", key), "did you mean "+policy+"?")
		if at := strings.Index(literal.Value, key+":"); at >= 0 {
			start := position.Offset + at
			finding = finding.With(diag.Advice{Safe: true, Edits: []diag.Edit{
				{Filename: position.Filename, Start: start, End: start + len(key), New: policy},
			}})
		}
		b.findings = append(b.findings, finding)
		return true
	}
	for _, word := range strings.Split(value, ",") {
		if !slices.Contains(policies, word) {
			b.report(position, end, "struct-tag", fmt.Sprintf("the struct tag %s cannot be %q", policy, word),
				"use one of "+strings.Join(policies, ", "), written(position, literal.Value, word)...)
		}
	}
	return true
}

// written is the advice to write one of the policies in the place of a word in a struct tag.
func written(tag token.Position, text, word string) []diag.Advice {
	at := strings.Index(text, policy)
	if at < 0 || word == "" || !strings.Contains(text[at+len(policy):], word) {
		return nil
	}
	start, end := tag, tag
	start.Offset += at + len(policy) + strings.Index(text[at+len(policy):], word)
	end.Offset = start.Offset + len(word)
	var advice []diag.Advice
	for _, valid := range policies {
		advice = append(advice, diag.Replace(start, end, valid))
	}
	return advice
}

// policyIn is the key in a struct tag that is or resembles that for secrets, with its value; empty if there is none.
func policyIn(tag string) (key, value string) {
	if value, ok := reflect.StructTag(tag).Lookup(policy); ok {
		return policy, value
	}
	for rest := strings.TrimLeft(tag, " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		key, quoted, ok := strings.Cut(rest, ":")
		prefix, err := strconv.QuotedPrefix(quoted)
		if !ok || err != nil {
			return "", ""
		}
		if _, distance := diag.Nearest(strings.ToLower(key), []string{policy}); distance <= 2 {
			value, _ := strconv.Unquote(prefix)
			return key, value
		}
		rest = quoted[len(prefix):]
	}
	return "", ""
}
