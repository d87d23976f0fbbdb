package redact

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Secrets are masked in the errors of validation: secrets that are unlike a word anywhere, other secrets only as
// values. A known word of the text is not masked.
func TestRules(t *testing.T) {
	known := func(word string) bool { return word == "max-parallel-transfers" }
	for _, c := range []struct {
		values     []string
		text, want string
	}{
		{nil, "as it was", "as it was"},
		{[]string{"hunter-2"}, `want a number, not "hunter-2"`, `want a number, not "***"`},
		{[]string{"hunter-2"}, `xhunter-2x`, `x***x`},
		{[]string{"a"}, "a cat ate a rat", "a cat ate a rat"},
		{[]string{"a"}, `a cat ate 'a' "rat"`, `a cat ate '***' "rat"`},
		{[]string{"1"}, "port 1 of 10", "port *** of 10"}, {[]string{"q", "xy"}, "q is xy of qxy", "*** is *** of qxy"},
		{[]string{"4711", "hunter"}, "the pin 4711 of hunter is hunters", "the pin *** of *** is hunters"},
		{[]string{"65535", "63"}, "must be between 1 and 65535, and at most 63",
			"must be between 1 and 65535, and at most 63"},
		{[]string{"bus"}, "must not be the bus: use tls", "must not be the ***: use tls"},
		{[]string{"must", "between", "port"}, "must be between 1 and 65535 (flag --port)",
			"must be between 1 and 65535 (flag --port)"},
		{[]string{"configuration", "2001:db8"}, "the configuration, such as 2001:db8::1 or 'configuration'",
			"the configuration, such as 2001:db8::1 or '***'"},
		{[]string{"max-parallel-transfers"}, "set --max-parallel-transfers", "set --max-parallel-transfers"},
		{[]string{"abc", "abc-defgh"}, "abc-defghi", "***i"},
		{[]string{"tab\there it is"}, `"tab\there it is" and tab` + "\there it is", `"***" and ***`},
	} {
		if got := NewTexts(c.values, known).Rule(c.text); got != c.want {
			t.Errorf("%q in %q: got %q, want %q", c.values, c.text, got, c.want)
		}
	}
}

// The value of a field without a marker is shown even if it equals a short secret; an error about the secret itself is
// shown only if no word of it may be the secret.
func TestTextsOfValuesAndSecrets(t *testing.T) {
	texts := NewTexts([]string{"tcp", "hunter-2"}, func(string) bool { return false })
	for _, c := range []struct{ got, want string }{
		{texts.Value(`"tcp"`), `"tcp"`},
		{texts.Value("x hunter-2"), "x ***"},
		{texts.Foreign("a tcp of tcpdump: hunter-2x"), "a *** of tcpdump: ***x"},
		{texts.OfSecret("must not be tcp"), "the reason is not shown, because it may contain the secret"},
		{texts.OfSecret("must not be 'hunter-2'"), "the reason is not shown, because it may contain the secret"},
		{texts.OfSecret("must not be a tcpdump"), "must not be a tcpdump"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

func TestQuotable(t *testing.T) {
	for text, want := range map[string]bool{"": true, "eighty": true, "10.0.0.256": true, "50%": true, "-x": false,
		"key:s": false, "a b": false, "keyPasswordS": true, "keyPasswordS3": false, "s：t": false} {
		if got := Quotable(text); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

// No word of a generated rule is masked, whatever the secrets are, except where quotes enclose it.
func TestGeneratedRulesStayAsTheyAre(t *testing.T) {
	files, err := filepath.Glob("../../testdata/*/validation/zz_generated.validation.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	rules := regexp.MustCompile(`"((?:must|may) [^"\\]+)"\)`)
	found := 0
	for _, file := range files {
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, rule := range rules.FindAllStringSubmatch(string(code), -1) {
			found++
			words := strings.FieldsFunc(rule[1], func(r rune) bool { return strings.ContainsRune(" ,;()", r) })
			if got := NewTexts(words, func(string) bool { return false }).Rule(rule[1]); got != rule[1] {
				t.Errorf("%s: %s", file, got)
			}
		}
	}
	if found < 5 {
		t.Errorf("%d rules", found)
	}
}
