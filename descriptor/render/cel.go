package render

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/configgen/configgen/descriptor"
)

// celRule is a rule in CEL, with the message for those who break it.
func celRule(rule, format string, args ...any) object {
	return object{{"message", fmt.Sprintf(format, args...)}, {"rule", rule}}
}

// celText is a string in CEL.
func celText(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`).Replace(text) + "'"
}

// celWords are the names that CEL reserves.
var celWords = strings.Fields("true false null in as break const continue else for function if import let loop " +
	"package namespace return var void while")

// celField is a field of self or of oldSelf. The API server escapes names that CEL does not allow.
func celField(of, name string) string {
	if slices.Contains(celWords, name) {
		return of + ".__" + name + "__"
	}
	return of + "." + strings.NewReplacer("__", "__underscores__", ".", "__dot__", "-", "__dash__", "/", "__slash__").
		Replace(name)
}

// amount is how a rule reads a value with limits that JSON Schema cannot express.
type amount struct {
	self    string
	literal func(limit string) string
	// compared joins two amounts by an operator.
	compared func(a, operator, b string) string
}

// amountOf returns how values of a form are read; false if the form has no such limits.
func amountOf(of descriptor.Form) (amount, bool) {
	plain := func(a, operator, b string) string { return a + " " + operator + " " + b }
	duration := func(limit string) string { return "duration(" + celText(limit) + ")" }
	switch of {
	case descriptor.Duration:
		return amount{"duration(self)", duration, plain}, true
	case descriptor.EitherDuration:
		return amount{"(type(self) == string ? duration(self) : duration(string(self) + 'ns'))", duration, plain}, true
	case descriptor.Nanoseconds:
		return amount{"self", func(limit string) string {
			parsed, err := time.ParseDuration(limit)
			if err != nil {
				return limit // one that validation refuses
			}
			return strconv.FormatInt(parsed.Nanoseconds(), 10)
		}, plain}, true
	case descriptor.Quantity:
		return amount{"quantity(string(self))", func(limit string) string { return "quantity(" + celText(limit) + ")" },
			func(a, operator, b string) string { return a + ".compareTo(" + b + ") " + operator + " 0" }}, true
	}
	return amount{}, false
}

// valueRules are the limits of durations and quantities.
func valueRules(form descriptor.Form, l *descriptor.Type, p presence, places int) []any {
	read, ok := amountOf(form)
	if !ok || places == 0 {
		return nil
	}
	var all []any
	zero := ""
	if p.zero {
		zero = read.compared(read.self, "==", read.literal("0")) + " || "
	}
	for _, limit := range []struct{ text, operator, words string }{
		{l.Minimum, ">=", "at least"}, {l.Maximum, "<=", "at most"}, {l.Not, "!=", "different from"},
	} {
		text := strings.Trim(limit.text, `"`)
		if text == "" {
			continue
		}
		rule := read.compared(read.self, limit.operator, read.literal(text))
		if limit.operator == ">=" { // a zero is below the maximum
			rule = zero + rule
		}
		all = append(all, celRule(rule, "must be %s %s", limit.words, text))
	}
	if p.needed {
		all = append(all, celRule(read.compared(read.self, "!=", read.literal("0")), "must not be zero"))
	}
	return all
}

// keyRules are the constraints of the keys of a map.
func (f *Field) keyRules(t, l *descriptor.Type, places int) []any {
	if places == 0 {
		return nil
	}
	var all []any
	add := func(condition, format string, args ...any) {
		all = append(all, celRule("self.all(key, "+condition+")", format, args...))
	}
	least, most := lengths(l)
	if least != "" {
		add("size(key) >= "+least, "each key must have at least %s", counted(least, " character"))
	}
	// To count bytes is more than an API server allows a rule, and a key has as many bytes as characters, or more.
	if most != "" {
		add("size(key) <= "+most, "each key must have at most %s", counted(most, " character"))
	}
	if l.MaxBytes != "" {
		most = canonical(l.MaxBytes)
		add("size(key) <= "+most, "each key must have at most %s", counted(most, " byte"))
	}
	if l.Enum {
		values, _ := f.enumeration(t, presence{})[0].value.([]any)
		var list []string
		for _, value := range values {
			text, _ := value.(string)
			list = append(list, celText(text))
		}
		add("key in ["+strings.Join(list, ", ")+"]", "each key must be one of %s",
			strings.ReplaceAll(strings.Join(list, ", "), "'", ""))
	}
	return all
}

