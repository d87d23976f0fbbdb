package model

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/group"
)

// fieldFlags describes the flags of a field, and the functions that register flags for it.
func (d *describer) fieldFlags(k *descriptor.Kind, root *group.Root, field *group.Field) {
	for _, flag := range field.Flags {
		described := descriptor.Flag{Type: formOf(field.Type), Syntax: flag.Type, OS: field.OS}
		for _, constant := range field.Type.Deref().Constants {
			if constant.Value != "" {
				described.Completions = addName(described.Completions, constant.Value)
			}
		}
		if !discloses(field, flag.NoOptDefVal, isSecret) {
			described.NoValue = flag.NoOptDefVal
		}
		d.flag(k, field.Path, flag, described)
	}
	for _, from := range field.Delegations {
		r := descriptor.Registration{
			Field: field.Path, Func: object(from.Func), Prefix: from.Prefix, Section: from.Section, Hidden: from.Hidden,
			Warning: from.Deprecated, Exempt: from.Exempt, Approved: from.Approved,
		}
		listed := from.Registers
		if d.group.API == nil && d.group.DocsPackage.Path == "" {
			listed = nil // nothing compares or documents them
		}
		for _, flag := range listed {
			registered := descriptor.Registered{
				Name: flag.Name, Field: flag.Field, Default: flag.Default, Usage: flag.Usage,
			}
			root.Walk(func(set *group.Field) {
				if set.Path == field.Path+"."+flag.Field && discloses(set, flag.Default, isSecret) {
					registered.Default = ""
				}
			})
			if registered.Default != "" {
				if value := defaultOf(root, field.Path+"."+flag.Field); value != flag.Default {
					registered.Overrides = value
				}
			}
			r.Flags = append(r.Flags, registered)
		}
		slices.SortFunc(r.Flags, func(a, b descriptor.Registered) int { return strings.Compare(a.Name, b.Name) })
		repeated := slices.ContainsFunc(k.Registrations, func(known descriptor.Registration) bool {
			return known.Func == r.Func && known.Field == r.Field
		})
		if !repeated {
			d.group.Places[descriptor.Identity{Kind: k.Name, Func: r.Func, Field: r.Field}] = group.Place{
				Position: from.Position, End: from.End,
			}
			k.Registrations = append(k.Registrations, r)
		}
	}
}

// flag adds a flag, whose type, syntax and systems are given.
func (d *describer) flag(k *descriptor.Kind, sets string, flag *group.Flag, f descriptor.Flag) {
	f.Name, f.Sets = flag.Name, sets
	f.Shorthand, f.ShorthandDeprecated = flag.Shorthand, flag.ShorthandDeprecated
	f.Value, f.Default = object(flag.Value), flag.Default
	f.Usage, f.UsageFrom, f.Section, f.Hidden = flag.Usage, object(flag.UsageFrom), flag.Section, flag.Hidden
	f.Warning, f.Deprecated, f.Approved = flag.Deprecated, deprecation(flag.Deprecation), flag.Approved
	repeated := slices.ContainsFunc(k.Flags, func(known descriptor.Flag) bool {
		return known.Name == f.Name && known.Sets == f.Sets
	})
	if !repeated {
		d.group.Places[descriptor.Identity{Kind: k.Name, Flag: f.Name, Field: f.Sets}] = group.Place{
			Position: flag.Position, End: flag.End,
		}
		k.Flags = append(k.Flags, f)
	}
}

// defaultOf is the default of the field with a Go path in the preferred version, in JSON. It is empty if it is not
// known, and for a field with a legacy default, which says that the command line has another one.
func defaultOf(root *group.Root, path string) string {
	value := ""
	if len(root.External) > 0 {
		root.External[0].Walk(func(field *group.Field) {
			switch {
			case field.Path != path:
			case field.Default != nil:
				value = field.Default.Value
			case field.Type.Kind == "bool":
				value = "false"
			case field.Type.Kind == "string":
				value = `""`
			case strings.Contains(field.Type.Kind, "int") && field.Type.Package == "":
				value = "0"
			}
		})
	}
	root.Walk(func(field *group.Field) {
		if field.Path == path && field.LegacyDefault != nil {
			value = ""
		}
	})
	return value
}
