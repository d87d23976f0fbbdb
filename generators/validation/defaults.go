package validation

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"maps"
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	apiresource "k8s.io/apimachinery/pkg/api/resource"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/flagvalue"
	"github.com/configgen/configgen/internal/format"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// defaults refuses defaults that the constraints of their fields exclude: a component would not start without flags, or
// with an empty file. It includes the constraints that validation-gen serves.
func (c *collector) defaults(fields []*group.Field) {
	unheard := &scope{output: newOutput(c.group, c.pkg), root: c.root, flagStruct: c.flagStruct}
	all := newCollector(unheard, &delegation{scope: unheard}) // its findings have been reported
	all.collectUnions(fields)
	all.defaulted = map[string]string{}
	for _, external := range c.root.External {
		external.Walk(func(field *group.Field) {
			if known, isSet := all.defaulted[field.Path]; field.Default != nil && (!isSet || known == field.Default.Value) {
				all.defaulted[field.Path] = field.Default.Value
			} else if isSet {
				all.defaulted[field.Path] = "" // the versions differ
			}
		})
	}
	refuse := func(of, field *group.Field, value given, position, end token.Position, code, what, named string) {
		if gates := closedGates(of.Type, value); len(gates) > 0 {
			c.report(diag.At(position, end, code, fmt.Sprintf("the %s of %s does not pass validation: %v %s", what, field.Path,
				value, group.Needs(gates)), "use a value that needs no feature gate, or enable the gate by default"))
			return
		}
		broken, text := all.excludes(of, of.Type, all.rules[of].where(all.holds(of)), value, nil)
		if broken == nil {
			broken, text = all.excludesItem(of, value)
		}
		if broken == nil || code == "legacy-default-value" && broken.name == "format" {
			return // the generator of legacy defaults checks formats
		}
		c.report(diag.At(position, end, code, fmt.Sprintf("the %s of %s does not pass validation: %s does not meet +%s",
			what, field.Path, cmp.Or(named, text, `""`), strings.TrimPrefix(broken.from.Text, "+")),
			"use a value that the component accepts, or change the constraint"))
	}
	byPath := map[string]*group.Field{}
	eachField(fields, func(field *group.Field) {
		byPath[field.Path] = field
		legacy := field.LegacyDefault
		if legacy == nil {
			return
		}
		if value, known := legacyDefaultOf(field); known {
			named := ""
			if legacy.Ref != nil {
				named = legacy.Ref.PackageName + "." + legacy.Ref.Name
			}
			refuse(field, field, value, legacy.Position, legacy.End, "legacy-default-value", "legacy default", named)
		}
	})
	for _, external := range c.root.External {
		external.Walk(func(field *group.Field) {
			of, declared := byPath[field.Path], field.Default
			if declared == nil || declared.Value == "" {
				return
			}
			position, end, what := field.Position, field.End, "SetDefaults_ default"
			if declared.Marker != nil {
				position, end, what = declared.Marker.Position, declared.Marker.End, "default"
			} else if !field.Own() {
				return
			}
			container := field.Type.Deref().Elem != nil || field.Type.Deref().Kind == "struct" // the compiler checks others
			if misfit := unfit(field.Type, field.Fields, declared.Value); container && misfit != "" {
				c.report(diag.At(position, end, "default-value",
					fmt.Sprintf("the %s of %s does not fit its type %s: %s", what, field.Path, field.Type, misfit),
					"use a value that a file can have there"))
				return
			}
			if of != nil && len(of.Flags) > 0 && !readsBack(of, declared.Value) {
				c.report(diag.At(position, end, "default-value",
					fmt.Sprintf("--%s does not read the %s of %s as it prints it", of.Flags[0].Name, what, field.Path),
					"use a value without empty lists"))
			}
			if of == nil {
				return
			} else if excluded, by := all.excluded(of, declared.Value); excluded != "" {
				c.report(diag.At(position, end, "default-value",
					fmt.Sprintf("the %s of %s excludes %s: +%s", what, field.Path, excluded, strings.TrimPrefix(by.Text, "+")),
					"remove the default, or set it in a function SetDefaults_ where the others are not set"))
			}
			if declared.Marker == nil { // a function sets it
				value, known := readGiven(field.Type, declared.Value)
				if known && numberKind(of.Type.Deref()) == numberKind(field.Type.Deref()) {
					refuse(of, field, value, position, end, "default-value", what, "")
				}
				return
			}
			marker := *declared.Marker
			if before := declared.Before; before != "" && !sameJSON(field.Type, declared.Value, before) {
				c.report(diag.At(marker.Position, marker.End, "contradicting-default",
					fmt.Sprintf("%s has no effect on %s: a function SetDefaults_ sets %s first", marker.Text, field.Path, before),
					"remove the marker, or the assignment in the function").With(marker.Remove()))
			} else if value, known := readGiven(of.Type, declared.Value); known {
				refuse(of, field, value, position, end, "default-value", what, "")
			}
		})
	}
}

