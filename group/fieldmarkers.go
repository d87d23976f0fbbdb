package group

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/markers"
)

// fieldMarkers gives the field all that its markers say, and checks each marker against the field.
func (b *builder) fieldMarkers(at place, field *Field, variable *types.Var) {
	if at.parent != nil {
		field.OS = at.parent.OS
	}
	for _, m := range field.Markers {
		switch value := m.Value.(type) {
		case *markers.Flag:
			b.flag(at, field, variable, m, value)
		case *markers.FlagsFrom:
			b.delegation(at, field, variable, m, value)
		case *markers.LegacyDefault:
			b.legacyDefault(at, field, m, value)
		case *markers.OS:
			b.systems(field, m, value)
		case *markers.Path:
			b.path(at, field, m, value)
		case *markers.Instance:
			if !at.root.Instance {
				b.reportMarker(m, "instance-in-shared", fmt.Sprintf("%s differs from instance to instance and stands in %s, which all instances share", field.Path, at.root.Name),
					"move it to a root marked +config(scope: instance)")
			}
		case *markers.ThirdPartyFlag:
			b.thirdPartyFlag(at, field, m, value)
		}
	}
	b.precedence(field)
	b.fieldGates(field)
	b.alphaField(at, field)
	b.needsConfiguration(at, field)
	b.undecidedPath(at, field)
}

// precedence checks that there is a map to merge, and a flag to merge it from.
func (b *builder) precedence(field *Field) {
	for _, m := range field.Markers {
		value, ok := m.Value.(*markers.Precedence)
		switch {
		case !ok:
		case field.Type.Kind != "map":
			b.reportMarker(m, "precedence-type", fmt.Sprintf("+precedence stands on %s, whose type is %s", field.Path, field.Type), "remove it: only maps merge key by key")
		case value.Mode == "merge" && field.Type.Elem.Kind == "slice":
			b.reportMarker(m, "precedence-type", fmt.Sprintf("+precedence=merge stands on %s, whose keys hold lists", field.Path), "remove it: lists replace each other")
		case !field.flagged():
			b.reportMarker(m, "precedence-flag", fmt.Sprintf("+precedence says how a flag and a file combine, and no flag sets %s", field.Path),
				"remove it, or add +flag: files merge maps key by key as it is")
		}
	}
}

// flagged reports whether a marker asks for a flag of the field's own, or for a function that registers flags over it or over
// what holds it.
func (f *Field) flagged() bool {
	for at := f; at != nil; at = at.Parent {
		for _, m := range at.Markers {
			switch m.Value.(type) {
			case *markers.Flag:
				if at == f {
					return true
				}
			case *markers.FlagsFrom:
				return true
			}
		}
	}
	return false
}

// needsConfiguration refuses markers that speak of files on fields of a +flags struct, which no file sets.
func (b *builder) needsConfiguration(at place, field *Field) {
	if at.root.Type == nil || !slices.Contains(b.flagStructTypes(), at.root) {
		return
	}
	for _, m := range field.Markers {
		switch m.Value.(type) {
		case *markers.Path, *markers.Precedence, *markers.Reload, *markers.Instance, *markers.ThirdPartyFlag:
			b.reportMarker(m, "not-configuration", fmt.Sprintf("+%s speaks of a configuration file, and %s is a +flags struct, which no file sets", m.Name, at.root.Name), "remove it")
		}
	}
}

func (b *builder) flagStructTypes() []*Root {
	var all []*Root
	for _, g := range b.groups {
		all = append(all, g.FlagStructs...)
	}
	return all
}

