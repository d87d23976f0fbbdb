package observer

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// candidates are values that a flag may accept, the likely ones first: other values of its type, the choices that its
// usage names, its default with a change, and something of each notation that flags of Kubernetes components have.
func candidates(f *pflag.Flag) []string {
	kind := strings.ToLower(typeOf(f.Value))
	all := typed(kind, f.DefValue)
	if kind != "bool" {
		all = append(choices(f.Usage), all...)
	}
	if changed := varied(f.DefValue); changed != "" {
		all = append(all, changed)
	}
	all = append(all, notations()...)
	var unique []string
	for _, c := range all {
		if c != f.DefValue && !slices.Contains(unique, c) {
			unique = append(unique, c)
		}
	}
	if f.DefValue != "" { // a flag that takes nothing else
		unique = append(unique, f.DefValue)
	}
	return unique
}

// scalar reports whether setting a flag again replaces its value, for certain.
func scalar(v pflag.Value) bool {
	switch typeOf(v) {
	case "bool", "string", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64",
		"float32", "float64", "duration":
		return strings.HasPrefix(typeName(reflect.TypeOf(v)), "*github.com/spf13/pflag.")
	}
	return false
}

// telling are values that tell apart two implementations of a type, which both take what is usual: the empty value,
// which clears a field, is ignored or refused, and the limits of what is accepted.
func telling(kind string) []string {
	kind = strings.ToLower(kind)
	switch {
	case kind == "string":
		return []string{"", " configgen-C ", "configgen,d=\"e\"", "@configgen", "~/$HOME/./${HOME}/../%41//"}
	case strings.Contains(kind, "bool") && !container(kind):
		return []string{"", "T", "yes"}
	case strings.HasSuffix(kind, "duration"):
		return []string{"", "-1h", "0s", "20000h", "90"}
	case isInteger(kind), kind == "count":
		return []string{"", "-3", "0", "100000", "2000000000", "0x10"}
	case strings.HasPrefix(kind, "float"):
		return []string{"", "-3", "0", "100000", "1e15", "0x10", "NaN"}
	case kind == "stringslice" || kind == "slicestring" || kind == "strings":
		return []string{"", `"configgen a,b", c`, "configgen-Z,configgen-d,configgen-d"}
	case kind == "stringarray":
		return []string{"", " configgen a,b", "configgen-Z"}
	case kind == "mapstringstring" || kind == "stringtostring":
		return []string{"", `"a=b,c",d=e`, "a=b,c", "a = b,c=d=e", "a"}
	case container(kind), kind == "ip", kind == "ipnet", kind == "quantity":
		return []string{""}
	}
	return nil
}

// typed are values of a type, as Type of the value names it in lower case.
func typed(kind, held string) []string {
	switch {
	case strings.Contains(kind, "bool") && !container(kind):
		if held == "true" {
			return []string{"false", "true"}
		}
		return []string{"true", "false"}
	case kind == "duration" || strings.HasSuffix(kind, "duration"):
		return []string{"1h7m3s", "41s"}
	case kind == "durationslice":
		return []string{"1h7m3s,2s", "41s"}
	case strings.HasPrefix(kind, "float"):
		return []string{"1.5", "0.25"}
	case kind == "count":
		return []string{"3", "2"}
	case isInteger(kind):
		return append(near(held), "7", "41")
	case kind == "intslice" || kind == "int32slice" || kind == "int64slice" || kind == "uintslice":
		return []string{"7,41", "3"}
	case kind == "boolslice":
		return []string{"true,false", "false"}
	case kind == "ip":
		return []string{"192.0.2.7", "2001:db8::7"}
	case kind == "ipslice":
		return []string{"192.0.2.7,192.0.2.8", "2001:db8::7"}
	case kind == "ipnet":
		return []string{"192.0.2.0/24", "2001:db8::/64"}
	case kind == "ipnetslice":
		return []string{"192.0.2.0/24,198.51.100.0/24", "2001:db8::/64"}
	case kind == "ipmask":
		return []string{"255.255.0.0", "255.255.255.0"}
	case kind == "quantity":
		return []string{"10Mi", "3"}
	case kind == "mapstringbool":
		return []string{"A=true", "B=false,C=true"}
	case kind == "mapstringstring" || kind == "stringtostring":
		return []string{"a=b", "c=d,e=f"}
	case kind == "stringtoint" || kind == "stringtoint64":
		return []string{"a=1", "b=2,c=3"}
	case kind == "namedcertkey":
		return []string{"a.crt,a.key", "b.crt,b.key:*.example.com"}
	case kind == "stringslice" || kind == "stringarray" || kind == "slicestring" || kind == "strings":
		return []string{"configgen-a", "configgen-b,configgen-c"}
	case kind == "string":
		return []string{"configgen-a", "configgen-b"}
	}
	return nil
}

// container reports whether a type is a list or a map.
func container(kind string) bool {
	return strings.Contains(kind, "slice") || strings.Contains(kind, "map") || strings.Contains(kind, "array") ||
		strings.Contains(kind, "to")
}

func isInteger(kind string) bool {
	digits := strings.TrimLeft(strings.TrimPrefix(kind, "u"), "int")
	_, err := strconv.Atoi(digits)
	return strings.HasPrefix(strings.TrimPrefix(kind, "u"), "int") && (digits == "" || err == nil)
}

