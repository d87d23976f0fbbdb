package markers

import (
	"cmp"
	"fmt"
	"go/token"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"k8s.io/gengo/v2/codetags"

	"github.com/configgen/configgen/diag"
)

// decoder fills the struct of one marker from its tag.
type decoder struct {
	parser   *Parser
	line     Line
	place    Place
	spec     Spec
	findings []diag.Diagnostic
}

// decode returns a pointer to the filled struct of the marker, and the mistakes in the tag. After a wrong argument it
// does not report what is missing: the argument is most likely meant for that.
func decode(p *Parser, line Line, place Place, spec Spec, tag codetags.Tag) (any, []diag.Diagnostic) {
	d := &decoder{parser: p, line: line, place: place, spec: spec}
	value := reflect.New(spec.Shape)
	if given := d.arguments(value.Elem(), tag); len(d.findings) == 0 {
		d.missing(value.Elem(), given)
		d.value(value.Elem(), tag)
	}
	return value.Interface(), d.findings
}

// arguments decodes the arguments in parentheses and returns their names.
func (d *decoder) arguments(target reflect.Value, tag codetags.Tag) (given map[string]bool) {
	given = map[string]bool{}
	for i, arg := range tag.Args {
		name := cmp.Or(arg.Name, "0")
		field, ok := fieldOf(target, name)
		if keys, any := fieldOf(target, "*"); any && name != "0" {
			key := Key{Name: name, Value: arg.Value, Quoted: arg.Type == codetags.ArgTypeString}
			keys.Set(reflect.Append(keys, reflect.ValueOf(key)))
			given[name] = true
			continue
		}
		switch {
		case !ok && name == "0":
			d.report(arg.Value, "unknown-argument",
				fmt.Sprintf("+%s takes no unnamed argument", d.spec.Name), "use "+Synopsis(d.spec))
		case !ok:
			fix, right := d.nearestArgument(target, name)
			d.report(name, "unknown-argument", fmt.Sprintf("+%s has no argument %s", d.spec.Name, name), fix)
			d.correct(name, right)
		case given[name]:
			d.report(name, "duplicate-argument",
				fmt.Sprintf("the argument %s is specified more than once", name), "keep one", d.without(tag, i))
		case strings.Contains(arg.Value, "\n") && !d.hasLines(name):
			d.report("", "marker-value", fmt.Sprintf("the argument %s of +%s cannot have line breaks", name, d.spec.Name),
				`remove \n from it`)
		default:
			d.set(field, name, arg.Value, arg.Type)
		}
		given[name] = true
	}
	return given
}

// missing reports required arguments that are not among those given.
func (d *decoder) missing(target reflect.Value, given map[string]bool) {
	for i := range target.NumField() {
		field := target.Type().Field(i)
		name := field.Tag.Get("arg")
		positional := name == "0" && field.Tag.Get("optional") == ""
		if (field.Tag.Get("required") != "" || positional) && !given[name] {
			missing := "the argument " + name
			if positional {
				missing = "an argument in parentheses"
			}
			d.report("", "missing-argument", fmt.Sprintf("+%s needs %s", d.spec.Name, missing), "use "+Synopsis(d.spec))
		}
	}
}

// value decodes the text after the equals sign.
func (d *decoder) value(target reflect.Value, tag codetags.Tag) {
	has := tag.ValueType != codetags.ValueTypeNone
	if inner, ok := fieldOf(target, "=+"); ok && strings.HasPrefix(tag.Value, "+") {
		if marker, ok := d.inner(tag.Value); ok {
			inner.Set(reflect.ValueOf(&marker))
		}
		return
	}
	field, ok := fieldOf(target, "=")
	switch {
	case !ok && has:
		start := max(strings.LastIndex(d.line.Text, "="+tag.Value), 0)
		d.report("="+tag.Value, "unexpected-value", fmt.Sprintf("+%s takes no value", d.spec.Name),
			"use "+Synopsis(d.spec), d.parser.replace(d.line, start, start+1+len(tag.Value), ""))
	case !ok:
	case !has || tag.Value == "" && (field.Kind() != reflect.String || optional(target.Type())):
		structField, _ := tagged(target.Type(), "=")
		if !optional(target.Type()) {
			d.report("", "missing-value", fmt.Sprintf("+%s needs a value", d.spec.Name), "use "+Synopsis(d.spec))
		} else if has {
			last := len(d.line.Text) - 1
			d.report("=", "missing-value", fmt.Sprintf("+%s has no value after the equals sign", d.spec.Name),
				"specify a value, or remove the equals sign", d.parser.replace(d.line, last, last+1, ""))
		} else if structField.Tag.Get("default") == "true" {
			field.SetBool(true)
		}
	case field.Type() == reflect.TypeFor[Marker]():
		if marker, ok := d.inner(tag.Value); ok {
			field.Set(reflect.ValueOf(marker))
		}
	default:
		d.set(field, "=", tag.Value, "")
	}
}

