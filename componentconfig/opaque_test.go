package componentconfig_test

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/conversion"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/descriptor"
)

// crate has fields in v1 that v1beta1 has in an object. The conversion between the two is hand-written.
type crate struct {
	metav1.TypeMeta `json:",inline"`
	Text            string          `json:"text"`
	Names           []string        `json:"names"`
	Gates           map[string]bool `json:"gates"`
	Level           int32           `json:"level"`
	File            string          `json:"file"`
}

type crateContent struct {
	Text  string          `json:"text"`
	Names []string        `json:"names"`
	Gates map[string]bool `json:"gates"`
}

type crateV1beta1 struct {
	metav1.TypeMeta `json:",inline"`
	Content         crateContent `json:"content"`
	Level           int32        `json:"level"`
	File            string       `json:"file"`
}

func (c *crate) DeepCopyObject() runtime.Object        { d := *c; return &d }
func (c *crateV1beta1) DeepCopyObject() runtime.Object { d := *c; return &d }

func registerCrate(s *runtime.Scheme) error {
	kind := schema.GroupVersionKind{Group: "crate.example.io", Version: "v1", Kind: "Crate"}
	s.AddKnownTypeWithName(kind, &crate{})
	return registerOldCrate(s)
}

// registerOldCrate registers v1beta1 alone.
func registerOldCrate(s *runtime.Scheme) error {
	kind := schema.GroupVersionKind{Group: "crate.example.io", Version: "v1beta1", Kind: "Crate"}
	s.AddKnownTypeWithName(kind, &crateV1beta1{})
	if err := s.AddConversionFunc((*crateV1beta1)(nil), (*crate)(nil), func(a, b any, _ conversion.Scope) error {
		in, out := a.(*crateV1beta1), b.(*crate)
		out.Text, out.Names, out.Gates, out.Level = in.Content.Text, in.Content.Names, in.Content.Gates, in.Level
		out.File = in.File
		return nil
	}); err != nil {
		return err
	}
	return s.AddConversionFunc((*crate)(nil), (*crateV1beta1)(nil), func(a, b any, _ conversion.Scope) error {
		in, out := a.(*crate), b.(*crateV1beta1)
		out.Content, out.Level, out.File = crateContent{in.Text, in.Names, in.Gates}, in.Level, in.File
		return nil
	})
}

func crateRoot(facts ...descriptor.Field) binding.Root[crate] {
	flags := func(fs *pflag.FlagSet, c *crate) {
		fs.StringVar(&c.Text, "text", c.Text, "")
		fs.Int32Var(&c.Level, "level", c.Level, "")
	}
	return binding.Root[crate]{
		Group: "crate.example.io", Kind: "Crate", AddToScheme: []func(*runtime.Scheme) error{registerCrate},
		New: func() (*crate, error) { return &crate{}, nil }, AddFlags: flags,
		Reparse: reparse(flags),
		Validate: func(c *crate) (errs field.ErrorList) {
			if c.Text == "wrong" {
				errs = append(errs, field.Invalid(field.NewPath("text"), c.Text, "must be right"))
			}
			return errs
		},
		Flags:    []descriptor.Flag{{Name: "text", Sets: "Text"}, {Name: "level", Sets: "Level"}},
		Compared: []string{"v1beta1"},
		Opaque: []binding.Opaque{{Version: "v1beta1",
			Fields: []string{"Content", "Text", "Names", "Gates"}}},
		Fields: facts,
	}
}

