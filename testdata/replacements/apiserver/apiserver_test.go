package apiserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/apis/apiserver"
	"k8s.io/apiserver/pkg/apis/apiserver/install"
	"k8s.io/apiserver/pkg/apis/apiserver/load"
	"k8s.io/apiserver/pkg/apis/apiserver/validation"
	authenticationcel "k8s.io/apiserver/pkg/authentication/cel"
	authorizationcel "k8s.io/apiserver/pkg/authorization/cel"
	"k8s.io/apiserver/pkg/util/feature"
	tracing "k8s.io/component-base/tracing/api/v1"
	"sigs.k8s.io/yaml"

	handwritten "example.com/replacements/apiserver/config/validation"
	"github.com/configgen/configgen/componentconfig"
)

// row is a file. In it, $D is the directory that it is in, and KEY a key of 32 bytes.
type row struct {
	Case string `json:"case"`
	// Of is the part of kube-apiserver that reads the file.
	Of   string `json:"of"`
	File string `json:"file"`
}

// better are the rows that differ on purpose, with the reason. At most one of ten may.
var better = map[string]string{
	"encryption: two documents": "B3: the second document would have no effect",
	"authorization: a kubeconfig beside the file": "B2: a relative path in a file is that of a file beside it, as in the " +
		"admission configuration",
	"admission: the file of a plugin": "B3: a file without a header, which was the configuration of a single plugin before " +
		"there was an admission configuration, is named in one: plugins: [{name: ImagePolicyWebhook, path: FILE}]",
	"tracing: flow style": "strictness: a file that begins with a brace is read as YAML; upstream takes it for JSON",
}

