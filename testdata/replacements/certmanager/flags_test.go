package certmanager

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	cainjectorv1alpha1 "github.com/cert-manager/cert-manager/pkg/apis/config/cainjector/v1alpha1"
	controllerv1alpha1 "github.com/cert-manager/cert-manager/pkg/apis/config/controller/v1alpha1"
	live "github.com/cert-manager/cert-manager/pkg/webhook/options"
	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"example.com/replacements/certmanager/cainjector"
	cainjectoroptions "example.com/replacements/certmanager/cainjector/options"
	cainjectordefaults "example.com/replacements/certmanager/cainjector/v1alpha1"
	"example.com/replacements/certmanager/controller"
	controlleroptions "example.com/replacements/certmanager/controller/options"
	controllerdefaults "example.com/replacements/certmanager/controller/v1alpha1"
	"example.com/replacements/certmanager/webhook"
	webhookoptions "example.com/replacements/certmanager/webhook/options"
	webhookv1alpha1 "example.com/replacements/certmanager/webhook/v1alpha1"
)

// component is the generated code of a component, applied to its defaults.
type component struct {
	config    any // the internal object, a pointer
	versioned any // the published object, a pointer
	flags     *pflag.FlagSet
	paths     []*string
}

// components returns the three components anew.
func components(t *testing.T) map[string]component {
	var cm controllerv1alpha1.ControllerConfiguration
	controllerdefaults.SetObjectDefaults_ControllerConfiguration(&cm)
	var ca cainjectorv1alpha1.CAInjectorConfiguration
	cainjectordefaults.SetObjectDefaults_CAInjectorConfiguration(&ca)
	var wh webhookv1alpha1.WebhookConfiguration
	webhookv1alpha1.SetObjectDefaults_WebhookConfiguration(&wh)
	return map[string]component{
		"controller": newComponent(t, &cm, controlleroptions.NewControllerConfiguration,
			controlleroptions.AddControllerConfigurationFlags, controller.ControllerConfigurationPathRefs),
		"cainjector": newComponent(t, &ca, cainjectoroptions.NewCAInjectorConfiguration,
			cainjectoroptions.AddCAInjectorConfigurationFlags, cainjector.CAInjectorConfigurationPathRefs),
		"webhook": newComponent(t, &wh, webhookoptions.NewWebhookConfiguration,
			webhookoptions.AddWebhookConfigurationFlags, webhook.WebhookConfigurationPathRefs),
	}
}

func newComponent[T any](t *testing.T, versioned any, construct func() (*T, error), add func(*pflag.FlagSet, *T),
	paths func(*T) []*string) component {
	config, err := construct()
	if err != nil {
		t.Fatal(err)
	}
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	add(fs, config)
	return component{config, versioned, fs, paths(config)}
}

// missedPaths are files that cert-manager does not resolve relative to the configuration file (B9): its two lists of
// paths have no line for them.
var missedPaths = []string{
	"controller metrics-tls-cert-file", "controller metrics-tls-private-key-file", "webhook client-ca-path",
}

