package componentconfig_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/conversion"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/descriptor"
)

// planner is a component with plugins, whose arguments are objects of their own kinds, as in kube-scheduler.
type planner struct {
	metav1.TypeMeta
	Plugins []plugin
}

type plugin struct {
	Name string
	Args runtime.Object
}

type spreadArgs struct {
	metav1.TypeMeta
	Weight int32
	Labels map[string]string
	Strict bool
	Token  string
}

type plannerV1 struct {
	metav1.TypeMeta `json:",inline"`
	Plugins         []pluginV1 `json:"plugins,omitempty"`
}

type pluginV1 struct {
	Name string               `json:"name"`
	Args runtime.RawExtension `json:"args,omitempty"`
}

type spreadArgsV1 struct {
	metav1.TypeMeta `json:",inline"`
	Weight          *int32            `json:"weight,omitempty"`
	Labels          map[string]string `json:"labels,omitempty"`
	Strict          bool              `json:"strict,omitempty"`
	Token           string            `json:"token,omitempty" datapolicy:"token"`
}

func (p *planner) DeepCopyObject() runtime.Object    { c := *p; return &c }
func (a *spreadArgs) DeepCopyObject() runtime.Object { c := *a; return &c }
func (p *plannerV1) DeepCopyObject() runtime.Object {
	c := plannerV1{TypeMeta: p.TypeMeta}
	for _, plugin := range p.Plugins {
		plugin.Args = *plugin.Args.DeepCopy()
		c.Plugins = append(c.Plugins, plugin)
	}
	return &c
}
func (a *spreadArgsV1) DeepCopyObject() runtime.Object { c := *a; return &c }

var plannerGroup = schema.GroupVersion{Group: "planner.example.io", Version: "v1"}

// DecodeNestedObjects decodes the arguments of the plugins that are known.
func (p *plannerV1) DecodeNestedObjects(d runtime.Decoder) error {
	for i := range p.Plugins {
		kind := plannerGroup.WithKind(p.Plugins[i].Name + "Args")
		if _, _, err := d.Decode(nil, &kind, nil); runtime.IsNotRegisteredError(err) {
			continue
		}
		args, found, err := d.Decode(p.Plugins[i].Args.Raw, &kind, nil)
		if err != nil {
			return fmt.Errorf("plugin %s: %w", p.Plugins[i].Name, err)
		}
		if found.GroupKind() != kind.GroupKind() {
			return fmt.Errorf("plugin %s has arguments of the kind %s", p.Plugins[i].Name, found.Kind)
		}
		p.Plugins[i].Args.Object = args
	}
	return nil
}

// EncodeNestedObjects encodes them.
func (p *plannerV1) EncodeNestedObjects(e runtime.Encoder) error {
	for i := range p.Plugins {
		if args := p.Plugins[i].Args.Object; args != nil {
			var text strings.Builder
			if err := e.Encode(args, &text); err != nil {
				return err
			}
			p.Plugins[i].Args.Raw = []byte(text.String())
		}
	}
	return nil
}

