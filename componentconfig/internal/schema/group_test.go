package schema

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/conversion"
	"k8s.io/apimachinery/pkg/runtime"
	apischema "k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// lamp is a group with an internal type and two versions. In v1alpha1 the port is in an object, the zones have another
// name and no weight, and brightness is a string.
type lamp struct {
	metav1.TypeMeta
	Port       int32
	Zones      []zone
	Labels     map[string]string
	Robot      *robot
	Brightness int32
	Token      string `datapolicy:"token"`
	On         bool
}

type zone struct {
	Name   string
	Weight int32
}

type robot struct {
	Speed *int32
}

type lampV1 struct {
	metav1.TypeMeta `json:",inline"`
	Port            int32             `json:"port,omitempty"`
	Zones           []zoneV1          `json:"zones,omitempty"`
	Labels          map[string]string `json:"labels,omitempty"`
	Robot           *robotV1          `json:"robot,omitempty"`
	Brightness      int32             `json:"brightness,omitempty"`
	Token           string            `json:"token,omitempty" datapolicy:"token"`
	On              bool              `json:"on"`
}

type zoneV1 struct {
	Name   string `json:"name"`
	Weight int32  `json:"weight,omitempty"`
}

type robotV1 struct {
	Speed *int32 `json:"speed,omitempty"`
}

type lampV1alpha1 struct {
	metav1.TypeMeta `json:",inline"`
	Serving         serving           `json:"serving"`
	Areas           []area            `json:"areas,omitempty"`
	Labels          map[string]string `json:"labels,omitempty"`
	Brightness      string            `json:"brightness,omitempty"`
	Token           string            `json:"token,omitempty" datapolicy:"token"`
	On              bool              `json:"on"`
}

type serving struct {
	Port int32 `json:"port,omitempty"`
}

type area struct {
	Title string `json:"title" datapolicy:"token"`
}

func (l *lamp) DeepCopyObject() runtime.Object         { c := *l; return &c }
func (l *lampV1) DeepCopyObject() runtime.Object       { c := *l; return &c }
func (l *lampV1alpha1) DeepCopyObject() runtime.Object { c := *l; return &c }

func register(s *runtime.Scheme) error {
	gv := func(v string) apischema.GroupVersion {
		return apischema.GroupVersion{Group: "lamp.example.io", Version: v}
	}
	s.AddKnownTypeWithName(gv(runtime.APIVersionInternal).WithKind("Lamp"), &lamp{})
	s.AddKnownTypeWithName(gv("v1alpha1").WithKind("Lamp"), &lampV1alpha1{})
	s.AddKnownTypeWithName(gv("v1").WithKind("Lamp"), &lampV1{})
	s.AddTypeDefaultingFunc(&lampV1{}, func(o any) {
		if l := o.(*lampV1); l.Port == 0 {
			l.Port = 53
		}
	})
	add := func(from, to any, convert func(a, b any) error) error {
		return s.AddConversionFunc(from, to, func(a, b any, _ conversion.Scope) error { return convert(a, b) })
	}
	if err := add((*lampV1)(nil), (*lamp)(nil),
		func(a, b any) error { fromV1(a.(*lampV1), b.(*lamp)); return nil }); err != nil {
		return err
	}
	if err := add((*lamp)(nil), (*lampV1)(nil),
		func(a, b any) error { toV1(a.(*lamp), b.(*lampV1)); return nil }); err != nil {
		return err
	}
	if err := add((*lampV1alpha1)(nil), (*lamp)(nil), func(a, b any) error {
		return fromV1alpha1(a.(*lampV1alpha1),
			b.(*lamp))
	}); err != nil {
		return err
	}
	return add((*lamp)(nil), (*lampV1alpha1)(nil),
		func(a, b any) error { toV1alpha1(a.(*lamp), b.(*lampV1alpha1)); return nil })
}

func fromV1(in *lampV1, out *lamp) {
	*out = lamp{Port: in.Port, Labels: in.Labels, Brightness: in.Brightness, Token: in.Token, On: in.On}
	for _, z := range in.Zones {
		out.Zones = append(out.Zones, zone(z))
	}
	if in.Robot != nil {
		out.Robot = &robot{Speed: in.Robot.Speed}
	}
}

func toV1(in *lamp, out *lampV1) {
	*out = lampV1{Port: in.Port, Labels: in.Labels, Brightness: in.Brightness, Token: in.Token, On: in.On}
	for _, z := range in.Zones {
		out.Zones = append(out.Zones, zoneV1(z))
	}
	if in.Robot != nil {
		out.Robot = &robotV1{Speed: in.Robot.Speed}
	}
}

func fromV1alpha1(in *lampV1alpha1, out *lamp) error {
	*out = lamp{Port: in.Serving.Port, Labels: in.Labels, Token: in.Token, On: in.On}
	if in.Brightness != "" {
		value, err := strconv.ParseInt(in.Brightness, 10, 32)
		if err != nil {
			return fmt.Errorf("brightness %q is not a number", in.Brightness)
		}
		out.Brightness = int32(value)
	}
	for _, a := range in.Areas {
		out.Zones = append(out.Zones, zone{Name: a.Title})
	}
	return nil
}