func (b *builder) flag(at place, field *Field, variable *types.Var, m markers.Marker, value *markers.Flag) {
	if at.inList {
		b.reportMarker(m, "flag-in-list", fmt.Sprintf("%s exists once for each element, and a flag exists once", field.Path), "remove the flag, or give the list a flag with value:")
		return
	}
	flag := &Flag{
		Name: at.defaults.Prefix + value.Name, Shorthand: value.Shorthand, Usage: value.Usage, Deprecated: value.Deprecated.Or(at.defaults.Deprecated),
		Hidden: value.Hidden, Section: value.Section, NoOptDefVal: value.NoOptDefVal, Position: m.Position, End: m.End,
	}
	if value.Name == "" {
		flag.Name = at.defaults.Prefix + kebab(field.Name)
	}
	if flag.Section == "" {
		flag.Section = at.defaults.Section
	}
	b.flagName(flag, m)
	switch {
	case value.Usage != "" && !value.UsageFrom.IsZero():
		b.reportMarker(m, "conflicting-arguments", "usage and usageFrom both say what the help text is", "keep one")
	case !value.UsageFrom.IsZero():
		flag.UsageFrom = b.function(m, value.UsageFrom, at.home, "usage-from", "func() string", func(s *types.Signature) bool {
			return s.Params().Len() == 0 && s.Results().Len() == 1 && types.TypeString(s.Results().At(0).Type(), nil) == "string"
		})
	case value.Usage == "":
		b.usageFromDoc(at, field, variable, flag, m)
	}
	if !value.Value.IsZero() {
		flag.Value = b.function(m, value.Value, at.home, "flag-value", fmt.Sprintf("func(*%s) pflag.Value", field.Type), func(s *types.Signature) bool {
			return s.Params().Len() == 1 && isPointerTo(s.Params().At(0).Type(), variable.Type()) && s.Results().Len() == 1 && isFlagValue(s.Results().At(0).Type())
		})
		if flag.Value == nil {
			return
		}
	}
	field.Flags = append(field.Flags, flag)
}

// usageFromDoc takes the doc comment, wherever the field is declared, as the flag's help.
func (b *builder) usageFromDoc(at place, field *Field, variable *types.Var, flag *Flag, m markers.Marker) {
	if field.Doc == "" && at.declared == nil {
		field.Doc = markers.Text(b.world.Doc(variable))
	}
	if field.Doc == "" {
		b.reportMarker(m, "no-usage", fmt.Sprintf("the flag --%s has no help text", flag.Name), "write a doc comment on the field, or the argument usage:")
	}
	paragraphs := strings.Split(field.Doc, "\n\n")
	for i, paragraph := range paragraphs {
		paragraphs[i] = strings.ReplaceAll(paragraph, "\n", " ")
	}
	// pflag takes a word in back quotes for the name of the flag's value.
	flag.Usage = strings.ReplaceAll(strings.Join(paragraphs, "\n"), "`", "'")
}

func (b *builder) flagName(flag *Flag, m markers.Marker) {
	valid := flag.Name != "" && flag.Name[0] != '-' && flag.Name[0] != '.'
	for _, r := range flag.Name {
		valid = valid && (r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) || strings.ContainsRune("-._", r))
	}
	switch {
	case !valid:
		fix := "use letters, digits and dashes"
		if trimmed := strings.Trim(flag.Name, `-"'`+"`"); trimmed != flag.Name && trimmed != "" {
			fix = "write +flag=" + trimmed
		}
		b.reportMarker(m, "flag-name", fmt.Sprintf("%q cannot be the name of a flag", flag.Name), fix)
	case flag.Name == "help":
		b.reportMarker(m, "flag-name", "--help belongs to pflag and cobra", "choose another name")
	case flag.Shorthand == "h":
		b.reportMarker(m, "flag-name", "-h belongs to pflag and cobra", "choose another letter")
	case len(flag.Shorthand) > 1 || flag.Shorthand != "" && !unicode.IsLetter(rune(flag.Shorthand[0])) && !unicode.IsDigit(rune(flag.Shorthand[0])):
		b.reportMarker(m, "flag-name", fmt.Sprintf("%q cannot be a shorthand", flag.Shorthand), "a shorthand is one letter or digit")
	}
}