// plannerScheme registers the planner under several names. It has a way back to v1 on request.
func plannerScheme(wayBack bool) func(*runtime.Scheme) error {
	return func(s *runtime.Scheme) error {
		internal := schema.GroupVersion{Group: plannerGroup.Group, Version: runtime.APIVersionInternal}
		s.AddKnownTypeWithName(internal.WithKind("Planner"), &planner{})
		s.AddKnownTypeWithName(internal.WithKind("SpreadArgs"), &spreadArgs{})
		s.AddKnownTypeWithName(plannerGroup.WithKind("Planner"), &plannerV1{})
		s.AddKnownTypeWithName(plannerGroup.WithKind("SpreadArgs"), &spreadArgsV1{})
		s.AddKnownTypeWithName(plannerGroup.WithKind("OtherArgs"), &otherArgsV1{})
		s.AddKnownTypeWithName(schema.GroupVersionKind{Version: "v1", Kind: "PlannerConfig"}, &plannerV1{})
		s.AddKnownTypeWithName(schema.GroupVersionKind{Group: "old.example.io", Version: "v1alpha1", Kind: "Planner"},
			&oldPlanner{})
		s.AddTypeDefaultingFunc(&spreadArgsV1{}, func(o any) {
			if a := o.(*spreadArgsV1); a.Weight == nil {
				weight := int32(5)
				a.Weight = &weight
			}
		})
		add := func(from, to any, convert func(a, b any) error) error {
			return s.AddConversionFunc(from, to, func(a, b any, _ conversion.Scope) error { return convert(a, b) })
		}
		back := func(a, b any) error {
			if !wayBack {
				return errors.New("the plugins of this planner have no written form: opensesame")
			}
			for _, p := range a.(*planner).Plugins {
				b.(*plannerV1).Plugins = append(b.(*plannerV1).Plugins,
					pluginV1{p.Name, runtime.RawExtension{Object: p.Args}})
			}
			return nil
		}
		return errors.Join(
			add((*plannerV1)(nil), (*planner)(nil), func(a, b any) error {
				for _, p := range a.(*plannerV1).Plugins {
					args := p.Args.Object
					if args == nil && len(p.Args.Raw) > 0 {
						args = &runtime.Unknown{Raw: p.Args.Raw, ContentType: runtime.ContentTypeJSON}
					}
					if err := checkRaw(p); err != nil {
						return err
					}
					b.(*planner).Plugins = append(b.(*planner).Plugins, plugin{p.Name, args})
				}
				return nil
			}),
			add((*planner)(nil), (*plannerV1)(nil), back),
			add((*oldPlanner)(nil), (*planner)(nil), func(a, b any) error {
				b.(*planner).Plugins = []plugin{{Name: a.(*oldPlanner).Plugin}}
				return nil
			}),
			add((*planner)(nil), (*oldPlanner)(nil), func(_, _ any) error { return errors.New("removed") }),
			add((*spreadArgsV1)(nil), (*spreadArgs)(nil), func(a, b any) error {
				in := a.(*spreadArgsV1)
				*b.(*spreadArgs) = spreadArgs{Labels: in.Labels, Strict: in.Strict, Token: in.Token}
				return metav1.Convert_Pointer_int32_To_int32(&in.Weight, &b.(*spreadArgs).Weight, nil)
			}),
			add((*spreadArgs)(nil), (*spreadArgsV1)(nil), func(a, b any) error {
				in := a.(*spreadArgs)
				*b.(*spreadArgsV1) = spreadArgsV1{Weight: &in.Weight, Labels: in.Labels, Strict: in.Strict, Token: in.Token}
				return nil
			}))
	}
}

// checkRaw finds mistakes in the arguments of two plugins when they are converted.
func checkRaw(p pluginV1) error {
	var args struct {
		Size  int
		Sizes []int
	}
	switch {
	case p.Name == "Empty":
		return errors.New("Empty has no arguments")
	case p.Name != "Raw":
		return nil
	}
	if err := json.Unmarshal(p.Args.Raw, &args); err != nil {
		return err
	}
	for _, size := range append(args.Sizes, args.Size) {
		if size < 0 {
			return fmt.Errorf("the size is %d", size)
		}
	}
	return nil
}

// otherArgsV1 are arguments of another plugin.
type otherArgsV1 struct {
	metav1.TypeMeta `json:",inline"`
}

func (a *otherArgsV1) DeepCopyObject() runtime.Object { c := *a; return &c }

// oldPlanner is a version in a group that the component no longer uses.
type oldPlanner struct {
	metav1.TypeMeta `json:",inline"`
	Plugin          string `json:"plugin"`
}

func (p *oldPlanner) DeepCopyObject() runtime.Object { c := *p; return &c }

func plannerLoader(wayBack bool, more ...componentconfig.Option) *componentconfig.Loader[planner] {
	return componentconfig.New("planner", plannerRoot(wayBack), append([]componentconfig.Option{
		componentconfig.WithConfigFile(), componentconfig.WithConfigDir(""), componentconfig.WithExplainConfig(),
		componentconfig.WithWriteConfigTo()}, more...)...)
}

func plannerRoot(wayBack bool) binding.Root[planner] {
	return binding.Root[planner]{
		Group: plannerGroup.Group, Kind: "Planner",
		AddToScheme: []func(*runtime.Scheme) error{plannerScheme(wayBack)},
		New:         func() (*planner, error) { return &planner{}, nil },
		Compared:    []string{"v1"},
		Validate: func(c *planner) (errs field.ErrorList) {
			for i, p := range c.Plugins {
				if args, ok := p.Args.(*spreadArgs); ok && args.Weight > 100 {
					errs = append(errs, field.Invalid(field.NewPath("plugins").Index(i).Child("args", "weight"), args.Weight,
						"must be at most 100"))
				}
			}
			return errs
		},
		Fields: []descriptor.Field{{Path: "Plugins", Type: descriptor.Type{
			Limits: descriptor.Limits{List: descriptor.MapList, Keys: []string{"name"}},
		}}},
	}
}