func toV1alpha1(in *lamp, out *lampV1alpha1) {
	*out = lampV1alpha1{Serving: serving{Port: in.Port}, Labels: in.Labels, Token: in.Token, On: in.On}
	if in.Brightness != 0 {
		out.Brightness = strconv.Itoa(int(in.Brightness))
	}
	for _, z := range in.Zones {
		out.Areas = append(out.Areas, area{Title: z.Name})
	}
}

// lamps returns the group with the declarations of generated code.
func lamps(t *testing.T) *Group {
	t.Helper()
	g := undeclaredLamps(t)
	g.Compared = []string{"v1", "v1alpha1"}
	g.Moves = []binding.Move{
		{Version: "v1alpha1", From: "serving.port", Field: "Port"}, {Version: "v1alpha1", From: "areas", Field: "Zones"},
		{Version: "v1alpha1", From: "areas[].title", Field: "Zones[].Name"},
	}
	return g
}

// undeclaredLamps returns the group of a component whose generated code does not know its versions.
func undeclaredLamps(t *testing.T) *Group {
	t.Helper()
	g, err := NewGroup("lamp.example.io", "Lamp", reflect.TypeFor[lamp](), register)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// parse returns the tree of a file in a version, with what only the type decides settled.
func parse(t *testing.T, g *Group, version, text string) *layers.Node {
	t.Helper()
	doc, problems := layers.Parse(layers.File{Name: "f",
		Data: []byte("apiVersion: " + g.APIVersion(version) + "\nkind: Lamp\n" + text)})
	more, unknown := g.Check(doc.Root, g.Type(version), nil)
	if problems = append(append(problems, more...), unknown...); len(problems) > 0 {
		t.Fatalf("%s: %v", text, problems)
	}
	return doc.Root
}

func TestVersionsAreNewestFirst(t *testing.T) {
	g := lamps(t)
	if got := fmt.Sprint(g.Versions()); got != "[v1 v1alpha1]" {
		t.Errorf("got %s", got)
	}
	if got := g.APIVersion("v1"); got != "lamp.example.io/v1" {
		t.Errorf("got %s", got)
	}
}

func TestNewGroupErrors(t *testing.T) {
	broken := func(*runtime.Scheme) error { return fmt.Errorf("no memory") }
	for _, c := range []struct {
		kind string
		add  func(*runtime.Scheme) error
		want string
	}{
		{"Lamp", broken, "lamp.example.io cannot be registered: no memory"},
		{"Torch", register, "no version of lamp.example.io registers the kind Torch"},
	} {
		if _, err := NewGroup("lamp.example.io", c.kind, reflect.TypeFor[lamp](), c.add); err == nil ||
			err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.kind, err, c.want)
		}
	}
}

func TestTreesOfEveryVersion(t *testing.T) {
	g := lamps(t)
	speed := int32(3)
	object := &lamp{Port: 80, Zones: []zone{{Name: "a"}}, Robot: &robot{Speed: &speed}, Brightness: 10}
	for version, want := range map[string]string{
		"v1": `{"apiVersion":"lamp.example.io/v1","brightness":10,"kind":"Lamp","on":false,"port":80,"robot":{"speed":3},` +
			`"token":"",` +
			`"zones":[{"name":"a","weight":0}]}`,
		"v1alpha1": `{"apiVersion":"lamp.example.io/v1alpha1","areas":[{"title":"a"}],"brightness":"10","kind":"Lamp",` +
			`"on":false,` +
			`"serving":{"port":80},"token":""}`,
	} {
		tree, err := g.Tree(object, version)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(tree.JSON()); got != want {
			t.Errorf("%s:\n got %s\nwant %s", version, got, want)
		}
		back, err := g.FromTree(tree, version)
		if err != nil {
			t.Fatal(err)
		}
		if got := back.(*lamp); got.Port != 80 || got.Brightness != 10 || got.Zones[0].Name != "a" || got.Kind != "" {
			t.Errorf("%s: read back %+v", version, got)
		}
	}
}

// TestTypeOfAVersionAlone expects that an external type keeps its kind and has its own version.
func TestTypeOfAVersionAlone(t *testing.T) {
	g, err := NewGroup("lamp.example.io", "Lamp", reflect.TypeFor[lampV1](), register)
	if err != nil {
		t.Fatal(err)
	}
	object := &lampV1{TypeMeta: metav1.TypeMeta{Kind: "Lamp"}}
	g.Default(object)
	internal, err := g.ToInternal(object)
	if err != nil || internal != any(object) || object.Port != 53 || object.Kind != "Lamp" ||
		object.APIVersion != "lamp.example.io/v1" {
		t.Errorf("got %+v, %v", internal, err)
	}
}