// structRules are the constraints between the fields of a struct.
func structRules(fields []*Field, places int) []any {
	if places == 0 {
		return nil
	}
	s := celStruct{fields: fields}
	for _, f := range fields {
		s.presence(f)
		for _, condition := range f.limits.Conditions {
			switch condition.Kind {
			case "unionMember", "zeroOrOneOfMember", "unionDiscriminator":
				s.union(f, condition)
			case "dependentRequired", "dependentForbidden":
				s.dependent(f, condition)
			case "ifMode":
				s.mode(f, condition)
			}
		}
		s.modes(f)
	}
	s.unions()
	return s.rules
}

// celStruct collects the rules of a struct.
type celStruct struct {
	fields []*Field
	rules  []any
	// sets are the unions in the order of their first members.
	sets []*celUnion
}

// celUnion is a union of fields.
type celUnion struct {
	name          string
	atMost        bool
	members       []*Field
	values        []string // of the discriminator
	discriminator *Field
}

// add adds a rule; its message is about a field, or about the struct if that is nil.
func (s *celStruct) add(about *Field, rule, format string, args ...any) {
	added := celRule(rule, format, args...)
	if about != nil {
		added = append(object{{"fieldPath", celPath(about.Name)}}, added...)
	}
	s.rules = append(s.rules, added)
}

// celPath is the path of a field of self.
func celPath(name string) string {
	if strings.ContainsAny(name, ".-/") {
		return "['" + name + "']"
	}
	return "." + name
}

// isSet is the condition that a field has a value, as validation has it: a zero that is not behind a pointer has none.
func isSet(f *Field) string {
	self := celField("self", f.Name)
	has := "has(" + self + ")"
	if f.Pointer {
		return has
	}
	switch f.Type.Form {
	case descriptor.String, descriptor.Base64:
		return "(" + has + " && " + self + " != '')"
	case descriptor.Integer, descriptor.Nanoseconds:
		return "(" + has + " && " + self + " != 0)"
	case descriptor.Number:
		return "(" + has + " && " + self + " != 0.0)"
	case descriptor.Bool:
		return "(" + has + " && " + self + ")"
	case descriptor.List, descriptor.Map:
		return "(" + has + " && size(" + self + ") > 0)"
	case descriptor.Duration:
		return "(" + has + " && duration(" + self + ") != duration('0s'))"
	}
	return has
}

// valueOrDefault is the value of a discriminator.
func valueOrDefault(f *Field) string {
	self := celField("self", f.Name)
	other := "''"
	if f.Type.Form == descriptor.Bool {
		other = "false"
	}
	if f.Default != nil {
		other = string(f.Default) // a string in JSON is one in CEL
	}
	return "(has(" + self + ") ? " + self + " : " + other + ")"
}

// presence refuses fields that must not be set, and changes of immutable fields. A change in an item of a list cannot
// be told from another item.
func (s *celStruct) presence(f *Field) {
	if f.limits.Forbidden {
		s.add(f, "!"+isSet(f), "must not be set")
	}
	above := f.Parent != nil && f.Parent.reload() == descriptor.Immutable
	if f.reload() == descriptor.Immutable && !above && !f.listed() {
		self, old := celField("self", f.Name), celField("oldSelf", f.Name)
		s.add(f, fmt.Sprintf("has(%s) ? has(%s) && %[1]s == %[2]s : !has(%[2]s)", self, old), "cannot be changed")
	}
}

// union adds a field to its union.
func (s *celStruct) union(f *Field, condition descriptor.Condition) {
	atMost := condition.Kind == "zeroOrOneOfMember"
	at := slices.IndexFunc(s.sets, func(u *celUnion) bool { return u.name == condition.Union && u.atMost == atMost })
	if at < 0 {
		at, s.sets = len(s.sets), append(s.sets, &celUnion{name: condition.Union, atMost: atMost})
	}
	u := s.sets[at]
	if condition.Kind == "unionDiscriminator" {
		u.discriminator = f
		return
	}
	u.members, u.values = append(u.members, f), append(u.values, cmp.Or(condition.Member, f.goName()))
}

