package kube

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/client-go/rest"
)

func TestValidateConfigSource(t *testing.T) {
	good := ConfigMapSource{Namespace: "relay", Name: "config", Key: "relay.yaml"}
	goodObject := ObjectSource{Group: "relay.example.com", Version: "v1", Resource: "relayconfigs", Name: "main",
		Field: "spec.config"}
	configMap := func(change func(*ConfigMapSource)) *ConfigSource {
		c := good
		change(&c)
		return &ConfigSource{ConfigMap: &c}
	}
	object := func(change func(*ObjectSource)) *ConfigSource {
		o := goodObject
		change(&o)
		return &ConfigSource{Object: &o}
	}
	for _, c := range []struct {
		name   string
		source *ConfigSource
		want   string
	}{
		{"nil", nil, ""},
		{"none", &ConfigSource{}, "spec: Invalid value: specify exactly one of configMap, object and assignment"},
		{"both", &ConfigSource{ConfigMap: &good, Object: &goodObject},
			"spec: Invalid value: specify exactly one of configMap, object and assignment"},
		{"ConfigMap", configMap(func(*ConfigMapSource) {}), ""},
		{"no namespace", configMap(func(c *ConfigMapSource) { c.Namespace = "" }),
			"spec.configMap.namespace: Required value"},
		{"no name", configMap(func(c *ConfigMapSource) { c.Name = "" }), "spec.configMap.name: Required value"},
		{"no key", configMap(func(c *ConfigMapSource) { c.Key = "" }), "spec.configMap.key: Required value"},
		{"a name that is a path", configMap(func(c *ConfigMapSource) { c.Name = "../evil" }),
			"spec.configMap.name: Invalid value"},
		{"a key that is a path", configMap(func(c *ConfigMapSource) { c.Key = "a/b" }), "spec.configMap.key: Invalid value"},
		{"UID", configMap(func(c *ConfigMapSource) { c.UID = "1" }), "spec.configMap.uid: Forbidden"},
		{"resourceVersion", configMap(func(c *ConfigMapSource) { c.ResourceVersion = "1" }),
			"spec.configMap.resourceVersion: Forbidden"},
		{"object", object(func(*ObjectSource) {}), ""},
		{"no version", object(func(o *ObjectSource) { o.Version = "" }), "spec.object.version: Required value"},
		{"no resource", object(func(o *ObjectSource) { o.Resource = "" }), "spec.object.resource: Required value"},
		{"no field", object(func(o *ObjectSource) { o.Field = "" }), "spec.object.field: Required value"},
		{"the status as configuration", object(func(o *ObjectSource) { o.Field = "status.config" }),
			"spec.object.field: Invalid value"},
		{"an empty element", object(func(o *ObjectSource) { o.Field = "spec..x" }), "spec.object.field: Invalid value"},
		{"assignment", &ConfigSource{Assignment: &AssignmentSource{"edge", "node-1"}}, ""},
		{"an assignment without a name", &ConfigSource{Assignment: &AssignmentSource{Namespace: "edge"}},
			"spec.assignment.name: Required value"},
		{"the object's UID", object(func(o *ObjectSource) { o.UID = "1" }), "spec.object.uid: Forbidden"},
	} {
		t.Run(c.name, func(t *testing.T) {
			errs := ValidateConfigSource(c.source, field.NewPath("spec"))
			if c.want == "" && len(errs) > 0 {
				t.Errorf("%v, want none", errs)
			}
			if c.want != "" && (len(errs) != 1 || !strings.HasPrefix(shorten(errs[0]), c.want)) {
				t.Errorf("%v, want %s", errs, c.want)
			}
		})
	}
}

// shorten removes the value.
func shorten(e *field.Error) string {
	if e.Type == field.ErrorTypeInvalid {
		return e.Field + ": Invalid value: " + e.Detail
	}
	return e.Error()
}

