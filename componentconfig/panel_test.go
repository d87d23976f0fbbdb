package componentconfig_test

import (
	"encoding/json"
	"net"
	"net/netip"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/intstr"
	logsapi "k8s.io/component-base/logs/api/v1"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/flagvalue"
	"github.com/configgen/configgen/descriptor"
)

// panel has flags of every type, precedence and kind.
type panel struct {
	metav1.TypeMeta `json:",inline"`

	Text   string                     `json:"text,omitempty"`
	Path   string                     `json:"path,omitempty"`
	Paths  []string                   `json:"paths,omitempty"`
	Places map[string]string          `json:"places,omitempty"`
	Num    int32                      `json:"num,omitempty"`
	Big    uint64                     `json:"big,omitempty"`
	Ratio  float64                    `json:"ratio,omitempty"`
	On     bool                       `json:"on,omitempty"`
	Maybe  *bool                      `json:"maybe,omitempty"`
	Span   metav1.Duration            `json:"span,omitzero"`
	Size   *resource.Quantity         `json:"size,omitempty"`
	Share  *intstr.IntOrString        `json:"share,omitempty"`
	Addr   netip.Addr                 `json:"addr,omitzero"`
	IP     net.IP                     `json:"ip,omitempty"`
	Flush  logsapi.TimeOrMetaDuration `json:"flush,omitzero"`
	Names  []string                   `json:"names,omitempty"`
	Gates  map[string]bool            `json:"gates,omitempty"`
	Rules  []string                   `json:"rules,omitempty"`
	Fixed  string                     `json:"fixed,omitempty"`
	Beta   string                     `json:"beta,omitempty"`
	Token  string                     `json:"token,omitempty"`
	Old    string                     `json:"old,omitempty"`
}

// bay is the instance root of panel. All its fields may be absent, so that it can be an empty object.
type bay struct {
	metav1.TypeMeta `json:",inline"`

	Name *string  `json:"name,omitempty"`
	Dir  *string  `json:"dir,omitempty"`
	Dirs []string `json:"dirs,omitempty"`
}

// DeepCopyObject implements runtime.Object.
func (p *panel) DeepCopyObject() runtime.Object { return copyByJSON(p) }

// DeepCopyObject implements runtime.Object.
func (b *bay) DeepCopyObject() runtime.Object { return copyByJSON(b) }

func copyByJSON[T any](from *T) *T {
	out := new(T)
	text, err := json.Marshal(from)
	if err == nil {
		err = json.Unmarshal(text, out)
	}
	if err != nil {
		panic(err)
	}
	return out
}

const (
	panelHeader = "apiVersion: panel.config.example.io/v1\nkind: Panel\n"
	bayHeader   = "apiVersion: panel.config.example.io/v1\nkind: Bay\n"
)

// panelField is a field and its flag, which have one name, as the model knows them. Values are JSON.
type panelField struct {
	goName, name string
	// initial is the default, legacy the default of a command line without files.
	initial, legacy string
	// pointer says that a zero is a value.
	pointer bool
	// values are the values in files and flags.
	values []string
	marker descriptor.Field
}