// near are the numbers beside one, which are as valid more often than others.
func near(held string) []string {
	n, err := strconv.ParseInt(held, 10, 64)
	if err != nil {
		return nil
	}
	return []string{strconv.FormatInt(n+1, 10), strconv.FormatInt(n+2, 10)}
}

var (
	number = regexp.MustCompile(`\d+`)
	// listed is what a usage names as choices, up to the end of the sentence.
	listed = regexp.MustCompile(`(?i)(?:one of|options are|values are|values:|allowed:|possible values|supported|` +
		`choose from|must be|either|valid options)[^:"'\w]*:?\s*([^.\n]*)`)
	// either is a list that ends with or, as in: always, never or auto.
	either = regexp.MustCompile(`((?:["'\w.-]+,\s+)*["'\w.-]+),?\s+or\s+(["'\w.-]+)`)
	bars   = regexp.MustCompile(`[\w-]+(?:\s?\|\s?[\w-]+)+`)
	gate   = regexp.MustCompile(`\b([A-Z]\w+)=true\|false`)
	quoted = regexp.MustCompile("[\"'`]([\\w.:/=-]+)[\"'`]")
	word   = regexp.MustCompile(`[\w][\w.:/=-]*`)
)

// choices are what the usage of a flag names as its values, best first.
func choices(usage string) []string {
	var all []string
	for _, found := range gate.FindAllStringSubmatch(usage, 3) {
		all = append(all, found[1]+"=true", found[1]+"=false")
	}
	if len(all) > 0 {
		return all
	}
	for _, found := range bars.FindAllString(usage, -1) {
		for _, choice := range strings.Split(found, "|") {
			all = append(all, strings.TrimSpace(choice))
		}
	}
	for _, found := range listed.FindAllStringSubmatch(usage, -1) {
		inQuotes := quoted.FindAllStringSubmatch(found[1], 8)
		for _, choice := range inQuotes {
			all = append(all, choice[1])
		}
		if len(inQuotes) == 0 && strings.ContainsAny(found[1], ",|") {
			for _, choice := range word.FindAllString(found[1], 8) {
				if choice != "or" && choice != "and" {
					all = append(all, choice)
				}
			}
		}
	}
	for _, found := range either.FindAllStringSubmatch(usage, 2) {
		for _, choice := range append(strings.Split(found[1], ","), found[2]) {
			all = append(all, strings.Trim(choice, " \"'."))
		}
	}
	return all
}

// varied is a default with a change: another number or one more letter.
func varied(held string) string {
	switch {
	case held == "" || held == "[]":
		return ""
	case strings.HasPrefix(held, "[") && strings.HasSuffix(held, "]"):
		return strings.Trim(held, "[]")
	}
	if _, err := time.ParseDuration(held); err == nil {
		return held + "1ns"
	}
	if at := number.FindStringIndex(held); at != nil {
		if n, err := strconv.ParseInt(held[at[0]:at[1]], 10, 64); err == nil {
			return held[:at[0]] + strconv.FormatInt(n+1, 10) + held[at[1]:]
		}
	}
	return held + "x"
}

// notations are values of all notations that flags have, for values that do not say which is theirs.
func notations() []string {
	return []string{
		"configgen-a", "configgen-b", "7", "41", "5m", "10Mi", "0.5", "true", "false",
		"192.0.2.7", "192.0.2.0/24", "192.0.2.7:8443", "a=b", "c=d", "A=true", "B=false", "a:b", "a<b", "c<d", "a=1", "b=2",
		"30000-30010", "50%", "/configgen/a", "/configgen/b", "https://example.com/a", "https://example.com/b",
		"file.go:7", "file.go:41",
		"a.crt,a.key", "b.crt,b.key:*.example.com", "json", "text", "info", "debug", "None", "Always", "*",
		"2006-01-02T15:04:05Z", "VersionTLS12", "VersionTLS13", "{}", "app=a", "pods", "a.b.c",
	}
}

// alter gives a leaf another value, and reports whether it could.
func alter(v reflect.Value) bool { return altered(v, 0) }

// altered is alter for a value inside another one. A type can lead to itself.
func altered(v reflect.Value, depth int) bool {
	if depth > maxNested {
		return false
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(v.Int() ^ 21)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(v.Uint() ^ 21)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(v.Float() + 0.75)
	case reflect.String:
		v.SetString(v.String() + "-configgen")
	case reflect.Pointer:
		to := reflect.New(v.Type().Elem())
		if !v.IsNil() {
			to.Elem().Set(v.Elem())
		}
		if !altered(to.Elem(), depth+1) {
			return false
		}
		v.Set(to)
	case reflect.Slice:
		item := reflect.New(v.Type().Elem()).Elem()
		if !altered(item, depth+1) {
			return false
		}
		v.Set(reflect.Append(v.Slice3(0, v.Len(), v.Len()), item))
	case reflect.Map:
		return alteredMap(v, depth)
	case reflect.Struct: // such as metav1.Duration
		return v.NumField() == 1 && v.Type().Field(0).IsExported() && altered(v.Field(0), depth+1)
	default:
		return false
	}
	return true
}

// alteredMap adds an entry to a new map.
func alteredMap(v reflect.Value, depth int) bool {
	key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
	if !altered(key, depth+1) {
		return false
	}
	altered(value, depth+1)
	more := reflect.MakeMap(v.Type())
	for _, k := range v.MapKeys() {
		more.SetMapIndex(k, v.MapIndex(k))
	}
	more.SetMapIndex(key, value)
	v.Set(more)
	return true
}
