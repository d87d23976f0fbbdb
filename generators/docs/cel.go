package docs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/markers"
)

// number is a whole number.
func number(text string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	return n, err == nil
}

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

// celField is a field of self, or of what it was. The API server escapes names that CEL does not allow.
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
func amountOf(of form) (amount, bool) {
	plain := func(a, operator, b string) string { return a + " " + operator + " " + b }
	duration := func(limit string) string { return "duration(" + celText(limit) + ")" }
	switch of {
	case formDuration:
		return amount{"duration(self)", duration, plain}, true
	case formEitherTime:
		return amount{"(type(self) == string ? duration(self) : duration(string(self) + 'ns'))", duration, plain}, true
	case formNanoseconds:
		return amount{"self", func(limit string) string {
			parsed, err := time.ParseDuration(limit)
			if err != nil {
				return limit // one that validation refuses
			}
			return strconv.FormatInt(parsed.Nanoseconds(), 10)
		}, plain}, true
	case formQuantity:
		return amount{"quantity(string(self))", func(limit string) string { return "quantity(" + celText(limit) + ")" },
			func(a, operator, b string) string { return a + ".compareTo(" + b + ") " + operator + " 0" }}, true
	}
	return amount{}, false
}

// valueRules are the limits of durations and quantities.
func valueRules(of form, r *rules, p presence, places int) []any {
	read, ok := amountOf(of)
	if !ok || places == 0 {
		return nil
	}
	var all []any
	zero := ""
	if p.zero {
		zero = read.compared(read.self, "==", read.literal("0")) + " || "
	}
	for _, limit := range []struct{ name, operator, words string }{
		{"minimum", ">=", "at least"}, {"maximum", "<=", "at most"}, {"neq", "!=", "different from"},
	} {
		text, ok := r.limit(limit.name)
		text = strings.Trim(text, `"`)
		if !ok || limit.name == "minimum" && text == "" {
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
func keyRules(r *rules, t *group.Type, e *entry, places int) []any {
	if places == 0 {
		return nil
	}
	var all []any
	add := func(condition, format string, args ...any) {
		all = append(all, celRule("self.all(key, "+condition+")", format, args...))
	}
	if least, ok := r.limit("minLength"); ok {
		least = canonical(least)
		add("size(key) >= "+least, "each key must have at least %s", counted(least, " character"))
	}
	// To count bytes is more than an API server allows a rule, and a key has as many bytes as characters, or more.
	for _, limit := range []struct{ name, unit string }{{"maxLength", " character"}, {"maxBytes", " byte"}} {
		if most, ok := r.limit(limit.name); ok {
			most = canonical(most)
			add("size(key) <= "+most, "each key must have at most %s", counted(most, limit.unit))
		}
	}
	if r.has("enum") {
		values, _ := enumeration(e, t.Key, presence{})[0].value.([]any)
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
func structRules(fields []*entry, places int) []any {
	if places == 0 {
		return nil
	}
	s := celStruct{fields: fields}
	for _, e := range fields {
		s.presence(e)
		for _, m := range e.rules.constraints() {
			switch value := m.Value.(type) {
			case *markers.Union:
				s.union(e, m.Name, value)
			case *markers.Dependent:
				s.dependent(e, m.Name, value)
			case *markers.IfMode:
				s.mode(e, value)
			}
		}
		s.modes(e)
	}
	s.unions()
	return s.rules
}

// constraints are those that depend on something else than the value.
func (r *rules) constraints() []markers.Marker {
	if r == nil {
		return nil
	}
	return r.others
}

// celStruct collects the rules of a struct.
type celStruct struct {
	fields []*entry
	rules  []any
	// sets are the unions in the order of their first members.
	sets []*celUnion
}

// celUnion is a union of fields.
type celUnion struct {
	name          string
	atMost        bool
	members       []*entry
	values        []string // of the discriminator
	discriminator *entry
}

// add adds a rule; its message is about a field, or about the struct if that is nil.
func (s *celStruct) add(about *entry, rule, format string, args ...any) {
	added := celRule(rule, format, args...)
	if about != nil {
		added = append(object{{"fieldPath", celPath(about.JSONName)}}, added...)
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
func isSet(e *entry) string {
	self := celField("self", e.JSONName)
	has := "has(" + self + ")"
	if e.Type.Kind == "pointer" {
		return has
	}
	switch formOf(e.Type) {
	case formText, formBase64:
		return "(" + has + " && " + self + " != '')"
	case formInteger, formNanoseconds:
		return "(" + has + " && " + self + " != 0)"
	case formNumber:
		return "(" + has + " && " + self + " != 0.0)"
	case formBool:
		return "(" + has + " && " + self + ")"
	case formList, formMap:
		return "(" + has + " && size(" + self + ") > 0)"
	case formDuration:
		return "(" + has + " && duration(" + self + ") != duration('0s'))"
	}
	return has
}

// valueOrDefault is the value of a discriminator.
func valueOrDefault(e *entry) string {
	self := celField("self", e.JSONName)
	other := "''"
	if formOf(e.Type.Deref()) == formBool {
		other = "false"
	}
	if e.Default != nil && e.Default.Value != "" {
		other = e.Default.Value // a string in JSON is one in CEL
	}
	return "(has(" + self + ") ? " + self + " : " + other + ")"
}

// presence refuses fields that must not be set, and changes of those that must not change. A change in an item of a
// list cannot be told from another item.
func (s *celStruct) presence(e *entry) {
	if e.rules.has("forbidden") {
		s.add(e, "!"+isSet(e), "must not be set")
	}
	above := e.parent != nil && e.parent.reload() == "immutable"
	if e.reload() == "immutable" && !above && !e.listed() {
		self, old := celField("self", e.JSONName), celField("oldSelf", e.JSONName)
		s.add(e, fmt.Sprintf("has(%s) ? has(%s) && %[1]s == %[2]s : !has(%[2]s)", self, old), "cannot be changed")
	}
}

// union adds a field to its union.
func (s *celStruct) union(e *entry, marker string, value *markers.Union) {
	atMost := marker == "k8s:zeroOrOneOfMember"
	at := slices.IndexFunc(s.sets, func(u *celUnion) bool { return u.name == value.Union && u.atMost == atMost })
	if at < 0 {
		at, s.sets = len(s.sets), append(s.sets, &celUnion{name: value.Union, atMost: atMost})
	}
	u := s.sets[at]
	if marker == "k8s:unionDiscriminator" {
		u.discriminator = e
		return
	}
	name := value.MemberName
	if name == "" {
		name = e.Name
	}
	u.members, u.values = append(u.members, e), append(u.values, name)
}

// unions adds the rules of unions.
func (s *celStruct) unions() {
	for _, u := range s.sets {
		var names, set []string
		for i, e := range u.members {
			names, set = append(names, e.JSONName), append(set, isSet(e))
			if u.discriminator == nil {
				continue
			}
			s.add(e, fmt.Sprintf("(%s == %s) == %s", valueOrDefault(u.discriminator), celText(u.values[i]), isSet(e)),
				"must be set when %s is %q, and only then", u.discriminator.JSONName, u.values[i])
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
func (s *celStruct) named(name string) *entry {
	for _, e := range s.fields {
		if e.JSONName == name {
			return e
		}
	}
	return nil
}

// dependent adds the rule about another field.
func (s *celStruct) dependent(e *entry, marker string, value *markers.Dependent) {
	other := s.named(value.Field)
	switch {
	case other == nil:
	case marker == "k8s:dependentRequired":
		s.add(other, "!"+isSet(e)+" || "+isSet(other), "must be set if %s is set", e.JSONName)
	default:
		s.add(other, "!"+isSet(e)+" || !"+isSet(other), "must not be set if %s is set", e.JSONName)
	}
}

// discriminatorOf is the field that selects the mode.
func (s *celStruct) discriminatorOf(modality string) *entry {
	for _, e := range s.fields {
		for _, m := range e.rules.constraints() {
			if value, ok := m.Value.(*markers.ModeDiscriminator); ok && value.Modality == modality {
				return e
			}
		}
	}
	return nil
}

// mode adds the rule that a mode needs a field, or refuses it. Other constraints of a mode are not in the definition.
func (s *celStruct) mode(e *entry, value *markers.IfMode) {
	discriminator := s.discriminatorOf(value.Modality)
	if discriminator == nil || value.Inner == nil {
		return
	}
	mode := modeValue(discriminator, value)
	chosen := valueOrDefault(discriminator) + " != " + mode
	switch strings.TrimPrefix(value.Inner.Name, "k8s:") {
	case "required":
		s.add(e, chosen+" || "+isSet(e), "must be set when %s is %s", discriminator.JSONName, strings.Trim(mode, "'"))
	case "forbidden":
		s.add(e, chosen+" || !"+isSet(e), "must not be set when %s is %s", discriminator.JSONName, strings.Trim(mode, "'"))
	}
}

// modes adds the rule that a field with modes is set in these only.
func (s *celStruct) modes(e *entry) {
	modes := map[string][]string{}
	var order []string
	for _, m := range e.rules.constraints() {
		value, ok := m.Value.(*markers.IfMode)
		if !ok || s.discriminatorOf(value.Modality) == nil {
			continue
		}
		if !slices.Contains(order, value.Modality) {
			order = append(order, value.Modality)
		}
		if mode := modeValue(s.discriminatorOf(value.Modality), value); !slices.Contains(modes[value.Modality], mode) {
			modes[value.Modality] = append(modes[value.Modality], mode)
		}
	}
	for _, modality := range order {
		discriminator, list := s.discriminatorOf(modality), strings.Join(modes[modality], ", ")
		s.add(e, fmt.Sprintf("!%s || %s in [%s]", isSet(e), valueOrDefault(discriminator), list),
			"must not be set unless %s is one of %s", discriminator.JSONName, strings.ReplaceAll(list, "'", ""))
	}
}

// modeValue is the value of a discriminator in CEL.
func modeValue(discriminator *entry, value *markers.IfMode) string {
	mode := value.Arg
	if mode == "" {
		mode = value.Mode
	}
	if formOf(discriminator.Type.Deref()) == formBool {
		return mode
	}
	return celText(mode)
}