// excluded returns the fields that no file can set because a field has a default, with the marker that excludes them;
// empty for no such field. A known default is set whatever the values of other fields are.
func (c *collector) excluded(field *group.Field, value string) (string, markers.Marker) {
	pointer := field.Type.Kind == "pointer"
	if slices.Contains([]string{"", "null", "[]", "{}"}, value) || !pointer && slices.Contains(zeros, value) {
		return "", markers.Marker{} // it is not set
	}
	for _, u := range c.unions[field.Parent] {
		var others []string
		for _, m := range u.members {
			others = append(others, m.field.Path)
		}
		if slices.Contains(others, field.Path) {
			others = slices.DeleteFunc(others, func(path string) bool { return path == field.Path })
			return strings.Join(others, ", "), u.from
		}
	}
	for _, known := range c.siblings[field] {
		if !known.required {
			for _, m := range field.Markers.Named("k8s:dependentForbidden") {
				return known.other.Path, m
			}
		}
	}
	for _, known := range c.modes[field] {
		values := []string{"true", "false"}
		if t := known.discriminator.Type.Deref(); t.Kind != "bool" {
			values = nil
			for _, constant := range t.Constants {
				values = append(values, constant.Value)
			}
		}
		others := slices.DeleteFunc(values, func(value string) bool {
			return slices.ContainsFunc(known.values, func(m mode) bool { return m.value == value })
		})
		if of := field.Markers.Named("k8s:ifMode"); len(others) > 0 && len(of) > 0 {
			return known.discriminator.Path + " " + strings.Join(others, ", "), of[0]
		}
	}
	return "", markers.Marker{}
}

// zeros are the values in JSON that a field without a pointer has if it is not set.
var zeros = []string{"0", "false", `""`, `"0"`, `"0s"`}

// holds returns a function that reports whether the condition of a rule, by its origin, is met without files.
func (c *collector) holds(field *group.Field) func(origin *group.Field) bool {
	return func(origin *group.Field) bool {
		for _, known := range c.options {
			if known.rules == origin {
				return known.gate.Feature != nil && known.gate.Feature.Latest().Default == known.on
			}
		}
		for _, known := range c.modes[field] {
			for _, m := range known.values {
				if value := c.defaulted[known.discriminator.Path]; m.rules == origin {
					return value == m.value || value == strconv.Quote(m.value)
				}
			}
		}
		return false // it is not enforced yet
	}
}

// readsBack reports whether the flag of a list or map of texts reads a value as it prints it.
func readsBack(field *group.Field, text string) bool {
	value, known := readGiven(field.Type, text)
	if t := field.Type.Deref(); !known || t.Kind != "map" || t.Elem.Kind != "slice" {
		return true // what fits the type is read
	}
	lists, again := map[string][]string{}, map[string][]string{}
	object, _ := value.(map[string]any)
	for key, items := range object {
		list, _ := items.([]any)
		for _, item := range list {
			lists[key] = append(lists[key], fmt.Sprint(item))
		}
		if len(list) == 0 {
			lists[key] = nil
		}
	}
	err := flagvalue.NewMultimap(&again).Set(flagvalue.NewMultimap(&lists).String())
	return err == nil && reflect.DeepEqual(lists, again)
}

