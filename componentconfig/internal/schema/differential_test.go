package schema

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	apischema "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/yaml"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// sheet has fields of the types that configurations have.
type sheet struct {
	metav1.TypeMeta `json:",inline"`

	Text     string             `json:"text"`
	On       bool               `json:"on"`
	Int      int32              `json:"int"`
	Big      *int64             `json:"big"`
	Tiny     uint8              `json:"tiny"`
	Float    float64            `json:"float"`
	Raw      []byte             `json:"raw"`
	List     []string           `json:"list"`
	Numbers  []int32            `json:"numbers"`
	Map      map[string]string  `json:"map"`
	Gates    map[string]bool    `json:"gates"`
	Numbered map[int32]string   `json:"numbered"`
	Span     metav1.Duration    `json:"span"`
	Moment   *metav1.Time       `json:"moment"`
	Amount   resource.Quantity  `json:"amount"`
	Share    intstr.IntOrString `json:"share"`
	Inner    inset              `json:"inner"`
	Insets   []inset            `json:"insets"`
	// What has no type is read by the spelling of the file alone.
	Args    runtime.RawExtension `json:"args"`
	Free    map[string]any       `json:"free"`
	Choices []any                `json:"choices"`
}

type inset struct {
	A string `json:"a"`
}

// DeepCopyObject implements runtime.Object.
func (s *sheet) DeepCopyObject() runtime.Object { c := *s; return &c }

var sheetVersion = apischema.GroupVersion{Group: "sheet.config.example.io", Version: "v1"}

const sheetHeader = "apiVersion: sheet.config.example.io/v1\nkind: sheet\n"

// documents returns valid configuration files, and files with mistakes.
func documents() []string {
	spellings := []string{`1`, `"1"`, `1.0`, `1e3`, `1.5`, `-1`, `+1`, `0x10`, `0o17`, `017`, `1_000`, `0b11`, `.inf`,
		`.nan`,
		`true`, `True`, `yes`, `On`, `y`, `"true"`, `null`, `~`, ``, `abc`, `'a''b'`, `2024-01-01`, `"2024-01-01T00:00:00Z"`,
		`1:30`, `1s`, `"1m"`, `50%`, `100m`, `1Gi`, `"1e3"`, `[]`, `[a]`, `[1]`, `[null]`, `[a, a]`, `[{a: b}]`,
		`[{b: a}]`, `{}`,
		`{a: b}`, `{a: 1}`, `{a: true}`, `[yes, {a: [Off, n, "no"]}]`, `{a: {b: ON, c: 'y'}}`,
		`{1: a}`, `{a: null}`, `{a: b, a: c}`, `{A: b}`, `!!str 1`, `!!int "1"`,
		`!!binary eA==`, `!x a`, `&x 1`, "|\n  a", ">\n  a", `99999999999999999999`, `1e400`, `"\u00e9"`, `=`, `eA==`, `300`}
	var out []string
	for i := range reflect.TypeFor[sheet]().NumField() {
		if name := reflect.TypeFor[sheet]().Field(i).Tag.Get("json"); name != ",inline" {
			for _, spelling := range spellings {
				out = append(out, sheetHeader+name+": "+spelling+"\n")
			}
		}
	}
	for _, body := range []string{"", "# a\n", "Text: a\n", "txt: a\n", "text: a\ntext: b\n", "inner: {a: b, c: d}\n",
		"text: &x a\nlist: [*x]\n", "map: &m {a: b}\ninner: {<<: *m}\n", "map: {<<: {a: b}, c: d}\n",
		"map: {<<: [{a: b}, {a: c}]}\n",
		"\"text\": a\n", "? text\n: a\n", "text: a\r\nint: 1\r\n", "---\ntext: a\n", "text: a\n---\ntext: b\n",
		"text: a\n...\n",
		"text:a\n", "text: a: b\n", "text: [\n", "\ttext: a\n", "list:\n- a\n- b\n", "list:\n  - a\n", "list: - a\n",
		"map:\n  true: a\n", "map:\n  yes: a\n", "map:\n  1.0: a\n", "map:\n  null: a\n", "map:\n  2024-01-01: a\n",
		"map: {a, b}\n",
		"text: *x\n", "text: &x [*x]\n", "text: \"\\ud83d\\ude00\"\n", "text: \"\\/\"\n", "text: \"a\u0085b\"\n",
		"text: \ufeffa\n",
		"int: 1\nint: 1\n", "{}: a\n", "[a]: b\n", "text: '\n", "text: \"\\x41\"\n", "text: \"\\q\"\n", "inner:\n",
		"inner: null\n"} {
		out = append(out, sheetHeader+body)
	}
	for _, body := range []string{`"text": "\ud83d\ude00"`, `"text": "\/"`, `"int": 1.0`, `"int": 1e2`, `"float": 1e999`,
		`"text": "a", "text": "b"`, `"list": ["a"], "map": {"a": "b"}`, `"text": null`, `"on": "yes"`, `"text": "\ud83d"`} {
		out = append(out, `{"apiVersion": "sheet.config.example.io/v1", "kind": "sheet", `+body+"}")
	}
	return append(out, "\ufeff"+sheetHeader, "%YAML 1.1\n---\n"+sheetHeader, "kind: sheet\n", sheetHeader[:20])
}

