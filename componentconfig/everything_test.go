package componentconfig_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/component-base/configz"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/descriptor"
)

// everything has a field of every type, and secrets of many.
type everything struct {
	metav1.TypeMeta `json:",inline"`
	Inlined         `json:",inline"`

	Text      string                         `json:"text"`
	On        bool                           `json:"on"`
	Ints      [4]int64                       `json:"ints"`
	Unsigned  map[string]uint64              `json:"unsigned"`
	Small     []int8                         `json:"small"`
	Half      float32                        `json:"half"`
	Full      *float64                       `json:"full"`
	Raw       []byte                         `json:"raw"`
	Matrix    [][]string                     `json:"matrix"`
	Numbered  map[int32]string               `json:"numbered"`
	Named     map[label]*named               `json:"named"`
	Deep      map[string]map[string][]string `json:"deep"`
	Span      metav1.Duration                `json:"span"`
	Nanos     time.Duration                  `json:"nanos"`
	Moment    metav1.Time                    `json:"moment"`
	Quantity  resource.Quantity              `json:"quantity"`
	Limits    map[string]resource.Quantity   `json:"limits"`
	Share     *intstr.IntOrString            `json:"share"`
	Addr      netip.Addr                     `json:"addr"`
	Prefix    *netip.Prefix                  `json:"prefix"`
	IP        net.IP                         `json:"ip"`
	Ends      []netip.AddrPort               `json:"ends"`
	Hosts     map[string]netip.Addr          `json:"hosts"`
	Networks  map[string]netip.Prefix        `json:"networks"`
	Peers     []net.IP                       `json:"peers"`
	Hardware  net.HardwareAddr               `json:"hardware"`
	Pause     *metav1.Duration               `json:"pause"`
	Pauses    map[string]metav1.Duration     `json:"pauses"`
	Instant   *metav1.MicroTime              `json:"instant"`
	Shares    map[string]intstr.IntOrString  `json:"shares"`
	Blobs     map[string][]byte              `json:"blobs"`
	ByAddr    map[netip.Addr]string          `json:"byAddr"`
	Selector  *metav1.LabelSelector          `json:"selector"`
	Extension runtime.RawExtension           `json:"extension"`
	Nested    []runtime.RawExtension         `json:"nested"`
	Free      map[string]any                 `json:"free"`
	Pointer   *string                        `json:"pointer"`
	Yes       *bool                          `json:"yes"`
	List      []named                        `json:"list"`
	Set       []string                       `json:"set"`
	Secrets   secrets                        `json:"secrets"`
	Recursive *recursive                     `json:"recursive"`
}

type label string

// Inlined is part of everything.
type Inlined struct {
	Inner string `json:"inner"`
}

type named struct {
	Name  label  `json:"name"`
	Count *int32 `json:"count"`
}

// secrets are secret in many types.
type secrets struct {
	Token    string                       `json:"token" datapolicy:"token"`
	Tokens   map[string]string            `json:"tokens" datapolicy:"token"`
	Amounts  map[string]resource.Quantity `json:"amounts" datapolicy:"token"`
	PIN      int64                        `json:"pin" datapolicy:"password"`
	Wait     metav1.Duration              `json:"wait" datapolicy:"token"`
	Keys     []string                     `json:"keys" datapolicy:"security-key"`
	Closed   string                       `json:"closed" datapolicy:"token"`
	Whole    named                        `json:"whole" datapolicy:"token"`
	Enabled  bool                         `json:"enabled" datapolicy:"token"`
	Attached *string                      `json:"attached" datapolicy:"token"`
}

type recursive struct {
	Name     string       `json:"name"`
	Password string       `json:"password" datapolicy:"password"`
	Children []*recursive `json:"children"`
}

// DeepCopyObject implements runtime.Object.
func (e *everything) DeepCopyObject() runtime.Object {
	text, err := json.Marshal(e)
	if err != nil {
		panic(err)
	}
	var out everything
	if err := json.Unmarshal(text, &out); err != nil {
		panic(err)
	}
	return &out
}

var everyVersion = schema.GroupVersion{Group: "every.config.example.io", Version: "v1"}