// closedGates are the gates of a value that are off by default.
func closedGates(t *group.Type, value given) (closed []*group.Gate) {
	for _, constant := range t.Deref().Constants {
		for _, gate := range constant.Gates {
			if constant.Value == value && gate.Feature != nil && !gate.Feature.Latest().Default {
				closed = append(closed, gate)
			}
		}
	}
	if list, ok := value.([]any); ok && t.Deref().Elem != nil {
		for _, element := range list {
			closed = append(closed, closedGates(t.Deref().Elem, element)...)
		}
	}
	return closed
}

// unfit returns why a text in JSON is not a value of a type; empty if it is one, or if the type reads itself. Fields
// are the fields of the struct in the type.
func unfit(t *group.Type, fields []*group.Field, text string) string {
	var value any
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if decoder.Decode(&value) != nil {
		return "" // which is another finding
	}
	return unfitValue(t, fields, value)
}

// readers maps a type to a function that reads its text from a string or number in JSON; the text of another value is
// empty.
var readers = map[string]func(text string, isString bool) error{
	"k8s.io/apimachinery/pkg/apis/meta/v1.Duration": func(text string, isString bool) error {
		if !isString {
			return errors.New("not a string")
		}
		return reads(flagvalue.Duration[time.Duration]())(text, isString)
	},
	"k8s.io/apimachinery/pkg/api/resource.Quantity": reads(flagvalue.Quantity()),
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString": func(text string, isString bool) error {
		if isString {
			return nil
		}
		_, err := strconv.ParseInt(text, 10, 32)
		return err
	},
	"net.IP": reads(flagvalue.IP()), "net/netip.Addr": reads(flagvalue.Addr()),
	"net/netip.AddrPort": reads(flagvalue.AddrPort()), "net/netip.Prefix": reads(flagvalue.Prefix()),
}

// reads reads a text as the flag of a type does.
func reads[T any](codec flagvalue.Codec[T]) func(string, bool) error {
	return func(text string, _ bool) error {
		_, err := codec.Parse(text)
		return err
	}
}

func unfitValue(t *group.Type, fields []*group.Field, value any) string {
	t = t.Deref()
	if t == nil || value == nil {
		return ""
	}
	text, isText := value.(string)
	number, isNumber := value.(json.Number)
	if t.Leaf {
		reads := readers[t.Package+"."+t.Name]
		if shown, _ := json.Marshal(value); reads != nil && reads(cmp.Or(text, number.String()), isText) != nil {
			return fmt.Sprintf("%s is not a %s", shown, t)
		}
		return ""
	}
	list, isList := value.([]any)
	object, isObject := value.(map[string]any)
	shown, _ := json.Marshal(value)
	switch {
	case t.Kind == "string" && !isText:
		return fmt.Sprintf("%s is not a string", shown)
	case t.Kind == "bool" && value != true && value != false:
		return fmt.Sprintf("%s is not true or false", shown)
	case isInteger(t) && !isNumber, strings.HasPrefix(t.Kind, "float") && !isNumber:
		return fmt.Sprintf("%s is not a number", shown)
	case isInteger(t) && !fitsInteger(t.Kind, number.String()):
		return fmt.Sprintf("%s is not a number of the type %s", shown, t.Kind)
	case t.Kind == "slice" && t.Elem != nil && !isList && !(isText && t.Elem.Kind == "uint8" && text != ""):
		return fmt.Sprintf("%s is not a list", shown)
	case (t.Kind == "map" || t.Kind == "struct" && len(fields) > 0) && !isObject:
		return fmt.Sprintf("%s is not an object", shown)
	}
	for _, element := range list {
		if found := unfitValue(t.Elem, fields, element); t.Elem != nil && found != "" {
			return found
		}
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		of, below := t.Elem, fields
		if t.Kind == "struct" {
			member := memberNamed(fields, key)
			if member == nil && len(fields) > 0 {
				return fmt.Sprintf("there is no field %q", key)
			} else if member == nil {
				continue
			}
			of, below = member.Type, member.Fields
		}
		if of == nil {
			continue
		}
		if found := unfitValue(of, below, object[key]); found != "" {
			return found
		}
	}
	return ""
}