func TestConversionErrors(t *testing.T) {
	g := lamps(t)
	_, err := g.FromTree(parse(t, g, "v1alpha1", "brightness: loud\n"), "v1alpha1")
	if err == nil || !strings.Contains(err.Error(), `brightness "loud" is not a number`) {
		t.Errorf("got %v", err)
	}
	if _, err := g.New("v2"); err == nil {
		t.Error("an unknown version was created")
	}
}

func TestPatternsOf(t *testing.T) {
	for _, c := range []struct{ path, v1, v1alpha1 string }{
		{"Port", "[port]", "[serving.port]"},
		{"Zones", "[zones]", "[areas]"},
		{"Zones[].Name", "[zones[].name]", "[areas[].title]"},
		{"Zones[].Weight", "[zones[].weight]", "[]"},
		{"Labels", "[labels]", "[labels]"},
		{"Robot", "[robot.speed]", "[]"},
		{"Robot.Speed", "[robot.speed]", "[]"},
		{"Missing", "[]", "[]"},
	} {
		g := lamps(t)
		for range 2 { // The second answer is remembered.
			if got := fmt.Sprint(g.PatternsOf(c.path, "v1")); got != c.v1 {
				t.Errorf("%s in v1: got %s, want %s", c.path, got, c.v1)
			}
			if got := fmt.Sprint(g.PatternsOf(c.path, "v1alpha1")); got != c.v1alpha1 {
				t.Errorf("%s in v1alpha1: got %s, want %s", c.path, got, c.v1alpha1)
			}
		}
	}
}

func TestObjectOf(t *testing.T) {
	g := lamps(t)
	for _, c := range []struct{ path, version, want string }{
		{"Robot", "v1", "robot"}, {"Robot", "v1", "robot"}, {"Robot", "v1alpha1", ""}, {"Port", "v1", ""},
		{"Missing", "v1", ""},
	} {
		if got := g.ObjectOf(c.path, c.version); got != c.want {
			t.Errorf("%s in %s: got %q, want %q", c.path, c.version, got, c.want)
		}
	}
}

func TestSecretsOfAVersionAndOfTheInternalType(t *testing.T) {
	g := lamps(t)
	if got := fmt.Sprint(g.Secrets("v1"), g.Secrets("v1alpha1")); got != "[token zones[].name] [areas[].title token]" {
		t.Errorf("got %s", got)
	}
}

func TestTranslate(t *testing.T) {
	for _, c := range []struct{ from, to, text, want, blocked string }{
		{"v1", "v1", "port: 1\n", `{"apiVersion":"lamp.example.io/v1","kind":"Lamp","port":1}`, ""},
		{"v1", "v1alpha1", "port: 1\n", `{"serving":{"port":1}}`, ""},
		{"v1alpha1", "v1", "serving:\n  port: 1\n", `{"port":1}`, ""},
		{"v1alpha1", "v1", "areas:\n- title: a\n- title: b\n", `{"zones":[{"name":"a"},{"name":"b"}]}`, ""},
		{"v1", "v1alpha1", "labels:\n  a: b\n", `{"labels":{"a":"b"}}`, ""},
		{"v1", "v1alpha1", "labels: {}\n", `{"labels":{}}`, ""},
		{"v1alpha1", "v1", "brightness: \"90\"\n", `{"brightness":90}`, ""},
		{"v1", "v1alpha1", "brightness: 11\n", `{"brightness":"11"}`, ""},
		{"v1", "v1alpha1", "port: null\n", `{"serving":{"port":null}}`, ""},
		{"v1", "v1alpha1", "zones:\n- name: a\n  weight: 3\n", "", "zones[0].weight at f:5:3"},
		{"v1", "v1alpha1", "robot:\n  speed: 1\n", "", "robot.speed at f:4:3"},
	} {
		g := lamps(t)
		tree, blocked := g.Translate(parse(t, g, c.from, c.text), c.from, c.to)
		var where []string
		for _, b := range blocked {
			where = append(where, b.Path.String()+" at "+b.Pos.String())
		}
		if got := strings.Join(where, ", "); got != c.blocked {
			t.Errorf("%s from %s to %s is blocked by %q, want %q", c.text, c.from, c.to, got, c.blocked)
		}
		if got := string(tree.JSON()); c.blocked == "" && got != c.want {
			t.Errorf("%s from %s to %s: got %s, want %s", c.text, c.from, c.to, got, c.want)
		}
	}
}

func TestCarried(t *testing.T) {
	g := lamps(t)
	for _, c := range []struct{ path, want string }{
		{"port: 1\n", "[serving.port]"}, {"zones:\n- name: a\n- name: b\n", "[areas[1].title]"},
		{"robot:\n  speed: 1\n", "[]"},
	} {
		leaves := parse(t, g, "v1", c.path).Leaves()
		path := leaves[len(leaves)-1].Path
		if got := fmt.Sprint(g.Carried(path, "v1", "v1alpha1")); got != c.want {
			t.Errorf("%s: got %s, want %s", path, got, c.want)
		}
		if got := fmt.Sprint(g.Carried(path, "v1", "v1")); got != fmt.Sprint([]layers.Path{path}) {
			t.Errorf("%s in its own version: got %s", path, got)
		}
	}
}