const everyHeader = "apiVersion: every.config.example.io/v1\nkind: Everything\n"

// every returns a loader of everything, with flags for some secrets.
func every(options ...componentconfig.Option) *componentconfig.Loader[everything] {
	return everyOf(func() *everything { return &everything{} }, options...)
}

func everyOf(create func() *everything, options ...componentconfig.Option) *componentconfig.Loader[everything] {
	add := func(fs *pflag.FlagSet, e *everything) {
		fs.StringVar(&e.Secrets.Token, "token", e.Secrets.Token, "The token.")
		fs.StringToStringVar(&e.Secrets.Tokens, "tokens", e.Secrets.Tokens, "The tokens.")
		fs.StringVar(&e.Text, "text", e.Text, "The text.")
		fs.StringSliceVar(&e.Set, "set", e.Set, "The set.")
		fs.VarPF(&closure{func(text string) error {
			if strings.Contains(text, " ") {
				return fmt.Errorf("blanks in %q", text)
			}
			e.Secrets.Closed = text
			return nil
		}, e.Secrets.Closed}, "closed", "", "A closure.")
	}
	return componentconfig.New("every", binding.Root[everything]{
		Group: everyVersion.Group, Kind: "Everything",
		AddToScheme: []func(*runtime.Scheme) error{func(s *runtime.Scheme) error {
			s.AddKnownTypeWithName(everyVersion.WithKind("Everything"), &everything{})
			return nil
		}},
		New:      func() (*everything, error) { return create(), nil },
		AddFlags: add,
		Reparse:  reparse(add),
		Fields:   []descriptor.Field{{Path: "Set", Type: descriptor.Type{Limits: descriptor.Limits{List: "set"}}}},
		Flags:    []descriptor.Flag{{Name: "set", Sets: "Set"}, {Name: "token", Sets: "Secrets.Token"}},
	}, append([]componentconfig.Option{componentconfig.WithConfigFile(), componentconfig.WithWriteConfigTo(),
		componentconfig.WithExplainConfig()}, options...)...)
}

// closure is a flag that hides the field that it sets.
type closure struct {
	set  func(string) error
	text string
}

func (c *closure) Set(text string) error { return c.set(text) }
func (c *closure) String() string        { return c.text }
func (c *closure) Type() string          { return "string" }

// TestEveryTypeLoadsBack writes and reads random objects with fields of every type and strings of all of Unicode.
func TestEveryTypeLoadsBack(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	s := newSite(t, nil)
	for range *configurations * 2 {
		want := &everything{}
		fill(r, reflect.ValueOf(want).Elem(), 0)
		want.TypeMeta, want.Secrets, want.Recursive, want.Set = metav1.TypeMeta{}, secrets{}, nil, []string{}
		for i := range want.Nested {
			if string(want.Nested[i].Raw) == "null" { // A list item cannot be null.
				want.Nested[i].Raw = []byte("{}")
			}
		}
		for i := range r.IntN(4) {
			want.Set = append(want.Set, fmt.Sprint(i)+text(r))
		}
		if _, stderr, err := execute(s, everyOf(func() *everything { return want }),
			"--write-config-to=$D/out.yaml"); err != nil {
			t.Fatalf("%s\n%#v", stderr, want)
		}
		back, err := every().Load(s.args([]string{"--config=$D/out.yaml"}))
		if err != nil {
			t.Fatalf("%v\n%s", err, s.read("out.yaml"))
		}
		if !sameEverything(want, back.Config) {
			t.Fatalf("wrote\n%#v\nread\n%#v\nthrough\n%s", want, back.Config, s.read("out.yaml"))
		}
	}
}

// sameEverything compares by what is written: the types of addresses cannot be compared by reflection.
func sameEverything(a, b *everything) bool {
	empty := strings.NewReplacer(":null", ":0", ":[]", ":0", ":{}", ":0", `:""`, ":0")
	parsed := func(e *everything) (value any) {
		text, err := json.Marshal(e)
		if err == nil {
			err = json.Unmarshal([]byte(empty.Replace(string(text))), &value)
		}
		if err != nil {
			panic(err)
		}
		return value
	}
	return reflect.DeepEqual(parsed(a), parsed(b))
}