// TestFactsOfOpaqueFields checks each fact that protects a field, in files of a version that has the field in a struct
// that a hand-written conversion takes apart.
func TestFactsOfOpaqueFields(t *testing.T) {
	const (
		header = "apiVersion: crate.example.io/v1beta1\nkind: Crate\n"
		newest = "apiVersion: crate.example.io/v1\nkind: Crate\n"
		fixed  = ", and a hand-written conversion of crate.example.io/v1beta1 sets it without a marker +moved that says " +
			"from which field: files with this apiVersion cannot be loaded"
	)
	off := func([]componentconfig.Gate) componentconfig.Gates {
		return componentconfig.Gates{Enabled: func(string) bool { return false }, Commit: func() {}}
	}
	for name, c := range map[string]struct {
		fact    descriptor.Field
		file    string
		dropIn  string
		args    []string
		options []componentconfig.Option
		want    []string
		without string
	}{
		"a secret": {
			fact: descriptor.Field{Path: "Text", Secret: true}, file: "content: {text: hunter2, names: [a]}\n",
			want:    []string{`text: "***"  # converted from config.yaml:3`, "- a  # converted from config.yaml:3"},
			without: "hunter2",
		},
		"a secret in a mistake": {
			fact: descriptor.Field{Path: "Text", Secret: true}, file: "content: {text: a, names: hunter2}\n",
			want: []string{"$D/config.yaml:3:27: content.names: must be a list, not a string"}, without: "hunter2",
		},
		"a path": {
			fact: descriptor.Field{Path: "Text", File: &descriptor.File{}}, file: "content: {text: a}\n",
			want: []string{"$D/config.yaml:1:1: Text is a path" + fixed},
		},
		"a list that merges": {
			fact: descriptor.Field{Path: "Names", Type: descriptor.Type{Limits: descriptor.Limits{List: descriptor.Set}}},
			file: "content: {names: [a]}\n", want: []string{"$D/config.yaml:1:1: Names is a list that merges" + fixed},
		},
		"a gate that is off": {
			fact: descriptor.Field{Path: "Text", Gates: []string{"Lid"}}, file: "content: {text: a}\n",
			options: []componentconfig.Option{componentconfig.WithFeatureGates("Gates", off)},
			want:    []string{"$D/config.yaml:3:1: text: can be set only if the feature gate Lid is on"},
		},
		"a precedence": {
			fact: descriptor.Field{Path: "Gates", Precedence: descriptor.Merge}, file: "content: {gates: {A: true}}\n",
			want: []string{"A: true  # converted from config.yaml:3"},
		},
		"a flag": {
			file: "content: {text: a}\nlevel: 3\n", args: []string{"--text=b"},
			want: []string{"text: b  # flag --text (overrides converted from config.yaml:3)", "level: 3  # config.yaml:4"},
		},
		"a mistake": {
			file: "level: 3\ncontent:\n  names: [a]\n  text: wrong\n",
			want: []string{"$D/config.yaml:4:1: content: Invalid value: \"wrong\": must be right"},
		},
		"files of two versions": {
			file: "content: {text: a}\n", dropIn: newest + "text: b\n",
			want: []string{"$D/conf.d/a.conf:3:1: text: cannot be converted from crate.example.io/v1 to " +
				"crate.example.io/v1beta1 (the version of $D/config.yaml) without loss; use one apiVersion in both files"},
		},
		"files of two versions, apart": {
			file: "content: {text: a}\n", dropIn: newest + "level: 5\n",
			want: []string{"level: 5  # a.conf:3", "text: a  # converted from config.yaml:3"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			texts := map[string]string{"config.yaml": header + c.file}
			args := append([]string{"--config=$D/config.yaml"}, c.args...)
			if c.dropIn != "" {
				texts["conf.d/a.conf"] = c.dropIn
				args = append(args, "--config-dir=$D/conf.d")
			}
			s := newSite(t, texts)
			root := crateRoot()
			if c.fact.Path != "" {
				root = crateRoot(c.fact)
			}
			l := componentconfig.New("crate", root, append(c.options, componentconfig.WithConfigFile(),
				componentconfig.WithConfigDir(""), componentconfig.WithExplainConfig())...)
			loaded, err := l.Load(s.args(args))
			got := ""
			if err != nil {
				got = s.hide(err.Error())
			} else {
				got = loaded.Explain()
			}
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("got\n%s\nwant\n%s", got, want)
				}
			}
			if c.without != "" && strings.Contains(got, c.without) {
				t.Errorf("%s is in\n%s", c.without, got)
			}
		})
	}
}

// TestOpaqueFieldsInAnotherVersion checks a configuration that is shown in the version of its file: the opaque fields
// have the origins of all values that they may be converted from, and are lost only if their conversion loses them.
func TestOpaqueFieldsInAnotherVersion(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": "apiVersion: crate.example.io/v1beta1\nkind: Crate\nlevel: 3\n" +
		"content: {text: a, names: [b]}\n"})
	l := componentconfig.New("crate", crateRoot(), componentconfig.WithConfigFile())
	found, err := extension.Of(l).Inspector.Inspect(s.args([]string{"--config=$D/config.yaml"}), extension.Inspection{})
	if err != nil {
		t.Fatal(err)
	}
	shown, err := found.Show("v1beta1")
	if err != nil || len(shown[0].Lost) > 0 {
		t.Fatal(err, shown[0].Lost)
	}
	var got []string
	for _, leaf := range shown[0].Leaves {
		if leaf.Set {
			got = append(got, leaf.Path+": "+extension.Describe(leaf.Origins))
		}
	}
	want := "content.names[0]: converted from config.yaml:4\ncontent.text: converted from config.yaml:4\n" +
		"level: config.yaml:3"
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

// TestOpaqueSecretFromFile checks a secret that is read from a file, and whose place no version declares: its value is
// in no message, it has an origin, and a check on another machine does without the file.
func TestOpaqueSecretFromFile(t *testing.T) {
	root := crateRoot(descriptor.Field{Path: "Text", Secret: true, SecretFile: "File"},
		descriptor.Field{Path: "File", File: &descriptor.File{}})
	root.AddToScheme = []func(*runtime.Scheme) error{registerOldCrate}
	root.Validate = func(c *crate) (errs field.ErrorList) {
		if c.Level == 3 {
			errs = append(errs, field.Invalid(field.NewPath("level"), c.Level, "too low for "+c.Text))
		}
		return errs
	}
	const header = "apiVersion: crate.example.io/v1beta1\nkind: Crate\n"
	s := newSite(t, map[string]string{"secret": "hunter2", "good.yaml": header + "file: secret\n",
		"bad.yaml": header + "file: secret\nlevel: 3\n", "gone.yaml": header + "file: gone\n"})
	l := componentconfig.New("crate", root, componentconfig.WithConfigFile(), componentconfig.WithExplainConfig())
	loaded, err := l.Load(s.args([]string{"--config=$D/good.yaml"}))
	if err != nil {
		t.Fatal(err)
	}
	if got := loaded.Explain(); !strings.Contains(got, `text: "***"  # secret`) {
		t.Errorf("got\n%s", got)
	}
	if _, err := l.Load(s.args([]string{"--config=$D/bad.yaml"})); err == nil ||
		!strings.HasSuffix(err.Error(), "too low for ***") {
		t.Errorf("got %v", err)
	}
	found, err := extension.Of(l).Inspector.Inspect(s.args([]string{"--config=$D/gone.yaml"}), extension.Inspection{})
	if err != nil || len(found.Problems) > 0 {
		t.Error(err, found.Problems)
	}
}