// unions adds the rules of unions.
func (s *celStruct) unions() {
	for _, u := range s.sets {
		var names, set []string
		for i, f := range u.members {
			names, set = append(names, f.Name), append(set, isSet(f))
			if u.discriminator == nil {
				continue
			}
			s.add(f, fmt.Sprintf("(%s == %s) == %s", valueOrDefault(u.discriminator), celText(u.values[i]), isSet(f)),
				"must be set when %s is %q, and only then", u.discriminator.Name, u.values[i])
		}
		if u.discriminator != nil || len(names) < 2 {
			continue
		}
		operator, words := "==", "exactly one of %s and %s must be set"
		if u.atMost {
			operator, words = "<=", "at most one of %s and %s can be set"
		}
		last := len(names) - 1
		s.add(nil, fmt.Sprintf("[%s].filter(set, set).size() %s 1", strings.Join(set, ", "), operator), words,
			strings.Join(names[:last], ", "), names[last])
	}
}

// named is the field with a name in JSON.
func (s *celStruct) named(name string) *Field {
	for _, f := range s.fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// dependent adds the rule about another field.
func (s *celStruct) dependent(f *Field, condition descriptor.Condition) {
	other := s.named(condition.Field)
	switch {
	case other == nil:
	case condition.Kind == "dependentRequired":
		s.add(other, "!"+isSet(f)+" || "+isSet(other), "must be set if %s is set", f.Name)
	default:
		s.add(other, "!"+isSet(f)+" || !"+isSet(other), "must not be set if %s is set", f.Name)
	}
}

// discriminatorOf is the field that selects the mode.
func (s *celStruct) discriminatorOf(modality string) *Field {
	for _, f := range s.fields {
		for _, condition := range f.limits.Conditions {
			if condition.Kind == "modeDiscriminator" && condition.Union == modality {
				return f
			}
		}
	}
	return nil
}

// mode adds the rule that a mode needs a field, or refuses it. Other constraints of a mode are not in the definition.
func (s *celStruct) mode(f *Field, condition descriptor.Condition) {
	discriminator := s.discriminatorOf(condition.Union)
	if discriminator == nil || condition.Limits == nil {
		return
	}
	mode := modeValue(discriminator, condition)
	chosen := valueOrDefault(discriminator) + " != " + mode
	switch {
	case condition.Limits.Required:
		s.add(f, chosen+" || "+isSet(f), "must be set when %s is %s", discriminator.Name, strings.Trim(mode, "'"))
	case condition.Limits.Forbidden:
		s.add(f, chosen+" || !"+isSet(f), "must not be set when %s is %s", discriminator.Name, strings.Trim(mode, "'"))
	}
}

// modes adds the rule that a field with modes is set in these only.
func (s *celStruct) modes(f *Field) {
	modes := map[string][]string{}
	var order []string
	for _, condition := range f.limits.Conditions {
		if condition.Kind != "ifMode" || s.discriminatorOf(condition.Union) == nil {
			continue
		}
		if !slices.Contains(order, condition.Union) {
			order = append(order, condition.Union)
		}
		mode := modeValue(s.discriminatorOf(condition.Union), condition)
		if !slices.Contains(modes[condition.Union], mode) {
			modes[condition.Union] = append(modes[condition.Union], mode)
		}
	}
	for _, modality := range order {
		discriminator, list := s.discriminatorOf(modality), strings.Join(modes[modality], ", ")
		s.add(f, fmt.Sprintf("!%s || %s in [%s]", isSet(f), valueOrDefault(discriminator), list),
			"must not be set unless %s is one of %s", discriminator.Name, strings.ReplaceAll(list, "'", ""))
	}
}

// modeValue is the value of a discriminator in CEL.
func modeValue(discriminator *Field, condition descriptor.Condition) string {
	if discriminator.Type.Form == descriptor.Bool {
		return condition.Mode
	}
	return celText(condition.Mode)
}