// optional reports whether the value of a marker may be omitted.
func optional(shape reflect.Type) bool {
	field, _ := tagged(shape, "=")
	return field.Tag.Get("optional") != ""
}

// inner parses a value that is itself a marker.
func (d *decoder) inner(text string) (Marker, bool) {
	offset := strings.LastIndex(d.line.Text, text)
	line := Line{text, d.line.Pos + token.Pos(offset), d.line.Starred, d.line.whole}
	if !isMarker(text) {
		d.report(text, "marker-value", fmt.Sprintf("the value of +%s must be a marker", d.spec.Name),
			"use "+Synopsis(d.spec))
		return Marker{}, false
	}
	name := line.Name()
	inner, known := d.parser.specs[name]
	if known && name == "subfield" && !d.spec.Foreign {
		d.report(text, "marker-value", "+subfield cannot contain +subfield",
			"use the whole path in one marker: +subfield(Outer.Inner)=...")
		return Marker{}, false
	}
	if name == "default" && d.spec.Name == "subfield" {
		d.report(text, "marker-value", "+subfield cannot contain +default, which defaulter-gen reads from the field itself",
			"set the default in a function SetDefaults_T of the version, for the type T that contains the field")
		return Marker{}, false
	}
	if !known || d.spec.Foreign && !inner.Foreign {
		fix := "see configgen markers"
		if near, _ := d.parser.suggestion(name, d.place); near != "" && !known {
			fix = "did you mean +" + near + "?"
		}
		d.report(text, "marker-value",
			fmt.Sprintf("+%s cannot apply +%s, which is not known here", d.spec.Name, name), fix)
		return Marker{}, false
	}
	place := d.place
	if d.spec.Name == "subfield" {
		place = OnField // also on a type
	}
	marker, ok, found := d.parser.line(line, place)
	d.findings = append(d.findings, found...)
	return marker, ok
}

// notOneOf reports a value that is not one of the allowed values.
func (d *decoder) notOneOf(what, text string, allowed []string) {
	message := fmt.Sprintf("%s of +%s cannot be %q", what, d.spec.Name, text)
	if near, distance := diag.Nearest(text, allowed); distance <= 2 {
		d.report(text, "marker-value", message, "did you mean "+near+"?")
		d.correct(text, near)
		return
	}
	d.report(text, "marker-value", message, "use one of "+strings.Join(allowed, ", "))
}

// badMethod reports whether an argument is the name of a method, and the text is not one that others can call.
func (d *decoder) badMethod(name, text string) bool {
	argument, _ := tagged(d.spec.Shape, name)
	return argument.Tag.Get("is") == "method" && (!token.IsIdentifier(text) || !token.IsExported(text))
}

