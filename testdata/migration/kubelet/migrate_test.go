package kubelet_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	logsapi "k8s.io/component-base/logs/api/v1"
	"sigs.k8s.io/randfill"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configcommand"
	"github.com/configgen/configgen/componentconfig/configtest"

	"example.com/migration/kubelet"
	"example.com/migration/kubelet/options"
	"example.com/migration/kubelet/v1beta1"
)

var randomFiles = flag.Int("files", 40, "the number of random files to migrate")

func newLoader() *componentconfig.Loader[kubelet.KubeletConfiguration] {
	return componentconfig.New("kubelet", options.KubeletConfigurationRoot(), componentconfig.WithConfigFile())
}

// randomFile returns the text of a file of v1beta1.
func randomFile(t *testing.T, seed int64) string {
	t.Helper()
	c := &v1beta1.KubeletConfiguration{}
	randfill.NewWithSeed(seed).NilChance(0.1).NumElements(1, 3).Funcs(
		func(s *string, r randfill.Continue) {
			*s = []string{"text #%d: {x}", "plain%d", "it's %d", "%d", ""}[r.Intn(5)]
			*s = strings.ReplaceAll(*s, "%d", fmt.Sprint(r.Intn(100)))
		},
		func(d *metav1.Duration, r randfill.Continue) {
			d.Duration = time.Duration(r.Intn(5000)) * time.Millisecond
		},
		func(q *resource.Quantity, r randfill.Continue) {
			*q = resource.MustParse(fmt.Sprintf("%dMi", 1+r.Intn(1000)))
		},
		func(at *metav1.Time, r randfill.Continue) { at.Time = time.Unix(int64(r.Intn(1e9)), 0).UTC() },
		func(n *int32, r randfill.Continue) { *n = int32(r.Intn(100)) },
		func(n *float64, r randfill.Continue) { *n = float64(r.Intn(8)) / 8 },
		func(c *logsapi.LoggingConfiguration, r randfill.Continue) {
			c.Format, c.Verbosity = "text", logsapi.VerbosityLevel(r.Intn(10))
			c.FlushFrequency.Duration.Duration, c.FlushFrequency.SerializeAsString = time.Second, true
		},
	).Fill(c)
	c.APIVersion, c.Kind = "kubelet.config.k8s.io/v1beta1", "KubeletConfiguration"
	c.FeatureGates = nil
	return configtest.Commented(t, seed, c)
}

func TestMigrateRandom(t *testing.T) {
	loader := newLoader()
	shared := func() *componentconfig.Loader[kubelet.KubeletConfiguration] { return loader }
	file := filepath.Join(t.TempDir(), "kubelet.yaml")
	for seed := range int64(*randomFiles) {
		text := randomFile(t, seed)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if configtest.Migrates(t, shared, file); t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
	}
}

// TestEachFieldHasAPlaceInEachVersion: conversion-gen and +moved convert all fields.
func TestEachFieldHasAPlaceInEachVersion(t *testing.T) {
	root := options.KubeletConfigurationRoot()
	if !slices.Equal(root.Compared, []string{"v1", "v1beta1"}) || len(root.Opaque) > 0 {
		t.Errorf("compared with %q, opaque: %+v", root.Compared, root.Opaque)
	}
}

func filesIn(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/" + dir + "/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	return files
}

func TestMigrateHandMade(t *testing.T) {
	configtest.Migrates(t, newLoader, filesIn(t, "migrated")...)
}

// TestMigrateRefused expects the problems in the first lines of each file, and the file as it was.
func TestMigrateRefused(t *testing.T) {
	for _, file := range filesIn(t, "refused") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		for line := range strings.Lines(string(text)) {
			if problem, ok := strings.CutPrefix(line, "# refused: "); ok {
				want += problem
			}
		}
		name := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		status := configcommand.Run(context.Background(), newLoader(), []string{"migrate", name},
			&stdout, &stderr)
		if got := strings.ReplaceAll(stdout.String()+stderr.String(), name+":", ""); status != 1 || got != want {
			t.Errorf("%s: status %d, got\n%s\nwant\n%s", file, status, got, want)
		}
		if after, err := os.ReadFile(name); err != nil || !bytes.Equal(after, text) {
			t.Errorf("%s was changed (%v)", file, err)
		}
	}
}