// TestFlags compares the flags with the flags of cert-manager, column by column.
func TestFlags(t *testing.T) {
	f, err := os.Open("testdata/flags.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	ours, load, registered, compared := components(t), loaders(t), map[string]*pflag.Flag{}, 0
	for name, c := range ours {
		c.flags.VisitAll(func(f *pflag.Flag) {
			if !f.Hidden || f.Deprecated == "" { // those are of klog, and TestLive compares them
				registered[name+" "+f.Name] = f
			}
		})
	}
	for _, want := range lines[1:] {
		id := want[0] + " " + want[1]
		if want[1] == "config" {
			if got := configColumns(t, load[want[0]], want[0]); !slices.Equal(got, want) {
				t.Errorf("%s (-cert-manager +here):\n%s", id, cmp.Diff(want, got))
			}
			compared++
			continue
		}
		flag := registered[id]
		if flag == nil {
			t.Errorf("%s is missing", id)
			continue
		}
		delete(registered, id)
		if got := columns(t, ours[want[0]], flag, want); !slices.Equal(got, want) {
			t.Errorf("%s (-cert-manager +here):\n%s", id, cmp.Diff(want, got))
		}
		compared++
	}
	for id := range registered {
		t.Errorf("cert-manager does not have %s", id)
	}
	if compared != 129 {
		t.Errorf("%d flags compared", compared)
	}
}

// configColumns are the columns of the facts for --config, which the loader adds.
func configColumns(t *testing.T, load loadFunc, name string) []string {
	_, sets, err := load(nil)
	if err != nil {
		t.Fatal(err)
	}
	flag := sets.FlagSet(name).Lookup("config")
	method, _ := methods(flag)
	return []string{name, flag.Name, "Config", "", "flags-only struct", "", "", method, "", flag.DefValue,
		truth(flag.Hidden), truth(flag.Deprecated != ""), ""}
}

// columns are the columns of the facts for a flag that sets the field at the path in the row.
func columns(t *testing.T, c component, flag *pflag.Flag, row []string) []string {
	component, path, jsonPath := row[0], row[2], row[3]
	inner := at(t, c.config, path)
	outer, text := atJSON(t, c.versioned, jsonPath)
	method, constructor := methods(flag)
	if strings.HasPrefix(path, "Logging.") {
		method, constructor = "(logf.AddFlags -> logsapi.AddFlags filtered to 4)", ""
		text = marshal(t, inner.Interface())
	}
	isPath := ""
	if p, ok := inner.Addr().Interface().(*string); ok && slices.Contains(c.paths, p) &&
		!slices.Contains(missedPaths, component+" "+flag.Name) {
		isPath = "yes"
	}
	target := "another field"
	if changes(t, component, flag, path) {
		target = "internal config object"
	}
	return []string{component, flag.Name, path, jsonPath, target, typeName(inner.Type(), row[5]), typeName(outer, row[6]),
		method, constructor, text, truth(flag.Hidden), truth(flag.Deprecated != ""), isPath}
}

func truth(b bool) string { return map[bool]string{true: "true", false: "false"}[b] }

// at is the field at a Go path.
func at(t *testing.T, config any, path string) reflect.Value {
	v := reflect.ValueOf(config).Elem()
	for name := range strings.SplitSeq(path, ".") {
		if v = v.FieldByName(name); !v.IsValid() {
			t.Fatalf("%T has no %s", config, path)
		}
	}
	return v
}

// atJSON is the type of the field at a path in JSON, and the value there; "" if the file does not have it.
func atJSON(t *testing.T, object any, path string) (reflect.Type, string) {
	typ, value := reflect.TypeOf(object).Elem(), json.RawMessage(marshal(t, object))
	for name := range strings.SplitSeq(path, ".") {
		i := slices.IndexFunc(reflect.VisibleFields(typ), func(f reflect.StructField) bool {
			key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			return key == name
		})
		if i < 0 {
			t.Fatalf("%T has no %s", object, path)
		}
		typ = reflect.VisibleFields(typ)[i].Type
		var fields map[string]json.RawMessage
		if json.Unmarshal(value, &fields) == nil {
			value = fields[name]
		}
	}
	var list []json.RawMessage
	if json.Unmarshal(value, &list) == nil && len(list) > 0 {
		return typ, strings.ReplaceAll(string(value), ",", ", ")
	}
	return typ, string(value)
}

func marshal(t *testing.T, object any) string {
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// typeName is the name of a type as the facts spell packages.
func typeName(t reflect.Type, as string) string {
	name := strings.NewReplacer("v1.", "logsapi.", "v1alpha1.", "sharedv1alpha1.").Replace(t.String())
	if !strings.Contains(as, ".") {
		name = strings.ReplaceAll(name, "sharedv1alpha1.", "")
	}
	return name
}

// methods are how cert-manager registers a flag of this type.
func methods(flag *pflag.Flag) (method, constructor string) {
	switch kind := flag.Value.Type(); kind {
	case "mapStringBool", "mapStringString":
		return "Var", "cliflag.New" + strings.ToUpper(kind[:1]) + kind[1:]
	default:
		return strings.ToUpper(kind[:1]) + kind[1:] + "Var", ""
	}
}

// changes reports whether setting a flag changes the field at a path, and nothing else.
func changes(t *testing.T, name string, flag *pflag.Flag, path string) bool {
	samples := map[string]string{"bool": "false", "stringSlice": "a", "mapStringBool": "A=true", "mapStringString": "a=b",
		"duration": "7s", "pattern=N,...": "a=7", "string": "json"}
	before, c := components(t)[name], components(t)[name]
	value := samples[flag.Value.Type()]
	switch {
	case flag.Value.String() == "false":
		value = "true"
	case value == "":
		value = "7"
	}
	if err := c.flags.Set(flag.Name, value); err != nil {
		t.Fatal(flag.Name, err)
	}
	if reflect.DeepEqual(before.config, c.config) {
		return false
	}
	at(t, c.config, path).Set(at(t, before.config, path))
	return reflect.DeepEqual(before.config, c.config)
}

// TestLive compares the flags of the webhook with the flags that its published code registers, in all that pflag knows
// of them. The published release has no limits of PEM data yet.
func TestLive(t *testing.T) {
	config, err := live.NewWebhookConfiguration()
	if err != nil {
		t.Fatal(err)
	}
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	live.AddConfigFlags(fs, config)
	want, got := shown(fs), shown(components(t)["webhook"].flags)
	for name := range got {
		if strings.HasPrefix(name, "max-") {
			delete(got, name)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" || len(want) < 40 {
		t.Errorf("flags (-cert-manager +here):\n%s", diff)
	}
}

func shown(fs *pflag.FlagSet) map[string][]string {
	all := map[string][]string{}
	fs.VisitAll(func(f *pflag.Flag) {
		value := f.DefValue
		if f.Value.Type() == "stringSlice" && value == "" {
			value = "[]" // Here, a flag accepts the text that it prints.
		}
		all[f.Name] = []string{f.Shorthand, f.Usage, f.Value.Type(), value, f.NoOptDefVal, f.Deprecated, truth(f.Hidden)}
	})
	return all
}