// execute runs a component as its main function does, and returns its output.
func execute[T any](s site, l *componentconfig.Loader[T], args ...string) (stdout, stderr string, err error) {
	var out, errOut bytes.Buffer
	cmd := l.Command(nil)
	cmd.SetOut(&out)
	cmd.SetErr(&errOut)
	cmd.SetArgs(s.args(args))
	err = cmd.Execute()
	return s.hide(out.String()), s.hide(errOut.String()), err
}

// fill sets a value and all that it holds to something random.
func fill(r *rand.Rand, v reflect.Value, depth int) {
	switch value := v.Addr().Interface().(type) {
	case *metav1.Duration:
		value.Duration = time.Duration(r.Int64N(1e15))
		return
	case *metav1.Time:
		*value = metav1.Unix(r.Int64N(1e10), 0)
		return
	case *resource.Quantity:
		*value = resource.MustParse(pick(r, "0", "1", "100m", "1Gi", "1.5", "1e3", "-5", "12E", "3n"))
		return
	case *intstr.IntOrString:
		*value = intstr.Parse(pick(r, "0", "5", "50%", "x"))
		return
	case *netip.Addr:
		*value, _ = netip.ParseAddr(pick(r, "", "10.0.0.1", "2001:db8::1", "::"))
		return
	case *netip.AddrPort:
		*value, _ = netip.ParseAddrPort(pick(r, "", "10.0.0.1:0", "[::]:53"))
		return
	case *netip.Prefix:
		*value, _ = netip.ParsePrefix(pick(r, "", "10.0.0.0/8", "::/0"))
		return
	case *net.IP:
		if *value = net.ParseIP(pick(r, "", "10.0.0.1", "::")); r.IntN(2) == 0 && value.To4() != nil {
			*value = value.To4() // the same address in other bytes
		}
		return
	case *metav1.MicroTime:
		*value = metav1.NewMicroTime(time.UnixMicro(r.Int64N(1e15)))
		return
	case *runtime.RawExtension:
		value.Raw = []byte(pick(r, "null", "{}", `{"b": [true, null, 1.5, "", {}], "a":"yes","c":{"d":0}}`))
		return
	case *any:
		*value = []any{"yes", 1.5, true, "", []any{}, map[string]any{"a": "no"}}[r.IntN(6)]
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(text(r))
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Int:
		v.SetInt(int64(r.Uint64()) >> (64 - v.Type().Bits()) >> r.IntN(v.Type().Bits()))
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(r.Uint64() >> (64 - v.Type().Bits()) >> r.IntN(v.Type().Bits()))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(float32(r.NormFloat64()*[]float64{0, 1, 1e-30, 1e30, 100}[r.IntN(5)])) + 0)
	case reflect.Pointer:
		if r.IntN(3) > 0 && depth < 4 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(r, v.Elem(), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Field(i); v.Type().Field(i).IsExported() || v.Type().Field(i).Anonymous {
				fill(r, reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem(), depth+1)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(r, v.Index(i), depth+1)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), r.IntN(3), 3))
		for i := range v.Len() {
			fill(r, v.Index(i), depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range r.IntN(3) {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(r, key, depth+1)
			if fill(r, value, depth+1); value.Kind() != reflect.Pointer || !value.IsNil() {
				v.SetMapIndex(key, value)
			}
		}
	}
}

func pick(r *rand.Rand, texts ...string) string { return texts[r.IntN(len(texts))] }

// text returns a string of all of Unicode, or one that YAML may take for something else.
func text(r *rand.Rand) string {
	if r.IntN(2) == 0 {
		return pick(r, "", "yes", "1:30", "null", "~", "#x", "a: b", "- a", "0x10", "1e3", "2024-01-01", "'", `"`, "<<",
			"=", "{",
			"*a", "&a", "!a", "%a", "@a", "`", "|", ">", "? a", "\ufeff", "\u0085", "\u2028", "\x00", "\x7f", "\ufffe", "a\\/b",
			"...", "---", " x ", "\t", "\n", "a\r\nb", "[***]", "a.b[c]")
	}
	var out []rune
	for range r.IntN(8) {
		if c := rune(r.IntN(0x110000) >> (r.IntN(3) * 5)); utf8.ValidRune(c) {
			out = append(out, c)
		}
	}
	return string(out)
}