var (
	isPath      = descriptor.Field{File: &descriptor.File{}}
	panelFields = []panelField{
		{goName: "Text", name: "text", initial: `"t"`, values: []string{`"a"`, `"b"`, `""`}},
		{goName: "Path", name: "path", values: []string{`"rel/x"`, `"/abs"`, `"../up"`, `""`}, marker: isPath},
		{goName: "Paths", name: "paths", values: []string{`["rel","/abs"]`, `["../up"]`, `[]`}, marker: isPath},
		{goName: "Places", name: "places", values: []string{`{"a":"rel"}`, `{"b":"/abs","a":"../up"}`, `{}`}, marker: isPath},
		{goName: "Num", name: "num", initial: "7", values: []string{"0", "1", "-2"}},
		{goName: "Big", name: "big", values: []string{"0", "12345678901"}},
		{goName: "Ratio", name: "ratio", values: []string{"0", "0.5"}},
		{goName: "On", name: "on", values: []string{"true", "false"}},
		{goName: "Maybe", name: "maybe", initial: "true", pointer: true, values: []string{"true", "false"}},
		{goName: "Span", name: "span", initial: `"5s"`, values: []string{`"1m0s"`, `"0s"`}},
		{goName: "Size", name: "size", pointer: true, values: []string{`"64Mi"`, `"0"`}},
		{goName: "Share", name: "share", initial: `"50%"`, pointer: true, values: []string{`"10%"`, "0", "5"}},
		{goName: "Addr", name: "addr", values: []string{`"10.0.0.1"`, `"::1"`}},
		{goName: "IP", name: "ip", initial: `"127.0.0.1"`, values: []string{`"10.0.0.1"`, `""`, `"::1"`}},
		{goName: "Flush", name: "flush", initial: `"5s"`, values: []string{`"1m0s"`, `"0s"`}},
		{goName: "Names", name: "names", initial: `["n"]`, values: []string{`["a","b"]`, `["c"]`, `[]`}},
		{goName: "Gates", name: "gates", values: []string{`{"Beta":true}`, `{"Beta":false,"A":true}`, `{}`},
			marker: descriptor.Field{Precedence: "merge"}},
		{goName: "Rules", name: "rules", values: []string{`["r"]`, `["s","t"]`, `[]`},
			marker: descriptor.Field{Precedence: "prepend"}},
		{goName: "Fixed", name: "fixed", values: []string{`"x"`, `"y"`}, marker: descriptor.Field{Precedence: "file"}},
		{goName: "Beta", name: "beta", initial: `"b"`, values: []string{`"beta"`},
			marker: descriptor.Field{Gates: []string{"Beta"}}},
		{goName: "Token", name: "token", values: []string{`"` + sentinel + `"`},
			marker: descriptor.Field{Secret: true}},
		{goName: "Old", name: "old", legacy: `"legacy"`, values: []string{`"new"`},
			marker: descriptor.Field{LegacyDefault: "true"}},
	}
	bayFields = []panelField{
		{goName: "Name", name: "name", pointer: true, values: []string{`"n"`, `""`}},
		{goName: "Dir", name: "dir", legacy: `"/legacy"`, pointer: true, values: []string{`"rel"`, `"/abs"`},
			marker: descriptor.Field{File: &descriptor.File{}, LegacyDefault: "true"}},
		{goName: "Dirs", name: "dirs", values: []string{`["rel"]`, `[]`}, marker: isPath},
	}
)

// flagName returns the name of the flag of a field: flags of the instance have a prefix.
func flagName(root int, f panelField) string { return []string{"", "bay-"}[root] + f.name }

func factsOf(fields []panelField) (out []descriptor.Field) {
	for _, f := range fields {
		facts := f.marker
		facts.Path, facts.Reload = f.goName, componentconfig.ReloadHot
		out = append(out, facts)
	}
	return out
}

func flagsOf(root int, fields []panelField) (out []descriptor.Flag) {
	for _, f := range fields {
		out = append(out, descriptor.Flag{Name: flagName(root, f), Sets: f.goName})
	}
	return out
}

