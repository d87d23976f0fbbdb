package status

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	diff "github.com/google/go-cmp/cmp"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/yaml"

	"github.com/configgen/configgen/fleet/internal/rollout"
	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

var update = flag.Bool("update", false, "write what the command prints into testdata")

// objects returns the objects of a file, which must not have unknown fields.
func objects(t *testing.T, file string) (found []client.Object) {
	t.Helper()
	scheme, err := newScheme()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close() //nolint:errcheck // It is read.
	decoder := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()
	for documents := utilyaml.NewYAMLReader(bufio.NewReader(text)); ; {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		object, err := runtime.Decode(decoder, document)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		found = append(found, object.(client.Object))
	}
}

// newFake is a client of a server with objects. With an error, it answers with that if it is asked for assignments.
func newFake(t *testing.T, refusal error, objects ...client.Object) client.Reader {
	t.Helper()
	scheme, err := newScheme()
	if err != nil {
		t.Fatal(err)
	}
	refuse := interceptor.Funcs{List: func(ctx context.Context, c client.WithWatch, list client.ObjectList,
		opts ...client.ListOption) error {
		if _, ok := list.(*fleet.ConfigAssignmentList); ok && refusal != nil {
			return fmt.Errorf("failed to list: %w", refusal)
		}
		return c.List(ctx, list, opts...)
	}}
	return fake.NewClientBuilder().WithScheme(scheme).WithObjects(objects...).WithInterceptorFuncs(refuse).Build()
}

// run runs the command and returns its output, with the error and the exit status.
func run(reader client.Reader, args ...string) string {
	cmd := newCommand(func(f flags) (client.Reader, string, error) { return reader, cmp.Or(f.namespace, "edge"), nil })
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetArgs(args)
	if err := cmd.Execute(); err != nil {
		var status interface{ ExitCode() int }
		if text := err.Error(); text != "" {
			out.WriteString(text + "\n")
		}
		if errors.As(err, &status) {
			fmt.Fprintf(&out, "[exit status %d]\n", status.ExitCode())
		}
	}
	return out.String()
}

// TestStatus compares what the command prints about the pools in testdata.
func TestStatus(t *testing.T) {
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			got := run(newFake(t, nil, objects(t, file)...), "relay")
			golden := strings.TrimSuffix(file, ".yaml") + ".txt"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil || string(want) != got {
				t.Errorf("%v (- want, + got):\n%s", err, diff.Diff(string(want), got))
			}
		})
	}
}

// TestFormats: programs get the same in JSON and YAML, with the status of the pool and all instances that differ.
func TestFormats(t *testing.T) {
	reader := newFake(t, nil, objects(t, "testdata/stopped.yaml")...)
	want, err := read(t.Context(), reader, client.ObjectKey{Namespace: "edge", Name: "relay"})
	if err != nil {
		t.Fatal(err)
	}
	if len(want.Differing) != 10 || want.Differing[0].State != rollout.Trial || want.Status.Wave != 3 {
		t.Errorf("got %+v", want)
	}
	for _, format := range []string{"json", "yaml"} {
		text, ended := strings.CutSuffix(run(reader, "relay", "-o", format), "[exit status 1]\n")
		var got Summary
		if err := yaml.UnmarshalStrict([]byte(text), &got); err != nil || !ended || !reflect.DeepEqual(&got, want) {
			t.Errorf("%s: %v (- want, + got)\n%s", format, err, diff.Diff(want, &got))
		}
		if !strings.Contains(text, "reason") || strings.Contains(text, "Reason:") {
			t.Errorf("%s: the names of fields begin with a lower-case letter:\n%s", format, text)
		}
	}
}

// TestNoCluster: where the command looks for a server, and what is missing there.
func TestNoCluster(t *testing.T) {
	file := filepath.Join(t.TempDir(), "admin.conf")
	if err := os.WriteFile(file, []byte("apiVersion: v1\nkind: Config\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("KUBECONFIG", file)
	t.Setenv("KUBERNETES_SERVICE_HOST", "")
	for kubeconfig, want := range map[string]string{
		file: "the kubeconfig file " + file + " has no current-context: add it",
		"": "no cluster is configured: specify --kubeconfig, or set KUBECONFIG to a file that exists and has a " +
			"current-context",
	} {
		if _, _, err := connect(flags{kubeconfig: kubeconfig}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestFailures checks the messages about invalid command lines, and about pools that the command cannot read.
func TestFailures(t *testing.T) {
	pool := objects(t, "testdata/stopped.yaml")
	for _, c := range []struct {
		args    string
		refusal error
		objects []client.Object
		want    string
	}{
		{"", nil, nil, "name one pool, as in config-fleet status POOL -n NAMESPACE"},
		{"a b", nil, nil, "name one pool, as in config-fleet status POOL -n NAMESPACE"},
		{"relay -o table", nil, pool, `invalid --output "table": must be json or yaml`},
		{"relay --out", nil, pool, "unknown flag: --out"},
		{"relay", nil, nil, "there is no pool in the namespace edge: specify another one with -n"},
		{"relay -n core", nil, pool, "there is no pool in the namespace core: specify another one with -n"},
		{"rely", nil, pool, "there is no pool rely in the namespace edge: specify one of canary, relay, or another " +
			"namespace with -n"},
		{"relay", apierrors.NewForbidden(schema.GroupResource{Resource: "things"}, "", errors.New("no rule")), pool,
			"ask for the rights to list configpools and configassignments in the namespace edge: failed to list: " +
				"things is forbidden: no rule"},
		{"relay", &meta.NoKindMatchError{GroupKind: schema.GroupKind{Group: "a", Kind: "K"}}, pool,
			"the API server does not know the group a: apply the definitions in fleet/manifests"},
		{"relay", apierrors.NewUnauthorized("no token"), pool, "the API server refuses the credentials: check the token or " +
			"the certificate that --kubeconfig, KUBECONFIG or the service account has, and whether it has expired"},
		{"relay", &url.Error{Op: "Get", URL: "https://server", Err: io.EOF}, pool,
			`the API server does not answer: check --kubeconfig or KUBECONFIG: Get "https://server": EOF`},
	} {
		got := run(newFake(t, c.refusal, c.objects...), strings.Fields(c.args)...)
		if got != c.want+"\n[exit status 2]\n" {
			t.Errorf("%q:\n%s", c.args, got)
		}
	}
}