func rows(t *testing.T) (all []row) {
	text, err := os.ReadFile("testdata/cases.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.UnmarshalStrict(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// key is the base64 text of 32 bytes, which nothing else contains.
const key = "c2VudGluZWwgb2YgMzIgYnl0ZXMgZm9yIGEga2V5ISE="

// strict decodes a file of any version into an internal type, as all parts of kube-apiserver do.
func strict(data []byte) (runtime.Object, error) {
	scheme := runtime.NewScheme()
	install.Install(scheme)
	return runtime.Decode(serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDecoder(), data)
}

// upstream is what the published functions of kube-apiserver make of a file.
func upstream(of, name string) (config runtime.Object, err error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	switch of {
	case "authorization":
		config, err = load.LoadFromFile(name)
	case "admission":
		if _, err := readAdmission(name); err != nil {
			return nil, err
		}
		if config, err = strict(data); err != nil {
			return &apiserver.AdmissionConfiguration{}, nil // The file of a plugin that has one of its own.
		}
	default:
		config, err = strict(data)
	}
	if err != nil {
		return nil, err
	}
	var errs field.ErrorList
	known := false
	switch c := config.(type) {
	case *apiserver.EncryptionConfiguration: // as in pkg/server/options/encryptionconfig
		known, errs = of == "encryption", validation.ValidateEncryptionConfiguration(c, false)
	case *apiserver.AuthenticationConfiguration: // as in pkg/kubeapiserver/options of Kubernetes
		known = of == "authentication"
		errs = validation.ValidateAuthenticationConfiguration(authenticationcel.NewDefaultCompiler(), c, nil)
	case *apiserver.AuthorizationConfiguration:
		known = of == "authorization"
		errs = validation.ValidateAuthorizationConfiguration(authorizationcel.NewDefaultCompiler(), nil, c,
			handwritten.Modes(), sets.New("Webhook"))
	case *apiserver.TracingConfiguration: // as in pkg/server/options
		known = of == "tracing"
		errs = tracing.ValidateTracingConfiguration(&c.TracingConfiguration, feature.DefaultFeatureGate, nil)
	case *apiserver.AdmissionConfiguration: // as in pkg/admission
		known = of == "admission"
		for i, p := range c.Plugins {
			if p.Path != "" && !filepath.IsAbs(p.Path) {
				c.Plugins[i].Path = filepath.Join(filepath.Dir(name), p.Path)
			}
		}
	}
	if !known {
		return nil, errors.New("unexpected type")
	}
	return config, errs.ToAggregate()
}

// here is what the loaders of this module make of it.
func here(of, name string) (config runtime.Object, shown string, err error) {
	switch of {
	case "encryption":
		return loaded(NewEncryptionLoader().Load([]string{"--encryption-provider-config=" + name}))
	case "authentication":
		return loaded(NewAuthenticationLoader().Load([]string{"--authentication-config=" + name}))
	case "authorization":
		return loaded(NewAuthorizationLoader().Load([]string{"--authorization-config=" + name}))
	case "admission":
		return loaded(NewAdmissionLoader().Load([]string{"--admission-control-config-file=" + name}))
	}
	return loaded(NewTracingLoader().Load([]string{"--tracing-config-file=" + name}))
}

func loaded[T any](l *componentconfig.Loaded[T], err error) (runtime.Object, string, error) {
	if err != nil {
		return nil, "", err
	}
	config, _ := any(l.Config).(runtime.Object)
	return config, l.Explain(), nil
}

// position begins a message about a file.
var position = regexp.MustCompile(`file\.yaml:\d+:\d+: `)

// write writes the file of a row, and one that it may name.
func write(t *testing.T, r row) (name string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "files") // t.TempDir would have the name of the row, which may name a secret.
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	name = filepath.Join(dir, "file.yaml")
	text := strings.NewReplacer("$D", dir, "KEY", key).Replace(r.File)
	if err := errors.Join(os.WriteFile(name, []byte(text), 0o600),
		os.WriteFile(filepath.Join(dir, "kubeconfig"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	return name
}

// sameJSON compares raw objects by their content: a file in JSON has its own blanks.
var sameJSON = cmp.Transformer("JSON", func(u runtime.Unknown) (out any) {
	if err := json.Unmarshal(u.Raw, &out); err != nil {
		return string(u.Raw)
	}
	return map[string]any{"type": u.TypeMeta, "encoding": u.ContentType, "content": out}
})

// TestCases compares what the loaders make of each file with what kube-apiserver makes of it.
func TestCases(t *testing.T) {
	all, differ := rows(t), 0
	for _, r := range all {
		t.Run(r.Of+": "+r.Case, func(t *testing.T) {
			name := write(t, r)
			want, upstreamErr := upstream(r.Of, name)
			got, shown, err := here(r.Of, name)
			var diff string
			if err == nil && upstreamErr == nil {
				diff = cmp.Diff(want, got, sameJSON)
			}
			same := (err == nil) == (upstreamErr == nil) && diff == ""
			switch reason := better[r.Of+": "+r.Case]; {
			case !same && reason == "":
				t.Errorf("kube-apiserver: %v\nhere: %v\neffective (-kube-apiserver +here):\n%s", upstreamErr, err, diff)
			case same && reason != "":
				t.Errorf("the row is as kube-apiserver has it, and marked as better: %s", reason)
			case !same:
				differ++
			}
			if strings.HasPrefix(r.Case, "wrong:") && !position.MatchString(fmt.Sprint(err)) {
				t.Errorf("the mistake has no position: %v", err)
			}
			if text := fmt.Sprint(err, shown); strings.Contains(text, key) || err == nil && strings.Contains(r.File, "KEY") &&
				!strings.Contains(shown, "***") {
				t.Errorf("a key is shown, or not masked:\n%s", text)
			}
		})
	}
	if len(all) < 60 || differ*10 > len(all) {
		t.Errorf("%d rows, %d of them differ", len(all), differ)
	}
}

// readAdmission reads a file as kube-apiserver does, which shows only what a plugin gets.
func readAdmission(name string) (admission.ConfigProvider, error) {
	scheme := runtime.NewScheme()
	install.Install(scheme)
	return admission.ReadAdmissionConfiguration([]string{"ImagePolicyWebhook"}, name, scheme)
}

// TestPlugins: plugins get the configuration that kube-apiserver gives them.
func TestPlugins(t *testing.T) {
	got := 0
	for _, r := range rows(t) {
		if r.Of != "admission" {
			continue
		}
		name := write(t, r)
		loaded, err := NewAdmissionLoader().Load([]string{"--admission-control-config-file=" + name})
		if err != nil {
			continue
		}
		reader, err := readAdmission(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, plugin := range loaded.Config.Plugins {
			if plugin.Configuration == nil {
				continue
			}
			text, err := reader.ConfigFor(plugin.Name)
			if err != nil {
				t.Fatal(err)
			}
			content, err := io.ReadAll(text)
			if diff := cmp.Diff(runtime.Unknown{Raw: content}, runtime.Unknown{Raw: plugin.Configuration.Raw}, sameJSON); err != nil ||
				diff != "" {
				t.Errorf("%s: %s: %v (-kube-apiserver +here)\n%s", r.Case, plugin.Name, err, diff)
			}
			got++
		}
	}
	if got == 0 {
		t.Error("no row has the configuration of a plugin")
	}
}