// set stores one value, converted to the type of the field. Kind is the kind in the grammar, "" for a raw value.
func (d *decoder) set(field reflect.Value, name, text string, kind codetags.ArgType) {
	what := "the argument " + name
	if name == "=" || name == "0" {
		what = "the value"
	}
	wrong := func(want string) {
		got, fix := text, "use "+Synopsis(d.spec)
		if name != "=" && name != "0" {
			argument, _ := tagged(d.spec.Shape, name)
			fix = "use " + name + ": " + exampleOf(argument)
		}
		if kind == codetags.ArgTypeString {
			got = strconv.Quote(text)
		}
		d.report(text, "marker-value",
			fmt.Sprintf("%s of +%s must be %s, not %s", what, d.spec.Name, want, got), fix)
	}
	if allowed := d.oneOf(name); len(allowed) > 0 && !slices.Contains(allowed, text) {
		d.notOneOf(what, text, allowed)
		return
	}
	switch target := field.Addr().Interface().(type) {
	case *string:
		if kind == codetags.ArgTypeInt {
			d.report(text, "marker-value", fmt.Sprintf("%s of +%s must be a string", what, d.spec.Name),
				fmt.Sprintf("use %s: %q", name, text))
			return
		}
		if kind == codetags.ArgTypeBool { // its text is not what the argument means
			wrong("a string")
			return
		}
		if d.badMethod(name, text) {
			wrong("an exported name of a method")
			return
		}
		*target = text
	case *bool:
		if kind == codetags.ArgTypeString || text != "true" && text != "false" {
			wrong("true or false")
			return
		}
		*target = text == "true"
	case **int:
		number, err := strconv.Atoi(text)
		if kind == codetags.ArgTypeString || err != nil || number < 0 {
			wrong("a number that is not negative")
			return
		}
		*target = &number
	case *[]string:
		for part := range strings.SplitSeq(text, ",") {
			if part = strings.TrimSpace(part); part == "" {
				wrong("names separated by commas")
				return
			}
			*target = append(*target, strings.TrimSpace(part))
		}
	case *Ref:
		ref, err := ParseRef(text)
		if err != nil {
			wrong("an import path, a dot and an exported name")
			return
		}
		*target = ref
	case *Deprecation:
		switch {
		case kind == codetags.ArgTypeBool && text == "false":
			target.Exempt = true
		case kind == codetags.ArgTypeString && text != "":
			target.Message = text
		default:
			wrong("a message or false")
		}
	default:
		// Cannot happen: the vocabulary is tested.
		panic(fmt.Sprintf("markers: argument %s of +%s has no decoder", name, d.spec.Name))
	}
}

// without is the advice to remove one of the arguments.
func (d *decoder) without(tag codetags.Tag, at int) diag.Advice {
	tag.Args = slices.Delete(slices.Clone(tag.Args), at, at+1)
	return d.parser.replace(d.line, 0, len(d.line.Text), "+"+tag.String())
}

// hasLines reports whether an argument is a text that can have several lines.
func (d *decoder) hasLines(name string) bool {
	argument, _ := tagged(d.spec.Shape, name)
	return argument.Tag.Get("lines") != ""
}

func (d *decoder) oneOf(name string) []string {
	field, _ := tagged(d.spec.Shape, name)
	if values := field.Tag.Get("oneof"); values != "" {
		return strings.Split(values, ",")
	}
	return nil
}

// report adds a finding at the last occurrence of text in the marker, or on the whole marker if there is no such text.
func (d *decoder) report(text, code, message, fix string, advice ...diag.Advice) {
	start, end := 0, len(d.line.Text)
	if at := strings.LastIndex(d.line.Text, text); text != "" && at >= 0 {
		start, end = at, at+len(text)
	}
	d.findings = append(d.findings, d.parser.finding(d.line, start, end, code, message, fix).With(advice...))
}

// correct adds an edit to the last finding that replaces a word of the marker, if it has the word once.
func (d *decoder) correct(word, right string) {
	if right == "" || strings.Count(d.line.Text, word) != 1 {
		return
	}
	start := strings.Index(d.line.Text, word)
	last := &d.findings[len(d.findings)-1]
	*last = last.With(safely(d.parser.replace(d.line, start, start+len(word), right)))
}

// nearestArgument says which argument a name may mean, or which there are; right is the argument if it is certain.
func (d *decoder) nearestArgument(target reflect.Value, name string) (fix, right string) {
	var names []string
	for i := range target.NumField() {
		if arg := target.Type().Field(i).Tag.Get("arg"); arg != "" && arg[0] != '=' && arg != "0" {
			names = append(names, arg)
		}
	}
	if near, distance := diag.Nearest(name, names); distance >= 0 && distance <= 2 {
		return "did you mean " + near + "?", near
	}
	if len(names) == 0 {
		return "it takes no arguments", ""
	}
	return "valid arguments: " + strings.Join(names, ", "), ""
}
