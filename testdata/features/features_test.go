package features

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"
	"sigs.k8s.io/yaml"
)

// entry is a feature of the list, in Kubernetes' file and in the generated one.
type entry struct {
	Name           string  `json:"name"`
	VersionedSpecs []stage `json:"versionedSpecs"`
}

type stage struct {
	Default       bool   `json:"default"`
	LockToDefault bool   `json:"lockToDefault"`
	PreRelease    string `json:"preRelease"`
	Version       string `json:"version"`
}

func read(t *testing.T, name string) []entry {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var list []entry
	if err := yaml.UnmarshalStrict(content, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

func facts(t *testing.T) []entry {
	t.Helper()
	list := read(t, "facts/versioned_feature_list.yaml")
	if len(list) != 193 {
		t.Fatalf("%d features in the list, want 193", len(list))
	}
	return list
}

// TestHistory: the generated history is Kubernetes' own list, entry by entry and in its order.
func TestHistory(t *testing.T) {
	got, want := read(t, "zz_generated.features.yaml"), facts(t)
	if len(got) != len(want) {
		t.Fatalf("%d features, want %d", len(got), len(want))
	}
	for i := range want {
		if fmt.Sprint(got[i]) != fmt.Sprint(want[i]) {
			t.Errorf("entry %d:\n%v\nwant:\n%v", i, got[i], want[i])
		}
	}
}

// TestReference: the table says the same about every feature.
func TestReference(t *testing.T) {
	table, err := os.ReadFile("zz_generated.features.md")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, e := range facts(t) {
		for i, s := range e.VersionedSpecs {
			value, until := fmt.Sprint(s.Default), ""
			if s.LockToDefault {
				value += ", locked"
			}
			if i+1 < len(e.VersionedSpecs) {
				until = e.VersionedSpecs[i+1].Version
			}
			want = append(want, fmt.Sprintf("| `%s` | %s | %s | %s | %s |", e.Name, value, s.PreRelease, s.Version, until))
		}
	}
	got := regexp.MustCompile("(?m)^\\| `.*$").FindAllString(string(table), -1)
	if !slices.Equal(got, want) {
		t.Errorf("table:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestTable: component-base takes the table at every version, and comes to the list's stage and default.
func TestTable(t *testing.T) {
	stages := map[string]string{"Alpha": "ALPHA", "Beta": "BETA", "GA": "", "Deprecated": "DEPRECATED"}
	for minor := range 36 {
		own := version.MajorMinor(1, uint(minor))
		gate, err := NewFeatureGate(own)
		if err != nil {
			t.Fatal(err)
		}
		all := gate.GetAll()
		for _, e := range facts(t) {
			want := "PRE-ALPHA false false"
			for _, s := range e.VersionedSpecs {
				if own.AtLeast(version.MustParse(s.Version)) {
					want = fmt.Sprint(stages[s.PreRelease], " ", s.Default, " ", s.LockToDefault)
				}
			}
			got := "PRE-ALPHA false false"
			if spec, there := all[featuregate.Feature(e.Name)]; there {
				got = fmt.Sprint(spec.PreRelease, " ", spec.Default, " ", spec.LockToDefault)
			}
			if got != want || gate.Enabled(featuregate.Feature(e.Name)) != strings.Contains(want, " true ") {
				t.Errorf("%s at %s: %s, want %s", e.Name, own, got, want)
			}
		}
	}
}