const plannerHeader = "apiVersion: planner.example.io/v1\nkind: Planner\n"

func TestNestedObjects(t *testing.T) {
	s := newSite(t, map[string]string{
		"config.yaml": plannerHeader + "plugins:\n- name: Spread\n  args:\n    labels: {a: b}\n    strict: yes\n" +
			"    token: opensesame\n- name: Unknown\n  args: {x: [1]}\n",
		"conf.d/a.conf": plannerHeader + "plugins:\n- name: Spread\n  args:\n    labels: {c: d}\n",
	})
	loaded, err := plannerLoader(true).Load(s.args(files))
	if err != nil {
		t.Fatal(err)
	}
	args, ok := loaded.Config.Plugins[0].Args.(*spreadArgs)
	if !ok || args.Weight != 5 || args.Labels["a"] != "b" || args.Labels["c"] != "d" || args.Token != "opensesame" {
		t.Errorf("got %#v", loaded.Config.Plugins[0].Args)
	}
	want := `apiVersion: planner.example.io/v1
kind: Planner
plugins:
- args:
    apiVersion: planner.example.io/v1  # default
    kind: SpreadArgs  # default
    labels:
      a: b  # config.yaml:6
      c: d  # a.conf:6
    strict: true  # config.yaml:7
    token: "***"  # config.yaml:8
    weight: 5  # default
  name: Spread  # a.conf:4 (overrides config.yaml:4)
- args:
    x:
    - 1  # config.yaml:10
  name: Unknown  # config.yaml:9
# read: $D/config.yaml
# read: $D/conf.d/a.conf
`
	if got := s.hide(loaded.Explain()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestNestedDefaults: without a file, the objects in the defaults have their internal types, too.
func TestNestedDefaults(t *testing.T) {
	root, weight := plannerRoot(true), int32(101)
	root.New = func() (*planner, error) {
		return &planner{Plugins: []plugin{{Name: "Spread", Args: &spreadArgsV1{Weight: &weight}}, {Name: "None"}}}, nil
	}
	l := componentconfig.New("planner", root, componentconfig.WithConfigFile())
	const want = "plugins[0].args.weight: Invalid value: 101: must be at most 100"
	if _, err := l.Load(nil); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	weight = 7
	loaded, err := l.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	if args, ok := loaded.Config.Plugins[0].Args.(*spreadArgs); !ok || args.Weight != 7 {
		t.Errorf("got %#v", loaded.Config.Plugins[0].Args)
	}
}

func TestNestedObjectsLoadBack(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": plannerHeader +
		"plugins: [{name: Spread, args: {labels: {a: b}}}, {name: Unknown, args: {x: [1]}}]\n"})
	for _, file := range []string{"one", "two"} {
		from := map[string]string{"one": "config.yaml", "two": "one"}[file]
		args := []string{"--config=$D/" + from, "--write-config-to=$D/" + file}
		if _, stderr, err := runLoader(s, plannerLoader(true), args...); err != nil {
			t.Fatal(err, stderr)
		}
	}
	if s.read("one") != s.read("two") || !strings.Contains(s.read("one"), "weight: 5") {
		t.Errorf("got\n%s\nand\n%s", s.read("one"), s.read("two"))
	}
}