func (b *builder) delegation(at place, field *Field, variable *types.Var, m markers.Marker, value *markers.FlagsFrom) {
	if at.inList {
		b.reportMarker(m, "flag-in-list", fmt.Sprintf("%s exists once for each element, and a flag exists once", field.Path), "remove the marker")
		return
	}
	delegation := &Delegation{
		Deprecated: value.Deprecated.Or(at.defaults.Deprecated), Exempt: value.Exempt, Section: value.Section, Position: m.Position, End: m.End,
	}
	if delegation.Section == "" {
		delegation.Section = at.defaults.Section
	}
	if field.Type.Kind == "pointer" {
		b.reportMarker(m, "flags-from", fmt.Sprintf("+flagsFrom stands on %s, which is a pointer and may be nil", field.Path), "make the field a value")
		return
	}
	if method := methodOf(variable.Type(), value.Func); method != nil {
		if s := method.Type().(*types.Signature); s.Params().Len() != 1 || !isFlagSet(s.Params().At(0).Type()) {
			b.reportMarker(m, "flags-from", fmt.Sprintf("the method %s of %s does not take one *pflag.FlagSet", method.Name(), field.Type), "name a func(*T, *pflag.FlagSet)")
			return
		}
		delegation.Func = &Object{Name: method.Name()}
	} else {
		want := fmt.Sprintf("func(*%s, *pflag.FlagSet), in either order", field.Type)
		delegation.Func = b.function(m, value.Func, at.home, "flags-from", want, func(s *types.Signature) bool {
			return s.Params().Len() == 2 && (isPointerTo(s.Params().At(0).Type(), variable.Type()) && isFlagSet(s.Params().At(1).Type()) || flagSetFirst(s, variable.Type()))
		})
		if delegation.Func == nil {
			return
		}
		if object, err := b.lookup(value.Func, at.home); err == nil {
			delegation.Func.FlagSetFirst = flagSetFirst(object.Type().(*types.Signature), variable.Type())
		}
	}
	field.Delegations = append(field.Delegations, delegation)
}

func flagSetFirst(s *types.Signature, target types.Type) bool {
	return isFlagSet(s.Params().At(0).Type()) && isPointerTo(s.Params().At(1).Type(), target)
}

// methodOf finds the method of *T that a reference without a package names.
func methodOf(t types.Type, ref markers.Ref) types.Object {
	if ref.Package != "" {
		return nil
	}
	if selection := types.NewMethodSet(types.NewPointer(t)).Lookup(nil, ref.Name); selection != nil {
		return selection.Obj()
	}
	return nil
}

func (b *builder) legacyDefault(at place, field *Field, m markers.Marker, value *markers.LegacyDefault) {
	if at.inList {
		b.reportMarker(m, "legacy-default", fmt.Sprintf("%s exists once for each element and can have no default from the command line", field.Path), "put the marker on the list")
		return
	}
	legacy := &LegacyDefault{Text: value.Value, Position: m.Position, End: m.End}
	if !strings.HasPrefix(value.Value, "ref(") {
		field.LegacyDefault = legacy
		return
	}
	ref, ok := refText(value.Value)
	if !ok {
		b.reportMarker(m, "legacy-default", fmt.Sprintf("%s is no reference", value.Value), "write ref(Ident) or ref(import/path.Ident)")
		return
	}
	object, err := b.lookup(ref, at.home)
	if err != nil {
		b.reportMarker(m, "legacy-default", err.Error(), "name a constant or variable that exists")
		return
	}
	switch object.(type) {
	case *types.Const, *types.Var:
		legacy.Ref = objectOf(object)
		field.LegacyDefault = legacy
	default:
		b.reportMarker(m, "legacy-default", fmt.Sprintf("%s is a %s", ref, describeObject(object)), "name a constant or variable")
	}
}

func (b *builder) systems(field *Field, m markers.Marker, value *markers.OS) {
	negated := 0
	for _, system := range value.Systems {
		name, not := strings.CutPrefix(system, "!")
		if not {
			negated++
		}
		if !slices.Contains(knownSystems, name) {
			fix := "write GOOS values, such as linux, darwin or windows"
			if near, distance := diag.Nearest(strings.ToLower(name), knownSystems); distance <= max(1, len(name)/3) {
				fix = "did you mean " + near + "?"
			}
			b.reportMarker(m, "os-unknown", fmt.Sprintf("there is no system %q", name), fix)
			return
		}
	}
	if negated > 0 && negated < len(value.Systems) {
		b.reportMarker(m, "os-mixed", "systems with and without an exclamation mark stand together", "list those on which the field exists, or those on which it does not")
		return
	}
	both := field.OS.and(Systems(value.Systems))
	if len(both) == 0 {
		b.reportMarker(m, "os-empty", fmt.Sprintf("%s exists on no system: what it stands in has +os=%s", field.Path, strings.Join(field.OS, ",")), "widen one of the two")
		return
	}
	field.OS = both
}