// memberNamed is the field of a struct with a name in JSON, also of an inlined struct.
func memberNamed(fields []*group.Field, name string) *group.Field {
	for _, field := range fields {
		if field.JSONName == name {
			return field
		}
		if field.JSONName == "" {
			if found := memberNamed(field.Fields, name); found != nil {
				return found
			}
		}
	}
	return nil
}

// fitsInteger reports whether a number has no fraction and is in the range of a type.
func fitsInteger(kind, text string) bool {
	bits := 64
	if size := strings.TrimLeft(kind, "uint"); size != "" {
		bits, _ = strconv.Atoi(size)
	}
	var err error
	if strings.HasPrefix(kind, "u") {
		_, err = strconv.ParseUint(text, 10, bits)
	} else {
		_, err = strconv.ParseInt(text, 10, bits)
	}
	return err == nil
}

// sameJSON reports whether two texts in JSON are the same value of a type.
func sameJSON(t *group.Type, a, b string) bool {
	var values [2]any
	for i, text := range []string{a, b} {
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		if decoder.Decode(&values[i]) != nil {
			return true // which is another finding
		}
		values[i] = plainValue(t.Deref(), values[i])
	}
	return reflect.DeepEqual(values[0], values[1])
}

// plainValue is a value in JSON in the one form of its type.
func plainValue(t *group.Type, value any) any {
	switch v := value.(type) {
	case json.Number:
		if number, ok := new(big.Rat).SetString(v.String()); ok {
			return number.RatString()
		}
	case string:
		if d, err := time.ParseDuration(v); err == nil && t.Name == "Duration" {
			return d
		}
		if quantity, err := apiresource.ParseQuantity(v); err == nil && t.Name == "Quantity" {
			return quantity.AsDec().String()
		}
	case []any:
		for i := range v {
			v[i] = plainValue(t.Base(), v[i])
		}
	case map[string]any:
		if t.Kind == "map" {
			for key := range v {
				v[key] = plainValue(t.Base(), v[key])
			}
		}
	}
	return value
}

// given is a value that was written as text: a string, a []any or map[string]any of such, or nil for null.
type given any

// legacyDefaultOf reads the legacy default of a field. It reports false for a value that is not known, or that does not
// fit, which is another finding.
func legacyDefaultOf(field *group.Field) (given, bool) {
	if ref := field.LegacyDefault.Ref; ref != nil {
		text := ref.Constant + ref.Value
		if unquoted, err := strconv.Unquote(text); err == nil {
			return unquoted, true
		}
		return text, text != ""
	}
	return readGiven(field.Type, field.LegacyDefault.Text)
}

func readGiven(t *group.Type, text string) (given, bool) {
	t = t.Deref()
	isList := t.Elem != nil && !t.Leaf
	switch {
	case text == "null" && isList:
		return nil, true
	case strings.HasPrefix(text, "[") && isList, strings.HasPrefix(text, "{"),
		strings.HasPrefix(text, `"`) && !isList:
		var value any
		decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
		decoder.UseNumber()
		err := decoder.Decode(&value)
		return value, err == nil
	case t.Kind == "slice" && isList:
		var list []string
		err := flagvalue.NewList(&list, flagvalue.Text[string]()).Set(text)
		return anyList(list), err == nil
	case t.Kind == "map" && t.Elem.Kind == "slice":
		var lists map[string][]string
		err := flagvalue.NewMultimap(&lists).Set(text)
		values := map[string]any{}
		for key, list := range lists {
			values[key] = anyList(list)
		}
		return values, err == nil
	case t.Kind == "map" && isList:
		var texts map[string]string
		err := flagvalue.NewMap(&texts, flagvalue.Text[string]()).Set(text)
		values := map[string]any{}
		for key, text := range texts {
			values[key] = text
		}
		return values, err == nil
	}
	return text, true
}