func addPanelFlags(fs *pflag.FlagSet, c *panel) {
	text := flagvalue.Text[string]()
	fs.StringVar(&c.Text, "text", c.Text, "")
	fs.StringVar(&c.Path, "path", c.Path, "")
	flagvalue.ListVar(fs, &c.Paths, text, "paths", "", "")
	fs.Var(flagvalue.NewMap(&c.Places, text), "places", "")
	fs.Int32Var(&c.Num, "num", c.Num, "")
	fs.Uint64Var(&c.Big, "big", c.Big, "")
	fs.Float64Var(&c.Ratio, "ratio", c.Ratio, "")
	fs.BoolVar(&c.On, "on", c.On, "")
	fs.Var(flagvalue.NewPointer(&c.Maybe, func(b *bool) pflag.Value { return flagvalue.New(b, flagvalue.Bool[bool]()) }),
		"maybe", "")
	fs.DurationVar(&c.Span.Duration, "span", c.Span.Duration, "")
	fs.Var(flagvalue.NewPointer(&c.Size, func(q *resource.Quantity) pflag.Value {
		return flagvalue.New(q, flagvalue.Quantity())
	}), "size", "")
	fs.Var(flagvalue.NewPointer(&c.Share, func(i *intstr.IntOrString) pflag.Value {
		return flagvalue.New(i, flagvalue.IntOrString())
	}), "share", "")
	fs.Var(flagvalue.New(&c.Addr, flagvalue.Addr()), "addr", "")
	fs.Var(flagvalue.New(&c.IP, flagvalue.IP()), "ip", "")
	fs.DurationVar(&c.Flush.Duration.Duration, "flush", c.Flush.Duration.Duration, "")
	flagvalue.ListVar(fs, &c.Names, text, "names", "", "")
	fs.Var(flagvalue.NewMergedMap(&c.Gates, flagvalue.Bool[bool]()), "gates", "")
	flagvalue.ListVar(fs, &c.Rules, text, "rules", "", "")
	fs.StringVar(&c.Fixed, "fixed", c.Fixed, "")
	fs.StringVar(&c.Beta, "beta", c.Beta, "")
	fs.StringVar(&c.Token, "token", c.Token, "")
	fs.StringVar(&c.Old, "old", c.Old, "")
}

func addBayFlags(fs *pflag.FlagSet, b *bay) {
	pointer := func(s *string) pflag.Value { return flagvalue.New(s, flagvalue.Text[string]()) }
	fs.Var(flagvalue.NewPointer(&b.Name, pointer), "bay-name", "")
	fs.Var(flagvalue.NewPointer(&b.Dir, pointer), "bay-dir", "")
	flagvalue.ListVar(fs, &b.Dirs, flagvalue.Text[string](), "bay-dirs", "", "")
}

// reparsed sets flags as generated code does.
func reparsed[T any](add func(*pflag.FlagSet, *T)) func(*T, []string, ...func(*pflag.FlagSet)) error {
	return func(c *T, args []string, others ...func(*pflag.FlagSet)) error {
		fs := pflag.NewFlagSet("", pflag.ContinueOnError)
		add(fs, c)
		for _, other := range others {
			other(fs)
		}
		return fs.Parse(args)
	}
}

func reparsePanel(c *panel, args []string, others ...func(*pflag.FlagSet)) error {
	kept := c.Rules
	c.Rules = nil
	err := reparsed(addPanelFlags)(c, args, others...)
	c.Rules = append(c.Rules, kept...)
	return err
}

func defaultPanel(c *panel) {
	text := map[string]json.RawMessage{}
	for _, f := range panelFields {
		value := reflect.ValueOf(c).Elem().FieldByName(f.goName)
		if value == reflect.ValueOf(&c.Flush).Elem() {
			value = reflect.ValueOf(c.Flush.Duration.Duration) // How it is written does not matter.
		}
		if f.initial != "" && (value.IsZero() || value.Kind() == reflect.Slice && value.Len() == 0) {
			text[f.name] = json.RawMessage(f.initial)
		}
	}
	all, err := json.Marshal(text)
	if err == nil {
		err = json.Unmarshal(all, c)
	}
	if err != nil {
		panic(err)
	}
}

func resolvePanel(c *panel, resolve func(string) string) {
	one := func(path string) string {
		if path == "" {
			return ""
		}
		return resolve(path)
	}
	c.Path = one(c.Path)
	for i := range c.Paths {
		c.Paths[i] = one(c.Paths[i])
	}
	for key := range c.Places {
		c.Places[key] = one(c.Places[key])
	}
}