// Secrets of every type are masked, with the keys of maps, and only secrets that were set are listed as left out.
func TestSecretsOfEveryType(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": everyHeader + `text: "0"
secrets:
  token: hidden-token
  tokens: {hidden-key: hidden-value, other-hidden-key: hidden-value2}
  amounts: {hidden-amount: 98765431m}
  pin: 98765432
  wait: 98765433s
  keys: [hidden-list]
  closed: hidden-closed
  whole: {name: hidden-name, count: 98765434}
  attached: hidden-attached
recursive:
  name: a
  password: hidden-p1
  children: [{name: b, password: hidden-p2, children: [{name: c, password: hidden-p3}]}]
`})
	t.Cleanup(func() { configz.Delete(everyVersion.Group) })
	l := every(componentconfig.WithConfigz())
	loaded, err := l.Load(s.args(files[:1]))
	if err != nil {
		t.Fatal(err)
	}
	stdout, stderr, err := execute(s, l, "--write-config-to=$D/out.yaml", files[0])
	if err != nil || stdout != "" {
		t.Fatalf("%v %s", err, stdout)
	}
	const left = "secrets.amounts, secrets.attached, secrets.closed, secrets.keys, secrets.pin, secrets.token, " +
		"secrets.tokens, secrets.wait, secrets.whole"
	if want := "warning: secrets are not written to $D/out.yaml: recursive.children, recursive.password, " + left +
		"\n"; stderr != want {
		t.Errorf("got  %s\nwant %s", stderr, want)
	}
	for name, shown := range map[string]string{"--explain-config": loaded.Explain(), "configz": getConfigz(t),
		"--write-config-to": s.read("out.yaml") + stderr} {
		if strings.Contains(shown, "hidden") || strings.Contains(shown, "9876543") {
			t.Errorf("%s shows a secret:\n%s", name, shown)
		}
	}
	if want := "  tokens:\n    \"***\": \"***\"  # config.yaml:6\n    \"***2\": \"***\"  # " +
		"config.yaml:6\n"; !strings.Contains(
		loaded.Explain(), want) {
		t.Errorf("want\n%s\nin\n%s", want, loaded.Explain())
	}
	// Nothing was set, so nothing is left out.
	if _, stderr, err = execute(s, l, "--write-config-to=$D/out.yaml", "--text=0"); err != nil || stderr != "" {
		t.Errorf("without secrets: %v %s", err, stderr)
	}
}

func TestSecretFlags(t *testing.T) {
	s := newSite(t, nil)
	withDefaults := everyOf(func() *everything {
		return &everything{Text: "visible", Secrets: secrets{Token: "hidden1", Closed: "hidden2"}}
	})
	stdout, _, err := execute(s, withDefaults, "--help")
	if err != nil || strings.Contains(stdout, "hidden") || strings.Count(stdout, `(default "***")`) != 2 ||
		!strings.Contains(stdout, `--text string              The text. (default "visible")`) {
		t.Errorf("help: %v\n%s", err, stdout)
	}
	for args, want := range map[string]string{
		"--closed=a hidden":             "--closed: the value is not valid",
		"--tokens=hidden":               "--tokens: the value is not valid",
		"--text=a hidden --token":       "--token: the value is missing; specify it as --token=VALUE",
		"--closed=hidden --config=none": "--config: the file does not exist",
	} {
		if args != "--closed=a hidden" {
			args = strings.ReplaceAll(args, "a hidden", "hidden")
		}
		given := []string{args}
		if args != "--closed=a hidden" {
			given = strings.Fields(args)
		}
		if _, err := every().Load(given); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", args, err, want)
		}
	}
	// A secret of zero masks nothing.
	s.write("config.yaml", everyHeader+"secrets: {pin: 0, token: \"\", keys: [], wait: 0s}\non: 0\n")
	if _, err := every().Load(s.args(files[:1])); err == nil || s.hide(err.Error()) != "$D/config.yaml:4:5: on: must be "+
		"true or false, not 0" {
		t.Errorf("got %v", err)
	}
}
