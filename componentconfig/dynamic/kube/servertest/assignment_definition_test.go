package servertest

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	"sigs.k8s.io/controller-tools/pkg/crd"
	"sigs.k8s.io/controller-tools/pkg/deepcopy"
	"sigs.k8s.io/controller-tools/pkg/genall"
	"sigs.k8s.io/controller-tools/pkg/loader"
)

var update = flag.Bool("update", false, "write what controller-gen makes of the types of module fleet")

// fleetDir is the directory of module fleet.
const fleetDir = repository + "/fleet"

// The definitions of assignments and pools in it.
const (
	assignmentDefinition = "manifests/fleet.configgen.dev_configassignments.yaml"
	poolDefinition       = "manifests/fleet.configgen.dev_configpools.yaml"
)

// TestFleetIsGenerated: the definitions and the deep copies are the output of controller-gen.
func TestFleetIsGenerated(t *testing.T) {
	t.Parallel()
	files := memory{}
	crds, copies := genall.Generator(crd.Generator{}), genall.Generator(deepcopy.Generator{})
	runtime, err := genall.Generators{&crds, &copies}.ForRootsWithConfig(&packages.Config{Dir: fleetDir}, "./v1alpha1")
	if err != nil {
		t.Fatal(err)
	}
	runtime.OutputRules.Default = files
	if runtime.Run() {
		t.Fatal("controller-gen has reported errors")
	}
	for name, path := range map[string]string{
		filepath.Base(assignmentDefinition): assignmentDefinition,
		filepath.Base(poolDefinition):       poolDefinition,
		"zz_generated.deepcopy.go":          "v1alpha1/zz_generated.deepcopy.go",
	} {
		made, found := files[name]
		if !found {
			t.Fatalf("%s is not among %v", name, files)
		}
		// Without the version of controller-gen, which it takes from the build of the program that it is in.
		if before, after, found := strings.Cut(made.String(), "  annotations:\n"); found {
			_, after, _ = strings.Cut(after, "\n")
			made = bytes.NewBufferString(before + after)
		}
		path = filepath.Join(fleetDir, path)
		if *update {
			if err := os.WriteFile(path, made.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if present, err := os.ReadFile(path); err != nil || !bytes.Equal(present, made.Bytes()) {
			t.Errorf("%s is not what controller-gen makes of the types: go test . -run FleetIsGenerated -update: %v", path, err)
		}
	}
}

// memory keeps files under their names.
type memory map[string]*bytes.Buffer

func (m memory) Open(_ *loader.Package, name string) (io.WriteCloser, error) {
	m[name] = &bytes.Buffer{}
	return struct {
		io.Writer
		io.Closer
	}{m[name], io.NopCloser(nil)}, nil
}
