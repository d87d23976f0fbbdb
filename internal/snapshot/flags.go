package snapshot

import (
	"cmp"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
)

// flag converts a flag. If several fields have it, on different systems, its facts are joined by lines.
func (c *converter) flag(o object) {
	targets := strings.Split(o.facts["sets"], " | ")
	for i, sets := range targets {
		facts := texts{}
		for name, text := range o.facts {
			facts[name] = text
			if parts := strings.Split(text, " | "); len(targets) > 1 && len(parts) == len(targets) {
				facts[name] = parts[i]
			}
		}
		f := descriptor.Flag{
			Name: o.flag, Shorthand: facts["shorthand"], ShorthandDeprecated: facts["shorthand deprecated"],
			Syntax: facts["syntax"], Value: facts["value"], NoValue: facts["value if none"], Section: facts["section"],
			Hidden: facts["hidden"] != "", Warning: facts["deprecated"], Deprecated: deprecation(facts),
			OS: list(facts["os"]), Approved: facts["approved"], Default: facts["default"],
		}
		f.Usage = facts["usage"]
		if rest, from := strings.CutPrefix(facts["usage"], "from "); from {
			f.UsageFrom, f.Usage, _ = strings.Cut(rest, " ")
		}
		kind, path, _ := strings.Cut(sets, " ")
		if facts["ignored"] != "" {
			f.Syntax = facts["type"]
		} else {
			f.Type = typeOf(facts["type"])
		}
		if kind == "" { // of a flag without a field, the snapshot does not tell it
			kind = "Flags"
			if len(c.api.Kinds) > 0 {
				kind = c.api.Kinds[0].Name
			}
		}
		k := c.kind(kind)
		if path != "" {
			f.Sets = c.field(k, path).Path
		}
		f.Exceptions = exceptions(facts, k.Exceptions)
		k.Flags = append(k.Flags, f)
	}
}

func (c *converter) registration(o object) {
	k := c.kind(o.kind)
	r := descriptor.Registration{
		Field: c.field(k, o.setting).Path, Func: o.flagsFrom, Prefix: o.facts["prefix"], Section: o.facts["section"],
		Hidden: o.facts["hidden"] != "", Warning: o.facts["deprecated"], Exempt: list(o.facts["exempt"]),
		Approved: o.facts["approved"], Exceptions: exceptions(o.facts, k.Exceptions),
	}
	for _, name := range list(o.facts["registers"]) {
		r.Flags = append(r.Flags, descriptor.Registered{Name: name})
	}
	for i, text := range strings.Split(o.facts["other defaults"], ", --") {
		name, defaults, ok := strings.Cut(strings.TrimPrefix(text, "--"), "=")
		if !ok {
			continue
		}
		flag := descriptor.Registered{Name: strings.TrimPrefix(name, r.Prefix)}
		flag.Default, flag.Overrides, _ = strings.Cut(defaults, " instead of ")
		flag.Overrides = cmp.Or(flag.Overrides, "another one")
		if at := slices.IndexFunc(r.Flags, func(f descriptor.Registered) bool { return f.Name == flag.Name }); at >= 0 {
			r.Flags[at] = flag
		} else {
			r.Flags = slices.Insert(r.Flags, i, flag)
		}
	}
	k.Registrations = append(k.Registrations, r)
}

// tombstone converts what has been removed, as in "field a.b of v1", "value a=Fast", "flag --a" or "feature gate A".
func (c *converter) tombstone(o object) {
	of := descriptor.Identity{Removed: true, Kind: o.kind}
	what, name, _ := strings.Cut(o.tombstone, " ")
	switch what {
	case "value":
		of.Path, of.Value, _ = strings.Cut(name, "=")
	case "field":
		of.Path, of.Version, _ = strings.Cut(name, " of ")
	case "flag":
		of.Flag = strings.TrimPrefix(name, "--")
	case "feature":
		of.Gate = strings.TrimPrefix(name, "gate ")
	default:
		of.Version = name
	}
	c.api.Tombstones = append(c.api.Tombstones, descriptor.Tombstone{
		Of: of, Removed: o.facts["removed"], Use: o.facts["use"], Exceptions: exceptions(o.facts, nil),
	})
}