func anyList(texts []string) []any {
	list := make([]any, len(texts))
	for i, text := range texts {
		list[i] = text
	}
	return list
}

// excludes returns the first rule that a value inside a field does not meet, and the value as text; nil if it meets
// all. Item is the origin of the rules for the element of a list that the value is in; nil for any element.
func (c *collector) excludes(
	field *group.Field, t *group.Type, r *rules, value given, item *group.Field,
) (*rule, string) {
	t = t.Deref()
	if r == nil {
		r = &rules{}
	}
	_, optional := r.of("optional")
	unset := value == nil || value == "" || value == "0" || value == json.Number("0")
	for i, known := range r.own {
		switch {
		case known.name == "required" && unset:
			return &r.own[i], fmt.Sprintf("%q", fmt.Sprint(value))
		case known.name == "optional" || unset && (optional || value == nil):
		case !meets(t, known, value):
			return &r.own[i], fmt.Sprint(value)
		}
	}
	switch value := value.(type) { // what does not fit the type is a finding already
	case []any:
		for _, element := range value {
			if t.Elem == nil {
				return nil, ""
			}
			if broken, text := c.excludes(field, t.Elem, r.each, element, item); broken != nil {
				return broken, text
			}
		}
	case map[string]any:
		if t.Kind == "struct" {
			return c.excludesMember(field, value, item)
		}
		if t.Key == nil {
			return nil, ""
		}
		for _, key := range slices.Sorted(maps.Keys(value)) {
			if broken, text := c.excludes(field, t.Key, r.keys, key, item); broken != nil {
				return broken, text
			}
			if broken, text := c.excludes(field, t.Elem, r.each, value[key], item); broken != nil {
				return broken, text
			}
		}
	}
	return nil, ""
}

// excludesMember does the same for the fields of a struct that an object gives.
func (c *collector) excludesMember(parent *group.Field, object map[string]any, item *group.Field) (*rule, string) {
	for _, field := range parent.Fields {
		value, isSet := object[field.JSONName]
		if !isSet {
			value, isSet = object[field.Name]
		}
		required, is := c.rules[field].of("required")
		if _, defaulted := c.defaulted[field.Path]; !isSet && is && required.origin == nil && !defaulted {
			return &required, field.Name + ", which is not set,"
		}
		if !isSet {
			continue
		}
		own := c.rules[field].where(func(origin *group.Field) bool { return origin == item })
		if broken, text := c.excludes(field, field.Type, own, value, item); broken != nil {
			return broken, text
		}
	}
	return nil, ""
}

// excludesItem does the same for the rules of single elements of a list, and for unions of elements.
func (c *collector) excludesItem(field *group.Field, value given) (*rule, string) {
	list, _ := value.([]any)
	for _, known := range c.items[field] {
		r := c.rules[field].only(known.rules)
		for _, element := range known.in(list) {
			if broken, text := c.excludes(field, field.Type.Deref().Elem, r.each, element, known.rules); broken != nil {
				return broken, text
			}
		}
	}
	for _, u := range c.itemUnions[field] {
		count := 0
		for _, known := range u.items {
			count += min(len(known.in(list)), 1)
		}
		if count > 1 || count == 0 && !u.atMost && len(list) > 0 {
			text, _ := json.Marshal(list) // it comes from JSON
			return &rule{from: u.from}, string(text)
		}
	}
	return nil, ""
}

// in are the elements of a list that are the item.
func (known item) in(list []any) (elements []any) {
	for _, element := range list {
		object, _ := element.(map[string]any)
		if !slices.ContainsFunc(known.keys, func(key itemKey) bool {
			return fmt.Sprint(object[key.field.JSONName]) != key.text
		}) {
			elements = append(elements, element)
		}
	}
	return elements
}

