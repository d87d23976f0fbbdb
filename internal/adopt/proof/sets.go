package proof

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// sets compares what the command lines that were tried in both variants did. One with another flag that is not
// generated cannot be tried on ours.
func (p pair) sets(theirs, ours observe.Flag) []Difference {
	var differences []Difference
	for _, set := range theirs.Sets {
		if other := set.Ahead; other != nil {
			if _, both := p.ours.flags[key(observe.Flag{Name: other.Name, Command: theirs.Command})]; !both {
				continue
			}
		}
		i := slices.IndexFunc(ours.Sets, set.Same)
		if i < 0 {
			differences = append(differences, Difference{Column: commandLine(theirs.Name, set),
				Theirs: outcome(set), Ours: "no result", Advice: "report this as a defect of configgen"})
			continue
		}
		differences = append(differences, p.set(theirs, set, ours.Sets[i])...)
	}
	if len(theirs.Sets) == 0 {
		differences = append(differences, Difference{Column: "values", Theirs: "not tried", Ours: "not tried",
			Advice: "compare by hand what the flag does"})
	}
	return differences
}

// set compares one command line in both variants.
func (p pair) set(flag observe.Flag, theirs, ours observe.Set) []Difference {
	difference := Difference{Column: commandLine(flag.Name, theirs)}
	intended := unusual(flag, theirs, ours)
	if theirs.Error != "" || ours.Error != "" || theirs.Ended != ours.Ended {
		if theirs.Error == ours.Error && theirs.Ended == ours.Ended {
			return nil
		}
		difference.Theirs, difference.Ours = outcome(theirs), outcome(ours)
		switch {
		case intended != "":
			difference.Intended = intended
		case theirs.Ended != ours.Ended:
			difference.Advice = "keep the registration"
		case theirs.Error == "":
			difference.Advice = "write value: with a func(*T) pflag.Value that accepts the value in its +flag"
		case ours.Error == "":
			difference.Advice = "write +format above " + flag.Field + ", or value: with a func(*T) pflag.Value in its +flag"
		default:
			difference.Intended = OtherWords
		}
		return []Difference{difference}
	}
	differences := p.changes(difference, theirs, ours)
	if intended != "" {
		for i := range differences {
			differences[i].Intended, differences[i].Advice = intended, ""
		}
	}
	return differences
}

// unusual names the reason for which the variants may differ in what they do with a value that command lines seldom
// have.
func unusual(flag observe.Flag, theirs, ours observe.Set) Intended {
	switch {
	case theirs.Ended || ours.Ended:
	case isNone(theirs.Values) && hasClearing(flag.Type) && ours.Error == "" && len(theirs.Changes) == 0 && clears(ours):
		return EmptyClears
	case isMap(flag.Type) && isLibrary(flag.Value) && isMapSyntax(theirs.Values) && !slices.ContainsFunc(
		slices.Concat(theirs.Changes, ours.Changes), func(c observe.Change) bool { return c.Field != flag.Field }):
		return MapSyntax
	}
	return ""
}

// isNone reports whether a command line gives a flag the empty value.
func isNone(values []string) bool { return len(values) == 1 && values[0] == "" }

// clears reports whether a command line changes nothing but to clear it.
func clears(ours observe.Set) bool {
	return !slices.ContainsFunc(ours.Changes, func(c observe.Change) bool { return !isCleared(c.After) })
}

// changes compares the leaves that either variant changed by their values afterwards.
func (p pair) changes(difference Difference, theirs, ours observe.Set) []Difference {
	var differences []Difference
	var seen []string
	for _, change := range slices.Concat(theirs.Changes, ours.Changes) {
		if slices.Contains(seen, change.Field) {
			continue
		}
		seen = append(seen, change.Field)
		a, b := p.theirs.after(change.Field, theirs), p.ours.after(change.Field, ours)
		if a == b {
			continue
		}
		row := difference
		row.Theirs, row.Ours, row.Intended = change.Field+"="+a, change.Field+"="+b, sameValue(p.typeOf(change.Field), a, b)
		if row.Intended == "" {
			row.Advice = effectAdvice(change.Before, a, b)
		}
		differences = append(differences, row)
	}
	return differences
}

// typeOf is the type of a leaf that one of the variants has before any flag is set.
func (p pair) typeOf(field string) string {
	return cmp.Or(p.theirs.fields[field].Type, p.ours.fields[field].Type)
}

// after is the value of a leaf after a command line.
func (s variant) after(field string, set observe.Set) string {
	for _, change := range set.Changes {
		if change.Field == field {
			return cmp.Or(change.After, absent)
		}
	}
	for _, kept := range set.Kept {
		if kept.Path == field {
			return kept.Value
		}
	}
	if set.Held != nil && observe.Within(field, set.Held.Field) {
		return absent
	}
	return s.value(field)
}

// effectAdvice is what to do if a value leads to a in their variant and to b in ours, from before in theirs.
func effectAdvice(before, a, b string) string {
	isMap := strings.HasPrefix(before, "{")
	switch {
	case isMap && extends(a, before) && !extends(b, before):
		return "write +precedence=merge above the field"
	case isMap && extends(b, before) && !extends(a, before):
		return "remove +precedence=merge from the field"
	case extends(a, before) && !extends(b, before):
		return "generated flags replace what a default, a file, or a drop-in file gives: " +
			"keep the registration, or accept the change"
	}
	return "write value: with a func(*T) pflag.Value in its +flag, or keep the registration"
}

// extends reports whether a list or a map in JSON has all that another one has.
func extends(value, before string) bool {
	switch before := decode(before).(type) {
	case []any:
		list, ok := decode(value).([]any)
		return ok && len(before) > 0 && len(list) >= len(before) && reflect.DeepEqual(list[:len(before)], before)
	case map[string]any:
		all, ok := decode(value).(map[string]any)
		for key, element := range before {
			ok = ok && reflect.DeepEqual(all[key], element)
		}
		return ok && len(before) > 0
	}
	return false
}

// decode reads JSON. It returns nil for anything else.
func decode(text string) any {
	var value any
	if json.Unmarshal([]byte(text), &value) != nil {
		return nil
	}
	return value
}

// outcome is what a command line did, in a line.
func outcome(set observe.Set) string {
	if set.Ended {
		return "the end of the program"
	}
	if set.Error != "" {
		return "an error (" + set.Error + ")"
	}
	texts := make([]string, len(set.Changes))
	for i, change := range set.Changes {
		texts[i] = change.Field + "=" + change.After
	}
	if len(texts) == 0 {
		return "no change"
	}
	return strings.Join(texts, " ")
}

// commandLine is a flag with its values, as a user gives it.
func commandLine(name string, set observe.Set) string {
	var texts []string
	add := func(name, value string) {
		if strings.ContainsAny(value, " \t\n\"'") {
			value = strconv.Quote(value)
		}
		texts = append(texts, "--"+name+"="+value)
	}
	if set.Ahead != nil {
		add(set.Ahead.Name, set.Ahead.Value)
	}
	for _, value := range set.Values {
		add(name, value)
	}
	line := strings.Join(texts, " ")
	switch {
	case set.Held == nil:
		return line
	case set.Held.Others:
		return line + " after other fields than " + set.Held.Field + " have been set"
	case set.Held.Late:
		return line + " after a file has set " + set.Held.Field
	}
	return line + ", registered after a file has set " + set.Held.Field
}