// TestOpen: what --dynamic-config-source names is a source of that server, or an error that says what is wrong.
func TestOpen(t *testing.T) {
	var servers int
	sources := Options{Component: "shipper"}.Open(func() (*rest.Config, error) {
		servers++
		return &rest.Config{Host: "https://127.0.0.1:1"}, nil
	})
	for _, c := range []struct{ form, name, want, instance string }{
		{"configassignment:NAMESPACE/NAME", "edge/node-1", "configassignments.fleet.configgen.dev edge/node-1", "node-1"},
		{"configmap:NAMESPACE/NAME/KEY", "edge/shipper/a.yaml", "configmaps edge/shipper", ""},
		{"configassignment:NAMESPACE/NAME", "node-1", "assignment.name: Required value", ""},
		{"configmap:NAMESPACE/NAME/KEY", "edge/shipper", "configMap.key: Required value", ""},
	} {
		source, err := sources[c.form](c.name)
		if err != nil {
			if err.Error() != c.want {
				t.Errorf("%s: %v, want %s", c.name, err, c.want)
			}
			continue
		}
		if s, ok := source.(*Source); !ok || s.name() != c.want || c.instance != "" && s.opts.Instance != c.instance {
			t.Errorf("%s: %v, want %s of %s", c.name, source, c.want, c.instance)
		}
	}
	if servers != 2 {
		t.Errorf("%d servers were asked for, want 2", servers)
	}
}

// TestServerThatIsNotKnownYet: a kubeconfig file that is missing or broken makes a source unavailable, with the reason,
// and keeps no component from starting. Once it is there, the source answers, under the path of the server.
func TestServerThatIsNotKnownYet(t *testing.T) {
	var prefix string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		want := prefix + "/apis/fleet.configgen.dev/v1alpha1/namespaces/edge/configassignments/node-1"
		if r.URL.Path != want {
			t.Errorf("asked for %s, want %s", r.URL.Path, want)
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"apiVersion":"fleet.configgen.dev/v1alpha1","kind":"ConfigAssignment","metadata":{"name":"node-1",`+
			`"namespace":"edge","uid":"u","resourceVersion":"1"},"spec":{}}`)
	}))
	defer server.Close()
	missing := errors.New("stat kubeconfig: no such file or directory")
	for _, c := range []struct {
		prefix string
		wrong  error
	}{{"", missing}, {"/cluster", missing}, {"", nil}} {
		config, why := &rest.Config{Host: server.URL + c.prefix}, c.wrong
		prefix, config.CAFile = c.prefix, "missing.crt"
		sources := Options{}.Open(func() (*rest.Config, error) { return config, why })
		source, err := sources["configassignment:NAMESPACE/NAME"]("edge/node-1")
		if err != nil {
			t.Fatal(err)
		}
		fetch := func(want string) {
			t.Helper()
			message := ""
			if _, err := source.Fetch(t.Context()); err != nil {
				message = err.Error()
			}
			if message != want {
				t.Errorf("%s, want %s", message, want)
			}
		}
		const unknown = "configassignments.fleet.configgen.dev edge/node-1: the server is not known: "
		if why != nil {
			fetch(unknown + why.Error())
		}
		why = nil
		fetch(unknown + "open missing.crt: no such file or directory")
		config.CAFile = ""
		fetch("")
	}
}

// TestServerIsAskedForWithoutALock: the function that returns the server may itself need the server, and several
// requests may ask for it at the same time. The first answer is kept.
func TestServerIsAskedForWithoutALock(t *testing.T) {
	var c connecting
	asked := 0
	c.cluster = func() (*rest.Config, error) {
		asked++
		config := &rest.Config{Host: fmt.Sprintf("http://server-%d", asked)}
		if asked > 1 {
			return config, nil
		}
		_, _, err := c.server()
		return config, err
	}
	for range 2 {
		if _, base, err := c.server(); err != nil || base.Host != "server-2" || asked != 2 {
			t.Errorf("%v, %v, asked %d times", base, err, asked)
		}
	}
}