// result is what a decoder makes of a document: the object as JSON, or the refusal.
type result struct {
	object string
	err    error
}

func (r result) String() string {
	if r.err != nil {
		return "refused: " + strings.ReplaceAll(r.err.Error(), "\n", "; ")
	}
	return r.object
}

func (r result) same(other result) bool {
	return (r.err == nil) == (other.err == nil) && (r.err != nil || r.object == other.object)
}

func decoded(object any, err error) result {
	if err != nil {
		return result{err: err}
	}
	text, err := json.Marshal(object)
	return result{string(text), err}
}

func ours(g *Group, text string) result {
	doc, problems := layers.Parse(layers.File{Name: "f", Data: []byte(text)})
	if doc.Root == nil {
		return result{err: append(problems, layers.Problem{Message: "nothing"})}
	}
	more, unknown := g.Check(doc.Root, reflect.TypeFor[sheet](), nil)
	if problems = append(append(problems, more...), unknown...); len(problems) > 0 {
		return result{err: problems}
	}
	var object sheet
	return decoded(&object, g.Decode(doc.Root.Pruned(nil), &object))
}

// differences say why documents have another result here. documents matches the body of a document and what the others
// make of it.
var differences = []struct{ reason, documents string }{
	{"a number or a boolean is not a string: the quotes are missing",
		`^"(text|list|map|inner): [\[{]?(a: )?(!!int .*"1\\"|&x )?([-+.\d][\w.]*|[tT]rue|yes|On|y)?[\]}]?\\n": ` +
			`sigs.k8s.io/yaml: \{`},
	{"on is the name of a field, as it is written", `^"on: .*unknown field \\?"true`},
	{"keys of maps are data, as they are written", `^"map:\\n  (yes|1.0|null): a`},
	{"an unknown tag is the start of a secret or of a pattern without quotes", `^"\w+: !(x|!binary) `},
	{"the case of a name matters", `^"(inner: \{A|Text).*sigs.k8s.io/yaml: \{`},
	{"a list item cannot be null: no type of Kubernetes has such a list", `^"(list|numbers|insets|raw|choices): \[null\]`},
	{"bytes are a base64 string", `^"raw: \[(1|a)?\]\\n"`},
	{"null asks for the default, and removes the key of a map (RFC 7386)",
		`^"(map|gates|numbered|args|free): \{(a: null|a, b)\}|^"span: (null|~|)\\n"`},
	{"a whole number of more than 64 bits keeps its digits", `^"(amount|args): 99999999999999999999`},
	{"the first of several merge keys wins, as YAML says", `^"map: \{<<: \[`},
	{"a second document would be lost", `---`},
	{"valid JSON is valid", `sigs.k8s.io/yaml: refused.*(Unicode character escape|unknown escape)`},
	{"a number of JSON is read as YAML reads it", `^"\{.*int.*strict codec: refused`},
	{"a file needs apiVersion and kind", `^"(kind: sheet|apiVersion: sheet.co)`},
}

// TestDifferential compares with sigs.k8s.io/yaml and the strict codec of k8s.io/apimachinery on all documents. Each
// disagreement has a reason, and each reason a disagreement.
func TestDifferential(t *testing.T) {
	add := func(s *runtime.Scheme) error {
		s.AddKnownTypeWithName(sheetVersion.WithKind("sheet"), &sheet{})
		return nil
	}
	g, err := NewGroup(sheetVersion.Group, "sheet", reflect.TypeFor[sheet](), add)
	if err != nil {
		t.Fatal(err)
	}
	codec := serializer.NewCodecFactory(g.scheme, serializer.EnableStrict).UniversalDeserializer()
	used := make([]bool, len(differences))
	all, disagree := documents(), 0
	for _, text := range all {
		mine := ours(g, text)
		var object sheet
		theirs := map[string]result{"sigs.k8s.io/yaml": decoded(&object, yaml.UnmarshalStrict([]byte(text), &object))}
		coded, _, err := codec.Decode([]byte(text), nil, nil)
		theirs["the strict codec"] = decoded(coded, err)
		for name, other := range theirs {
			if mine.same(other) {
				continue
			}
			disagree++
			line := fmt.Sprintf("%q: %s: %s", strings.TrimPrefix(text, sheetHeader), name, other)
			found := false
			for i, d := range differences {
				if regexp.MustCompile(d.documents).MatchString(line) {
					used[i], found = true, true
					break
				}
			}
			if !found {
				t.Errorf("%s\n  here: %s", line, mine)
			}
		}
	}
	for i, d := range differences {
		if !used[i] {
			t.Errorf("nothing differs because %s", d.reason)
		}
	}
	t.Logf("%d documents, %d disagreements", len(all), disagree)
}