func (b *builder) path(at place, field *Field, m markers.Marker, value *markers.Path) {
	if base := field.Type.Base(); base.Kind != "string" {
		b.reportMarker(m, "path-type", fmt.Sprintf("+path stands on %s, whose type is %s", field.Path, field.Type), "it serves string, *string, []string and map[string]string")
		return
	}
	if strings.Count(elements(field.Type), "[") > 1 || strings.Count(typeShape(field.Type), "pointer") > 1 || strings.HasPrefix(typeShape(field.Type), "pointer slice") || strings.HasPrefix(typeShape(field.Type), "pointer map") {
		b.reportMarker(m, "path-type", fmt.Sprintf("+path stands on %s, whose type is %s", field.Path, field.Type), "it serves string, *string, []string and map[string]string")
		return
	}
	field.IsPath = value.Is
}

// typeShape lists the kinds from the outside in, as in "slice pointer string".
func typeShape(t *Type) string {
	if t.Elem == nil || t.Leaf {
		return t.Kind
	}
	return t.Kind + " " + typeShape(t.Elem)
}

// pathSuffixes end the names of fields that hold a file path.
var pathSuffixes = []string{"File", "Files", "Path", "Paths", "Dir", "Dirs", "Directory", "Directories", "Folder", "Kubeconfig", "KubeConfig"}

// undecidedPath finds string fields that look like a path and do not say whether they are one: what upstream's hand-written
// lists forget, release after release.
func (b *builder) undecidedPath(at place, field *Field) {
	if field.Type.Base().Kind != "string" || field.Type.Base().Leaf || field.Markers.Has("path") || slices.Contains(b.flagStructTypes(), at.root) {
		return
	}
	for _, suffix := range pathSuffixes {
		rest, ok := strings.CutSuffix(field.Name, suffix)
		if !ok || strings.HasSuffix(rest, "URL") || strings.HasSuffix(rest, "HTTP") {
			continue
		}
		pos, end, fix := field.Position, field.End, "add +path, or +path=false if it is none"
		if at.declared == nil {
			if at.own == nil || strings.HasPrefix(at.home, "k8s.io/api/") {
				return
			}
			pos, end = at.own.Position, at.own.End
			inner := strings.ReplaceAll(strings.TrimPrefix(field.Path, at.own.Path), "[*]", "")
			fix = fmt.Sprintf("add +subfield(%[1]s)=+path, or +subfield(%[1]s)=+path=false if it is none", strings.TrimPrefix(inner, "."))
		}
		b.report(pos, end, "path-undecided", fmt.Sprintf("%s looks like a file path and does not say whether it is one", field.Path), fix)
		return
	}
}

func (b *builder) thirdPartyFlag(at place, field *Field, m markers.Marker, value *markers.ThirdPartyFlag) {
	if at.inList {
		b.reportMarker(m, "flag-in-list", fmt.Sprintf("%s exists once for each element, and a flag exists once", field.Path), "remove the marker")
		return
	}
	flag := &ThirdPartyFlag{Name: value.Name, Position: m.Position, End: m.End}
	flag.From = b.function(m, value.From, at.home, "third-party-flag", "function that registers flags, func(*flag.FlagSet) or func(*pflag.FlagSet)", func(s *types.Signature) bool {
		flag.GoFlagSet = s.Params().Len() == 1 && !isFlagSet(s.Params().At(0).Type())
		return registersFlags(s)
	})
	if flag.From != nil {
		field.ThirdPartyFlags = append(field.ThirdPartyFlags, flag)
	}
}

func registersFlags(s *types.Signature) bool {
	if s.Params().Len() != 1 {
		return false
	}
	set := types.TypeString(s.Params().At(0).Type(), (*types.Package).Path)
	return set == "*flag.FlagSet" || set == "*github.com/spf13/pflag.FlagSet"
}

// kebab is a Go name with dashes: TLSCertFile becomes tls-cert-file, QPS2 becomes qps2, AllowedIPs becomes allowed-ips.
func kebab(name string) string {
	runes := []rune(name)
	var out strings.Builder
	for i, r := range runes {
		if i > 0 && unicode.IsUpper(r) && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]) && !plural(runes, i+1)) {
			out.WriteByte('-')
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}

// plural reports whether the letter at i is the s of several abbreviations, as in IPs and URLsByName.
func plural(runes []rune, i int) bool {
	return runes[i] == 's' && i > 1 && unicode.IsUpper(runes[i-2]) && (i+1 == len(runes) || unicode.IsUpper(runes[i+1]))
}