// meets reports whether a value meets a rule. A value of another type is another finding.
func meets(t *group.Type, r rule, value given) bool {
	switch r.name {
	case "minItems", "maxItems":
		size := 0
		switch list := value.(type) {
		case []any:
			size = len(list)
		case map[string]any:
			size = len(list)
		}
		return within(r, big.NewRat(int64(size), 1))
	case "forbidden":
		return value == nil
	}
	text, isText := value.(string)
	if number, ok := value.(json.Number); ok {
		text, isText = number.String(), true
	}
	if !isText {
		return true
	}
	switch r.name {
	case "minimum", "maximum":
		return numberMeets(t, r, text)
	case "minLength", "maxLength":
		return within(r, big.NewRat(int64(utf8.RuneCountInString(text)), 1))
	case "enum":
		return slices.ContainsFunc(t.Constants, func(c group.Constant) bool { return c.Value == text })
	case "k8s:format":
		return hasUpstreamFormat(r.limit, text)
	case "format":
		known, ok := format.Named(r.limit)
		return !ok || text == "" || known.Valid(text)
	}
	return true
}

// numberMeets reports whether a number, a duration or a quantity meets a limit.
func numberMeets(t *group.Type, r rule, text string) bool {
	switch numberKind(t) {
	case "duration":
		limit, _ := time.ParseDuration(r.limit)
		d, err := time.ParseDuration(text)
		if nanoseconds, isCount := new(big.Rat).SetString(text); err != nil && isCount { // of a constant
			return compares(r.name, nanoseconds.Cmp(big.NewRat(int64(limit), 1)))
		}
		return err != nil || compares(r.name, big.NewRat(int64(d), 1).Cmp(big.NewRat(int64(limit), 1)))
	case "quantity":
		limit, _ := apiresource.ParseQuantity(r.limit)
		quantity, err := apiresource.ParseQuantity(text)
		return err != nil || compares(r.name, quantity.Cmp(limit))
	case "integer":
		if number, ok := new(big.Int).SetString(text, 0); ok { // with the prefixes and underscores of Go
			return within(r, new(big.Rat).SetInt(number))
		}
	}
	number, ok := new(big.Rat).SetString(text)
	return !ok || within(r, number)
}

// within reports whether a number meets a limit.
func within(r rule, number *big.Rat) bool {
	limit, ok := new(big.Rat).SetString(r.limit)
	return !ok || compares(r.name, number.Cmp(limit))
}

// compares reports whether the result of a comparison with a limit meets it.
func compares(name string, result int) bool {
	return strings.HasPrefix(name, "min") && result >= 0 || strings.HasPrefix(name, "max") && result <= 0
}

// uuids matches the format k8s-uuid.
var uuids = regexp.MustCompile(uuidPattern)

// hasUpstreamFormat reports whether a text has a format of declarative validation.
func hasUpstreamFormat(name, text string) bool {
	valid := func(problems []string) bool { return len(problems) == 0 }
	switch name {
	case "k8s-short-name":
		return valid(utilvalidation.IsDNS1123Label(text))
	case "k8s-long-name":
		return valid(utilvalidation.IsDNS1123Subdomain(text))
	case "k8s-long-name-caseless":
		return valid(utilvalidation.IsDNS1123Subdomain(strings.ToLower(text)))
	case "k8s-label-key", "k8s-prefixed-label-key":
		return valid(utilvalidation.IsQualifiedName(text)) && (name == "k8s-label-key" || strings.Contains(text, "/"))
	case "k8s-label-value":
		return valid(utilvalidation.IsValidLabelValue(text))
	case "k8s-path-segment-name":
		return text != "." && text != ".." && !strings.ContainsAny(text, "/%")
	case "k8s-ip":
		sloppyIP, _ := format.Named("ip-sloppy")
		return text != "" && sloppyIP.Valid(text)
	case "k8s-uuid":
		return uuids.MatchString(text)
	}
	return true
}
