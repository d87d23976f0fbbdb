package observer

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// candidates are values that a flag may accept, the likely ones first: the choices that its usage names, texts, its
// default with a change, and something of each form that flags have. Its default comes last.
func candidates(f *pflag.Flag) []string {
	all := append(choices(f.Usage), "configgen-a", "configgen-b")
	all = append(all, varied(f.DefValue)...)
	all = append(all, forms()...)
	var unique []string
	for _, c := range all {
		if c != f.DefValue && !slices.Contains(unique, c) {
			unique = append(unique, c)
		}
	}
	if !strings.HasPrefix(f.DefValue, "[") { // a flag that takes nothing else
		unique = append(unique, f.DefValue)
	}
	return unique
}

// forms returns values in the notations of flags, and values that two implementations of a type may treat differently
// although both accept the usual values: the empty value, which clears a field, is ignored or refused, spaces, and
// limits.
func forms() []string {
	return []string{
		"true", "false", "7", "41", "0.25", "1h7m3s", "41s", "192.0.2.7", "2001:db8::7", "192.0.2.0/24", "2001:db8::/64",
		"192.0.2.7:8443", "[::1]:0", ":80", "localhost:80", "configgen.example.com", "192.0.2.007", "255.255.0.0",
		"configgen-b,configgen-c", "7,41", "true,false", "41s,1h7m3s", "192.0.2.7,192.0.2.8", "192.0.2.0/24,198.51.100.0/24",
		"a=b", "c=d,e=f", "A=true", "B=false,C=true", "a=1", "b=2,c=3", "a:b", "a<b", "c<d",
		"10Mi", "30d", "50%", "30000-30010", "a.crt,a.key", "b.crt,b.key:*.example.com", "file.go:7", "file.go:41",
		"/configgen/a", "https://example.com/a", "json", "text", "info", "debug", "None", "Always", "*",
		"2006-01-02T15:04:05Z", "VersionTLS12", "VersionTLS13", "{}", "pods", "a.b.c", "on", "yes", "T",
		"", "0", "0s", "-3", "-1h", "20000h", "90", "100000", "2000000000", "0x10", "1e15", "NaN",
		" configgen-C ", "configgen,d=\"e\"", "@configgen", "~/$HOME/./${HOME}/../%41//", "configgen = nonsense",
		`"configgen a,b", c`, "configgen-Z,configgen-d,configgen-d", "configgen-a-", ",configgen-e, configgen-f,",
		`"a=b,c",d=e`, "a=b,c", "a = b,c=d=e", "a", "a-", "a-,b=1", ",c=1,", " d = 1 ",
	}
}

var (
	number = regexp.MustCompile(`\d+`)
	// listed matches the choices in a usage, up to the end of the sentence.
	listed = regexp.MustCompile(`(?i)(?:one of|options are|values are|values:|allowed:|possible values|supported|` +
		`choose from|must be|either|valid options)[^:"'\w]*:?\s*([^.\n]*)`)
	// either is a list that ends with or, as in: always, never or auto.
	either = regexp.MustCompile(`((?:["'\w.-]+,\s+)*["'\w.-]+),?\s+or\s+(["'\w.-]+)`)
	bars   = regexp.MustCompile(`[\w-]+(?:\s?\|\s?[\w-]+)+`)
	gate   = regexp.MustCompile(`\b([A-Z]\w+)=true\|false`)
	word   = regexp.MustCompile(`[\w][\w.:/=-]*`)
)

// choices returns the values that the usage of a flag names, best first.
func choices(usage string) []string {
	var all []string
	for _, found := range gate.FindAllStringSubmatch(usage, 3) {
		all = append(all, found[1]+"=true", found[1]+"=false")
	}
	if len(all) > 0 {
		return all
	}
	for _, found := range bars.FindAllString(usage, -1) {
		all = append(all, word.FindAllString(found, -1)...)
	}
	for _, found := range listed.FindAllStringSubmatch(usage, -1) {
		if strings.ContainsAny(found[1], ",|\"'`") {
			all = append(all, word.FindAllString(found[1], 8)...)
		}
	}
	for _, found := range either.FindAllString(usage, 2) {
		all = append(all, word.FindAllString(found, -1)...)
	}
	for i := range all {
		all[i] = strings.TrimRight(all[i], ".")
	}
	return slices.DeleteFunc(all, func(w string) bool { return w == "or" || w == "and" })
}

// varied returns a default with a change: another number or one more letter.
func varied(held string) []string {
	switch list := strings.Trim(held, "[]"); {
	case list == "":
		return nil
	case list != held:
		return []string{list}
	}
	if n, err := strconv.ParseInt(held, 10, 64); err == nil {
		return []string{strconv.FormatInt(n+1, 10), strconv.FormatInt(n+2, 10)}
	}
	if _, err := time.ParseDuration(held); err == nil {
		return []string{held + "1ns"}
	}
	if at := number.FindStringIndex(held); at != nil {
		if n, err := strconv.ParseInt(held[at[0]:at[1]], 10, 64); err == nil {
			return []string{held[:at[0]] + strconv.FormatInt(n+1, 10) + held[at[1]:]}
		}
	}
	return []string{held + "x"}
}