func resolveBay(b *bay, resolve func(string) string) {
	if b.Dir != nil && *b.Dir != "" {
		path := resolve(*b.Dir)
		b.Dir = &path
	}
	for i := range b.Dirs {
		b.Dirs[i] = resolve(b.Dirs[i])
	}
}

// panelSettings are how a loader of a panel differs from others.
type panelSettings struct {
	plain, headerOptional, zerosKept, fileFirst, noEmptyFiles bool
}

func addPanel(s *runtime.Scheme) error {
	version := schema.GroupVersion{Group: "panel.config.example.io", Version: "v1"}
	s.AddKnownTypeWithName(version.WithKind("Panel"), &panel{})
	s.AddKnownTypeWithName(version.WithKind("Bay"), &bay{})
	s.AddTypeDefaultingFunc(&panel{}, func(object any) { defaultPanel(object.(*panel)) }) //nolint:forcetypeassert
	return nil
}

// panelLoader returns a loader of a panel. Beta is off unless it is set.
func panelLoader(how panelSettings, more ...componentconfig.Option) *componentconfig.Loader[panel] {
	root := binding.Root[panel]{
		Group: "panel.config.example.io", Kind: "Panel", AddToScheme: []func(*runtime.Scheme) error{addPanel},
		HeaderOptional: how.headerOptional, ZerosKept: how.zerosKept,
		New: func() (*panel, error) {
			c := &panel{Old: "legacy"}
			defaultPanel(c)
			return c, nil
		},
		AddFlags: addPanelFlags, Reparse: reparsePanel, ResolvePaths: resolvePanel, Fields: factsOf(panelFields),
		Flags: flagsOf(0, panelFields),
	}
	instance := binding.Root[bay]{
		Group: root.Group, Kind: "Bay", AddToScheme: root.AddToScheme, HeaderOptional: how.headerOptional,
		ZerosKept: how.zerosKept, New: func() (*bay, error) {
			dir := "/legacy"
			return &bay{Dir: &dir}, nil
		},
		AddFlags: addBayFlags, Reparse: reparsed(addBayFlags), ResolvePaths: resolveBay, Fields: factsOf(bayFields),
		Flags: flagsOf(1, bayFields),
	}
	options := []componentconfig.Option{
		componentconfig.WithConfigFile(), componentconfig.WithConfigDir(""), componentconfig.WithWriteConfigTo(),
		componentconfig.WithExplainConfig(),
		componentconfig.WithFeatureGates("Gates", func(gates []componentconfig.Gate) componentconfig.Gates {
			beta := false
			for _, g := range gates {
				beta = beta || g.Name == "Beta" && g.Enabled
			}
			return componentconfig.Gates{Enabled: func(string) bool { return beta }, Commit: func() {}}
		}),
	}
	if how.plain {
		root.AddToScheme, root.Default = nil, defaultPanel
	} else {
		options = append(options, componentconfig.WithInstanceConfig(instance))
	}
	if how.fileFirst {
		options = append(options, componentconfig.WithFileFirst())
	}
	if how.noEmptyFiles {
		options = append(options, componentconfig.WithoutEmptyFiles())
	}
	return componentconfig.New("panel", root, append(options, more...)...)
}

// pathsIn makes the file paths in a value of a field absolute.
func pathsIn(f panelField, value any, dir string) any {
	if f.marker.File == nil {
		return value
	}
	switch value := value.(type) {
	case string:
		if value != "" && !filepath.IsAbs(value) {
			return filepath.Join(dir, value)
		}
	case []any:
		for i := range value {
			value[i] = pathsIn(f, value[i], dir)
		}
	case map[string]any:
		for key := range value {
			value[key] = pathsIn(f, value[key], dir)
		}
	}
	return value
}

// argument is a JSON value as a flag has it.
func argument(value string) string {
	switch value[0] {
	case '[':
		return strings.NewReplacer("[", "", "]", "", `"`, "").Replace(value)
	case '{':
		return strings.NewReplacer("{", "", "}", "", `"`, "", ":", "=").Replace(value)
	}
	return strings.Trim(value, `"`)
}