func TestMistakesInNestedObjects(t *testing.T) {
	for _, c := range []struct{ name, plugins, want string }{
		{"an unknown field", "- name: Spread\n  args:\n    wieght: 1\n",
			`$D/config.yaml:6:5: plugins[0].args.wieght: unknown field; did you mean "weight"?`},
		{"a wrong type", "- name: Spread\n  args:\n    weight: many\n",
			`$D/config.yaml:6:13: plugins[0].args.weight: must be a number, not a string`},
		{"a secret of a wrong type", "- name: Spread\n  args:\n    token: [opensesame]\n",
			`$D/config.yaml:6:12: plugins[0].args.token: must be a string, not a list`},
		{"another kind", "- name: Spread\n  args: {apiVersion: planner.example.io/v1, kind: OtherArgs}\n",
			"$D/config.yaml:5:3: plugins[0].args: plugin Spread has arguments of the kind OtherArgs"},
		{"a kind that does not exist", "- name: Spread\n  args: {kind: NoArgs}\n",
			`$D/config.yaml:5:3: plugins[0].args: plugin Spread: no kind "NoArgs" is registered for version ` +
				`"planner.example.io/v1" in scheme "planner.example.io"`},
		{"a value out of range", "- name: Spread\n  args:\n    weight: 101\n",
			"$D/config.yaml:6:5: plugins[0].args.weight: Invalid value: 101: must be at most 100"},
	} {
		s := newSite(t, map[string]string{"config.yaml": plannerHeader + "plugins:\n" + c.plugins})
		_, err := plannerLoader(true).Load(s.args(files[:1]))
		if err == nil || !strings.HasPrefix(s.hide(err.Error()), c.want) || strings.Contains(err.Error(), "opensesame") {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
	s := newSite(t, map[string]string{"config.yaml": plannerHeader +
		"plugins:\n- name: Spread\n  args:\n    wieght: 1\n    weight: 2\n"})
	loaded, err := plannerLoader(true, componentconfig.WithLenientDecoding()).Load(s.args(files[:1]))
	if err != nil || len(loaded.Warnings) != 1 || loaded.Config.Plugins[0].Args.(*spreadArgs).Weight != 2 {
		t.Errorf("lenient: %v, %+v", err, loaded)
	}
}

// TestMistakesThatOnlyTheConversionFinds have the position of what is wrong, if it is in one place.
func TestMistakesThatOnlyTheConversionFinds(t *testing.T) {
	failed := ": the configuration cannot be converted from planner.example.io/v1: "
	for plugins, want := range map[string]string{
		"- name: A\n- name: Raw\n  args: {a: 1, size: -3}\n": "$D/config.yaml:6:16: plugins[1].args.size" + failed +
			"the size is -3",
		"- name: Raw\n  args: {sizes: [3, 4, -5, -6]}\n": "$D/config.yaml:5:24: plugins[0].args.sizes[2]" + failed +
			"the size is -5",
		"- name: A\n- name: Empty\n":       "$D/config.yaml:5:3: plugins[1].name" + failed + "Empty has no arguments",
		"- name: Raw\n  args: {size: 3}\n": "",
	} {
		s := newSite(t, map[string]string{"config.yaml": plannerHeader + "plugins:\n" + plugins})
		_, err := plannerLoader(true).Load(s.args(files[:1]))
		if got := fmt.Sprint(err); err != nil && s.hide(got) != want || err == nil && want != "" {
			t.Errorf("got %s, want %s", s.hide(got), want)
		}
	}
}

// TestMistakesOfAWholeObject are where the object is, and not at one of its values.
func TestMistakesOfAWholeObject(t *testing.T) {
	root := plannerRoot(true)
	root.Validate = func(*planner) field.ErrorList {
		return field.ErrorList{field.Invalid(field.NewPath("plugins").Index(0).Child("args"), "", "do not fit"),
			field.Invalid(field.NewPath("plugins").Index(0).Child("args", "weight"), 7, "is wrong")}
	}
	s := newSite(t, map[string]string{
		"config.yaml": plannerHeader + "plugins:\n- name: Spread\n  args:\n    strict: true\n    weight: 7\n",
	})
	const want = "$D/config.yaml:5:3: plugins[0].args: Invalid value: do not fit\n" +
		"$D/config.yaml:7:5: plugins[0].args.weight: Invalid value: 7: is wrong"
	_, err := componentconfig.New("planner", root, componentconfig.WithConfigFile()).Load(s.args(files[:1]))
	if err == nil || s.hide(err.Error()) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestKindsUnderOtherNames loads files of kinds that the scheme knows in addition to the kind of the root.
func TestKindsUnderOtherNames(t *testing.T) {
	for _, c := range []struct{ header, rest, want string }{
		{plannerHeader, "plugins: [{name: A}]\n", "A"},
		{"apiVersion: v1\nkind: PlannerConfig\n", "plugins: [{name: A}]\n", "A"},
		{"apiVersion: old.example.io/v1alpha1\nkind: Planner\n", "plugin: A\n", "$D/config.yaml:1:1: Plugins is a list " +
			`that merges, and a hand-written conversion of old.example.io/v1alpha1 sets it without a marker +moved that ` +
			"says from which field: files with this apiVersion cannot be loaded"},
		{"apiVersion: v1\nkind: Planner\n", "plugins: [{name: A}]\n", "$D/config.yaml:1:13: apiVersion: must be " +
			`planner.example.io/v1 or old.example.io/v1alpha1, not "v1"`},
		{"apiVersion: v1\nkind: PlannerConfiguration\n", "plugins: [{name: A}]\n",
			`$D/config.yaml:2:7: kind: must be Planner with the apiVersion planner.example.io/v1, not ` +
				`"PlannerConfiguration" with "v1"`},
	} {
		s := newSite(t, map[string]string{"config.yaml": c.header + c.rest})
		loaded, err := plannerLoader(true).Load(s.args(files[:1]))
		got := ""
		if err != nil {
			got = s.hide(err.Error())
		} else {
			got = loaded.Config.Plugins[0].Name
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.header, got, c.want)
		}
	}
}

// TestUndeclaredVersion loads a file of a version that configgen has not compared, for a root without facts.
func TestUndeclaredVersion(t *testing.T) {
	const header = "apiVersion: old.example.io/v1alpha1\nkind: Planner\n"
	root := plannerRoot(true)
	root.Fields = nil
	l := componentconfig.New("planner", root, componentconfig.WithConfigFile())
	for file, want := range map[string]string{
		"plugin: A\n":            "A, converted from $D/config.yaml:3",
		"plugins: [{name: A}]\n": "$D/config.yaml:3:1: plugins: unknown field; did you mean \"plugin\"?",
	} {
		s := newSite(t, map[string]string{"config.yaml": header + file})
		loaded, err := l.Load(s.args(files[:1]))
		got := ""
		if err != nil {
			got = s.hide(err.Error())
		} else {
			got = loaded.Config.Plugins[0].Name + ", " + loaded.Origins()["plugins[0].name"][0].String()
			want = strings.Replace(want, "$D/", "", 1)
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", file, got, want)
		}
	}
}

// TestWithoutAWayBack loads a configuration that cannot be converted back to a version: it loads, mistakes have their
// positions, and what shows the configuration says why it cannot.
func TestWithoutAWayBack(t *testing.T) {
	text := plannerHeader + "plugins:\n- name: Spread\n  args:\n    weight: 7\n    token: opensesame\n"
	s := newSite(t, map[string]string{"config.yaml": text, "wrong.yaml": strings.Replace(text, "7", "700", 1)})
	l := plannerLoader(false, componentconfig.WithConfigz())
	loaded, err := l.Load(s.args(files[:1]))
	if err != nil || loaded.Config.Plugins[0].Args.(*spreadArgs).Weight != 7 {
		t.Fatalf("got %+v, %v", loaded, err)
	}
	why := "the configuration cannot be converted to v1: the plugins of this planner have no written form: ***"
	want := "configz does not have the configuration: the configuration cannot be shown: " + why
	if len(loaded.Warnings) != 1 || loaded.Warnings[0].String() != want {
		t.Errorf("got %q, want %q", loaded.Warnings, want)
	}
	explain := loaded.Explain()
	for text, shown := range map[string]bool{"# Flags are not shown: ": true, "weight: 7  # config.yaml:6": true,
		"opensesame": false} {
		if strings.Contains(explain, text) != shown {
			t.Errorf("%s: got\n%s", text, explain)
		}
	}
	for _, flag := range []string{"--explain-config", "--write-config-to=$D/out.yaml"} {
		_, _, err := runLoader(s, l, "--config=$D/config.yaml", flag)
		if err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: got %v", flag, err)
		}
	}
	_, err = l.Load(s.args([]string{"--config=$D/wrong.yaml"}))
	want = "$D/wrong.yaml:6:5: plugins[0].args.weight: Invalid value: 700: must be at most 100"
	if err == nil || s.hide(err.Error()) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestNestedItemWithoutItsKey: an item without its key is a mistake also if the configuration cannot be converted back.
func TestNestedItemWithoutItsKey(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": plannerHeader + "plugins:\n- args: {x: 1}\n"})
	const want = "$D/config.yaml:4:3: plugins[0].name: must be set: it says which item of plugins is meant"
	for _, wayBack := range []bool{true, false} {
		if _, err := plannerLoader(wayBack).Load(s.args(files[:1])); err == nil || s.hide(err.Error()) != want {
			t.Errorf("with a way back %t: got %v", wayBack, err)
		}
	}
}
