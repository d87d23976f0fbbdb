package schema

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// tree returns the tree of a file without a header.
func tree(t *testing.T, text string) *layers.Node {
	t.Helper()
	doc, problems := layers.Parse(layers.File{Name: "f", Data: []byte(text)})
	if doc.Root == nil {
		t.Fatal(problems)
	}
	return doc.Root
}

type inner struct {
	Size  int32    `json:"size"`
	Names []string `json:"names"`
}

type object struct {
	On       bool               `json:"on"`
	Port     int32              `json:"port"`
	Share    intstr.IntOrString `json:"share"`
	Memory   resource.Quantity  `json:"memory"`
	Inner    inner              `json:"inner"`
	Pointer  *inner             `json:"pointer"`
	List     []inner            `json:"list"`
	ByName   map[string]inner   `json:"byName"`
	Optional *int32             `json:"optional"`
	Raw      []byte             `json:"raw"`
	Ratio    float64            `json:"ratio"`
	Fixed    [2]int32           `json:"fixed"`
}

func full() *object {
	one := int32(1)
	return &object{
		On: true, Port: 1, Share: intstr.FromInt32(1), Memory: resource.MustParse("1Mi"), Inner: inner{1, []string{"a"}},
		Pointer: &inner{1, []string{"a"}}, List: []inner{{1, []string{"a"}}},
		ByName:   map[string]inner{"x": {1, []string{"a"}}},
		Optional: &one, Raw: []byte("abc"), Ratio: 0.5, Fixed: [2]int32{1, 2},
	}
}

func TestEncodeNamesEveryFieldThatHasAValue(t *testing.T) {
	for want, value := range map[string]*object{
		`{"byName":{"x":{"names":["a"],"size":1}},"fixed":[1,2],"inner":{"names":["a"],"size":1},"list":[{"names":["a"],` +
			`"size":1}],` +
			`"memory":"1Mi","on":true,"optional":1,"pointer":{"names":["a"],"size":1},"port":1,"ratio":0.5,"raw":"YWJj",` +
			`"share":1}`: full(),
		`{"fixed":[0,0],"inner":{"size":0},"memory":"0","on":false,"port":0,"ratio":0,"raw":null,"share":0}`: {},
	} {
		node, err := (&Types{}).Encode(reflect.ValueOf(value))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(node.JSON()); got != want {
			t.Errorf("\n got %s\nwant %s", got, want)
		}
	}
	if node, err := (&Types{}).Encode(reflect.ValueOf((*object)(nil))); node != nil || err != nil {
		t.Errorf("a nil pointer: got %v, %v", node, err)
	}
}

// span is like the durations of cert-manager: its pointer has the methods of JSON.
type span struct{ Seconds int }

func (s *span) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, `"%ds"`, s.Seconds), nil }
func (s *span) UnmarshalJSON(text []byte) error {
	_, err := fmt.Sscanf(string(text), `"%ds"`, &s.Seconds)
	return err
}

func TestEncodeByAPointer(t *testing.T) {
	type spans struct {
		Pointer *span           `json:"pointer"`
		Value   span            `json:"value"`
		ByName  map[string]span `json:"byName"`
	}
	value := spans{&span{1}, span{2}, map[string]span{"a": {3}}}
	for _, v := range []reflect.Value{reflect.ValueOf(value), reflect.ValueOf(&value)} {
		node, err := (&Types{}).Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		var back spans
		if err := (&Types{}).Decode(node, &back); err != nil || !reflect.DeepEqual(value, back) {
			t.Errorf("%s: got %v, %v", node.JSON(), back, err)
		}
	}
}

func TestEncodeAny(t *testing.T) {
	value := struct {
		Any json.RawMessage `json:"any"`
	}{json.RawMessage(`{"a":[1,"x",true,null]}`)}
	node, err := (&Types{}).Encode(reflect.ValueOf(value))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(node.JSON()), `{"any":{"a":[1,"x",true,null]}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	value.Any = json.RawMessage(`{`)
	if _, err := (&Types{}).Encode(reflect.ValueOf(value)); err == nil {
		t.Error("a value that is not JSON was accepted")
	}
}

// Defaulting fills zeros, including the zeros that a file sets.
func TestRestoreZeros(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"on":false}`, "{On:false"}, {`{"port":0}`, "Port:0"}, {`{"port":null}`, "Port:1"},
		{`{"share":0}`, "Share:0"}, {`{"memory":"0"}`, "Memory:0"}, {`{"memory":0}`, "Memory:0"},
		{`{"inner":{"size":0}}`, "Inner:{0 [a]}"}, {`{"pointer":{"size":0}}`, "Pointer:{0 [a]}"},
		{`{"list":[{"size":0}]}`, "List:[{0 [a]}]"}, {`{"list":[]}`, "List:[]"}, {`{"list":[{"size":0},{"size":0}]}`,
			"List:[{1 [a]}]"},
		{`{"byName":{"x":{"size":0}}}`, "ByName:map[x:{0 [a]}]"}, {`{"byName":{"y":{"size":0}}}`, "ByName:map[x:{1 [a]}]"},
		{`{"optional":0}`, "Optional:1"}, {`{"inner":{"names":[]}}`, "Inner:{1 []}"},
	} {
		o := full()
		(&Types{}).RestoreZeros(tree(t, c.text), o)
		got := fmt.Sprintf("{On:%v Port:%v Share:%v Memory:%v Inner:%v Pointer:%v List:%v ByName:%v Optional:%v Raw:%v",
			o.On, o.Port, o.Share.String(), o.Memory.String(), o.Inner, *o.Pointer, o.List, o.ByName, *o.Optional, o.Raw)
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
}

