package layers

import (
	"strings"
	"testing"
)

const header = "apiVersion: g/v1\nkind: K\n"

func TestParseProblems(t *testing.T) {
	deep := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
	bomb := header + "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
	for _, c := range "bcdefgh" {
		prev := string(c - 1)
		bomb += string(c) + ": &" + string(c) + " [" + strings.TrimSuffix(strings.Repeat("*"+prev+", ", 10), ", ") + "]\n"
	}
	for _, c := range []struct{ name, text, want string }{
		{"several YAML documents in a file", header + "---\n" + header, "f:4:1: a second YAML document starts here: write " +
			"it to a file of its own"},
		{"duplicate key", header + "a: 1\nb: 2\na: 3\n", `f:5:1: duplicate key, first used in line 3`},
		{"duplicate key of a flow map", header + "m: {a: 1, a: 2}\n", `f:3:11: duplicate key, first used in line 3`},
		{"header: no apiVersion", "kind: K\n", "f:1:1: apiVersion is missing: every configuration file needs apiVersion " +
			"and kind"},
		{"header: no kind", "apiVersion: g/v1\n", "f:1:1: kind is missing: every configuration file needs apiVersion " +
			"and kind"},
		{"header: not a string", "apiVersion: 1\nkind: K\n", "f:1:13: apiVersion: must be a string"},
		{"not an object", "- a\n", "f:1:1: the file must contain an object with apiVersion and kind, not a list"},
		{"not YAML", header + "a: [\n", "f:3:1: not valid YAML: a value is missing, or a bracket is not closed or not " +
			"opened"},
		{"a tab", header + "\ta: 1\n", "f:3:1: not valid YAML: this line is indented with a tab; use spaces"},
		{"an unknown tag", header + "a: !secret x\n", "f:3:4: unknown YAML tag: put a string that starts with ! in quotes"},
		{"infinity", header + "a: .inf\n", "f:3:4: must be a finite number, not .inf"},
		{"not a number", header + "a: .NaN\n", "f:3:4: must be a finite number, not .NaN"},
		{"a conflict", header + "a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> x\n", "f:4:1: not valid YAML: this " +
			"line is a conflict marker of git: resolve the conflict"},
		{"marks in a text", header + "a: |\n  =======\n", ""},
		{"a template", header + "a: {{ .Values.a }}\n", "f:3:4: {{ }} is an action of a template: render the template, " +
			"and use the result"},
		{"a template around lines", header + "{{- if .Values.a }}\na: 1\n{{- end }}\n", "f:3:1: not valid YAML: {{ }} is " +
			"an action of a template: render the template, and use the result"},
		{"a template in quotes", header + "a: '{{ .Values.a }}'\n", ""},
		{"a comment before JSON", "// all\n{\"apiVersion\": \"g/v1\", \"kind\": \"K\"}", "f:1:1: JSON has no comments: " +
			"remove this one, or begin it with #, as in YAML"},
		{"a key that is a list", header + "[a]: 1\n", "f:3:1: a key must be a scalar"},
		{"an alias that contains itself", header + "a: &a [*a]\n", "f:3:8: the value of this alias contains the " +
			"alias: a value that starts " +
			"with * is an alias of one that starts with &; put both in quotes"},
		{"an alias of nothing", header + "a: *b\n", "f:3:4: not valid YAML: a value that starts with * refers to an " +
			"anchor (&), and this anchor does not exist: put the value in quotes"},
		{"a byte that is not UTF-8", header + "é: a\xffb\n", "f:3:5: not valid YAML: the byte 0xFF is not UTF-8: save the " +
			"file in UTF-8"},
		{"a control character", header + "a: b\x00\n", `f:3:5: not valid YAML: the control character U+0000 is not ` +
			`allowed: remove it, or write it as "\u0000" in double quotes`},
		{"a value that begins with @", header + "a: @b\n", "f:3:1: not valid YAML: a value cannot start with @, % or a " +
			"backquote: put it in quotes"},
		{"a path in double quotes", header + `a: "C:\data"` + "\n", `f:3:1: not valid YAML: found unknown escape ` +
			`character: write \\ for a backslash, or use single quotes`},
		{"quotes that are not closed", header + "a: \"b\n", "f:3:1: not valid YAML: found unexpected end of stream: close " +
			"the quotes that are opened here"},
		{"a list that is not closed", header + "a: [b\n", "f:3:1: not valid YAML: did not find expected ',' or ']': close " +
			"the list that is opened here"},
		{"a comment in JSON", "{\"apiVersion\": \"g/v1\",\n  \"kind\": \"K\", // é\n\"a\": 1}",
			"f:2:16: JSON has no comments: remove this one, or begin it with #, as in YAML"},
		{"a comment of several lines in JSON", "{/* x\n*/ \"apiVersion\": \"g/v1\"}",
			"f:1:2: JSON has no comments: remove this one, or begin it with #, as in YAML"},
		{"text behind an object", `{"apiVersion": "g/v1", "kind": "K"} x`, "f:1:1: not valid YAML: did not find expected " +
			"<document start>: remove the text after the end of the object"},
		{"a colon in a text", header + "a: b: c\n", "f:3:1: not valid YAML: mapping values are not allowed in this " +
			"context: put a string with a colon and a space in quotes, or fix the indentation"},
		{"a key without a colon", header + "a\n", "f:3:1: not valid YAML: could not find expected ':': write key: value"},
		{"uneven indentation", header + "a:\n  b: 1\n c: 2\n", "f:5:1: not valid YAML: did not find expected key: indent " +
			"all lines of this block alike"},
		{"a bad merge key", header + "<<: 1\n", "f:3:5: << must be an object or a list of objects, not a number"},
		{"depth limit", header + "a: " + strings.Repeat("[", 101) + strings.Repeat("]", 101),
			"f:3:104: nested more than 100 levels deep"},
		{"a 10,000-deep block document", header + "a:\n" + strings.Repeat("- ", 10_000) + "x",
			"f:4:201: nested more than 100 levels deep"},
		{"a 10,000-deep document", header + "a: " + deep, "f:3:104: nested more than 100 levels deep"},
		{"a YAML bomb", bomb, "f:6:36: aliases expand to more than 10000 values"},
		{"too many values", header + "a: [" + strings.Repeat("0,", 600_000) + "0]",
			"f: the file has more than 500000 values"},
		{"a size limit", header + strings.Repeat("#", MaxSize), "f: the file is larger than 4 MiB"},
		{"a wildcard", header + "hosts:\n- *.example.com\n", "f:4:3: not valid YAML: a value that starts with * or & is an " +
			"alias or an anchor in YAML: put it in quotes"},
		{"an ampersand", header + "a: &&b c\n", "f:3:4: not valid YAML: a value that starts with * or & is an alias or an " +
			"anchor in YAML: put it in quotes"},
		{"an anchor without a value", header + "a: &abc\n", "f:3:4: a value that starts with & is an anchor in YAML: " +
			"put it " +
			"in quotes"},
		{"a directive", "%YAML 1.2\n---\n" + header, "f:1:1: not valid YAML: the directive %YAML names another " +
			"version than " +
			"1.1: remove this line"},
		{"another directive", "%x y\n---\n" + header, "f:1:1: not valid YAML: a line that starts with % is a directive: " +
			"remove it, or put the value in quotes"},
		{"a tag on a map", header + "a: !x {b: c}\n", "f:3:4: unknown YAML tag: put a string that starts with ! in quotes"},
		{"a tag on a list", header + "a: !x [b]\n", "f:3:4: unknown YAML tag: put a string that starts with ! in quotes"},
		{"a set", header + "a: !!set {b}\n", "f:3:4: unknown YAML tag: put a string that starts with ! in quotes"},
		{"a null with a value", header + "a: !!null b\n", "f:3:4: the tag !!null has a value: remove one of them"},
		{"a question mark", header + "a: ? b\n", "f:3:1: not valid YAML: a value cannot start with a question mark and a " +
			"blank: put it in quotes"},
		{"text behind a block mark", header + "a: >b\n", "f:3:1: not valid YAML: a value that starts with > or | begins on " +
			"the next line: put it in quotes"},
		{"half of a surrogate pair", header + `a: "\ud83d"` + "\n", "f:3:1: not valid YAML: an escape is not a Unicode " +
			"character: write the character itself"},
		{"an escape of one digit", header + `a: "\x1"` + "\n", `f:3:1: not valid YAML: an escape has too few digits: ` +
			`write \\ for a backslash, or use single quotes`},
		{"a key twice in JSON", `{"apiVersion": "g/v1", "kind": "K",` + "\n\t\"a\": 1,\n \"é\": [1, {}], \"a\": 2}",
			`f:3:16: duplicate key, first used in line 2`},
		{"a deep JSON document", `{"apiVersion": "g/v1", "kind": "K", "a": ` + strings.Repeat("[", 5000) +
			strings.Repeat("]", 5000) + "}", "f:1:142: nested more than 100 levels deep"},
		{"a number that JSON knows and Go does not", `{"apiVersion": "g/v1", "kind": "K", "a": 1e999}`,
			"f:1:42: the number is out of range"},
		{"a byte that is not UTF-8 in JSON", `{"apiVersion": "g/v1",` + "\n" + ` "kind": "K", "é": "a` + "\xff" + `"}`,
			"f:2:22: not valid YAML: the byte 0xFF is not UTF-8: save the file in UTF-8"},
		{"too many values on lines that end otherwise", header + "a:\n" + strings.Repeat("-\r-\u2028-\u2029-\u0085", 150_000),
			"f: the file has more than 500000 values"},
		{"names are not shown beyond a separator", header + "a:secret: 1\na:secret: 2\n",
			`f:4:1: duplicate key, first used in line 3`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, problems := Parse(File{Name: "f", Data: []byte(c.text)})
			if got := problems.Error(); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestParseReportsEverythingItFinds(t *testing.T) {
	_, problems := Parse(File{Name: "f", Data: []byte("kind: K\na: !x 1\nb: 1\nb: 2\n")})
	want := "f:1:1: apiVersion is missing: every configuration file needs apiVersion and kind\n" +
		"f:2:4: unknown YAML tag: put a string that starts with ! in quotes\n" +
		"f:4:1: duplicate key, first used in line 3"
	if got := problems.Sorted().Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestParseValues(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a: 0x10\nb: 0o17\nc: 1_000\nd: 1e3\ne: 1.5\n", `{"a":16,"b":15,"c":1000,"d":1000,"e":1.5}`},
		{"a: 2024-01-01\nb: 'true'\nc: true\nd: ~\n", `{"a":"2024-01-01","b":"true","c":true,"d":null}`},
		{"a: 9007199254740993\nb: 18446744073709551615\n", `{"a":9007199254740993,"b":18446744073709551615}`},
		{"a: 99999999999999999999\nb: -99999999999999999999\nc: 1e400\n",
			`{"a":99999999999999999999,"b":-99999999999999999999,"c":"1e400"}`},
		{"base: &b {x: 1, y: 2}\nm:\n  <<: *b\n  y: 3\n", `{"base":{"x":1,"y":2},"m":{"x":1,"y":3}}`},
		{`{"a": "é\u00e9\n", "b": [1, {"c": null}]}`, `{"a":"éé\n","b":[1,{"c":null}]}`},
		{`{"a": "\ud83d\ude00\/", "b": 1.0, "c": 1e3, "d": -0, "e": [true, null], "f": {"g": "\u0000"}}`,
			`{"a":"😀/","b":1,"c":1000,"d":0,"e":[true,null],"f":{"g":"\u0000"}}`},
		{"a: !!map {b: !!seq [1]}\nc: !!null\nd: !!str 1\n", `{"a":{"b":[1]},"c":null,"d":"1"}`},
		{"%YAML 1.1\n---\na: '*.example.com'\n", `{"a":"*.example.com"}`},
		{"8080: x\ntrue: y\n", `{"8080":"x","true":"y"}`},
		{"yes: a\non: b\n1_000: c\n0o7: d\n010: e\n1.10: f\n~: g\n.5: h\n",
			`{".5":"h","010":"e","0o7":"d","1.10":"f","1_000":"c","on":"b","yes":"a","~":"g"}`},
		{"---\n# a comment\na: 1\n---\n", `{"a":1}`},
	} {
		if got := string(parseJSON(t, c.text).JSON()); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// A file of JSON is often one line. To count its characters from the beginning for each position took minutes.
func TestPositionsOnOneLongLine(t *testing.T) {
	const entries = 100_000
	text := `{"é": [` + strings.Repeat(`{"a":1}, `, entries) + "!]}"
	doc, problems := Parse(File{Name: "f", Header: NoHeader, Data: []byte(strings.Replace(text, ", !", "", 1))})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	last := doc.Root.Fields["é"].Items[entries-1]
	if want := len(`{"e": [`) + (entries-1)*len(`{"a":1}, `) + 1; last.Pos.Column != want || last.Pos.Line != 1 {
		t.Errorf("got %s, want 1:%d", last.Pos, want)
	}
}

func TestEmptyOrCommentOnlyFileIsNothing(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "---\n", "\n\n", "---\n# a\n---\n# b\n"} {
		doc, problems := Parse(File{Name: "f", Data: []byte(text)})
		if doc.Root != nil || len(problems) > 0 {
			t.Errorf("%q: got %v, %v; want nothing", text, doc.Root, problems)
		}
	}
}

// FuzzParse looks for panics and hangs; whatever parses must have text that JSON readers accept.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{header + "a: 1\n", "a: &a [*a]\n", "<<: {a: 1}\n", "? [a]\n: b\n", "{a: !!binary x}",
		"a: \"\\ud83d\"\n", "%YAML 1.1\n---\na: b"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, problems := Parse(File{Name: "f", Data: data})
		if doc.Root == nil {
			return
		}
		again := parseJSON(t, string(doc.Root.JSON()))
		if a, b := string(doc.Root.JSON()), string(again.JSON()); len(problems) == 0 && a != b {
			t.Errorf("%q: %s reads back as %s", data, a, b)
		}
	})
}