func TestClear(t *testing.T) {
	for path, want := range map[string]string{
		"Port": "0 {1 [a]} [{1 [a]}] map[x:{1 [a]}]", "Pointer": "1 nil [{1 [a]}] map[x:{1 [a]}]",
		"Pointer.Size": "1 {0 [a]} [{1 [a]}] map[x:{1 [a]}]", "List[].Names": "1 {1 [a]} [{1 []}] map[x:{1 [a]}]",
		"ByName[].Size": "1 {1 [a]} [{1 [a]}] map[x:{0 [a]}]",
	} {
		o := full()
		Clear(path, o)
		if got := short(o); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}

func short(o *object) string {
	pointer := "nil"
	if o.Pointer != nil {
		pointer = fmt.Sprint(*o.Pointer)
	}
	return fmt.Sprint(o.Port, " ", pointer, " ", o.List, " ", o.ByName)
}

func TestCopyUnset(t *testing.T) {
	never := func(string) bool { return false }
	for _, c := range []struct {
		path string
		from object
		want string
	}{
		{"Port", object{Port: 7}, "7 {1 [a]} [{1 [a]}] map[x:{1 [a]}]"},
		{"Pointer.Size", object{Pointer: &inner{Size: 7}}, "1 {7 [a]} [{1 [a]}] map[x:{1 [a]}]"},
		{"Pointer.Size", object{}, "1 {0 [a]} [{1 [a]}] map[x:{1 [a]}]"},
		{"List[].Size", object{List: []inner{{Size: 7}}}, "1 {1 [a]} [{7 [a]}] map[x:{1 [a]}]"},
		{"List[].Size", object{List: []inner{{}, {}}}, "1 {1 [a]} [{1 [a]}] map[x:{1 [a]}]"},
		{"ByName[].Size", object{ByName: map[string]inner{"x": {Size: 7}}}, "1 {1 [a]} [{1 [a]}] map[x:{7 [a]}]"},
	} {
		o := full()
		CopyUnset(c.path, o, &c.from, never)
		if got := short(o); got != c.want {
			t.Errorf("%s: got %s, want %s", c.path, got, c.want)
		}
		CopyUnset(c.path, o, full(), func(path string) bool { return path == c.path })
		if got := short(o); got != c.want {
			t.Errorf("%s was copied although it is set: got %s", c.path, got)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a field that does not exist was accepted")
		}
	}()
	Clear("Missing", full())
}

func TestDiffering(t *testing.T) {
	a, b := full(), full()
	b.Inner.Size, b.Port, b.Memory = 2, 2, resource.MustParse("2Mi")
	b.Pointer.Names = nil
	if got := fmt.Sprint(Differing(a, b)); got != "[Port Memory Inner.Size Pointer.Names]" {
		t.Errorf("got %s", got)
	}
	if got := Differing(a, full()); got != nil {
		t.Errorf("equal values: got %v", got)
	}
}

func TestFieldsOfInlinedStructs(t *testing.T) {
	type base struct {
		Port  int32  `json:"port"`
		Token string `json:"token"`
	}
	type top struct {
		metav1.TypeMeta `json:",inline"`
		base            `json:",inline" datapolicy:"token"`
		Hidden          string `json:"-"`
		Plain           string
	}
	var names []string
	for _, f := range (&Types{}).Fields(reflect.TypeFor[top]()) {
		names = append(names, fmt.Sprintf("%s%v%t", f.Name, f.Index, f.Secret))
	}
	if got, want := fmt.Sprint(names), "[kind[0 0]false apiVersion[0 1]false port[1 0]true token[1 1]true "+
		"Plain[3]false]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCheckOfListsMapsAndUnknownFields(t *testing.T) {
	type item struct {
		Names  []string         `json:"names"`
		Counts map[int32]string `json:"counts"`
		Raw    []byte           `json:"raw"`
		Ratio  float32          `json:"ratio"`
		Size   uint8            `json:"size"`
		Hidden []inner          `json:"hidden"`
	}
	for _, c := range []struct{ text, want, unknown string }{
		{`{"names":["a",null]}`, "f:1:15: names[1]: a list item cannot be null", ""},
		{`{"names":"a"}`, `f:1:10: names: must be a list, not "a"`, ""},
		{`{"counts":{"x":"a"}}`, "f:1:12: counts[x]: the key must be a number", ""},
		{`{"raw":"?"}`, "f:1:8: raw: must be a base64 string, not a string", ""},
		{`{"ratio":1e99}`, "f:1:10: ratio: must be a number that fits in float32, not 1e99", ""},
		{`{"size":256}`, "f:1:9: size: must be a whole number that fits in uint8, not 256", ""},
		{`{"hidden":["x"]}`, "f:1:12: hidden[0]: must be an object, not a string", ""},
		{`{"nmaes":[]}`, "", `f:1:2: nmaes: unknown field; did you mean "names"?`},
		{`{"other":1}`, "", "f:1:2: other: unknown field"},
	} {
		problems, unknown := (&Types{}).Check(tree(t, c.text), reflect.TypeFor[item](), []string{"hidden[].secret"})
		if problems.Error() != c.want || unknown.Error() != c.unknown {
			t.Errorf("%s: got %v and %v, want %s and %s", c.text, problems, unknown, c.want, c.unknown)
		}
	}
}
