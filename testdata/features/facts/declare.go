// Declare reads the list of features beside it from standard input, and prints the constants that declare them by markers. It
// was run once, to write features.go:
//
//	go run ./facts < facts/versioned_feature_list.yaml | gofmt > features.go
package main

import (
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"sigs.k8s.io/yaml"
)

// Feature is an entry of the list.
type Feature struct {
	Name           string  `json:"name"`
	VersionedSpecs []Stage `json:"versionedSpecs"`
}

// Stage is one stage of a feature.
type Stage struct {
	Default       bool   `json:"default"`
	LockToDefault bool   `json:"lockToDefault"`
	PreRelease    string `json:"preRelease"`
	Version       string `json:"version"`
}

func main() {
	list, err := io.ReadAll(os.Stdin)
	if err != nil {
		log.Fatal(err)
	}
	var features []Feature
	if err := yaml.UnmarshalStrict(list, &features); err != nil {
		log.Fatal(err)
	}
	fmt.Print("// Package features declares the versioned features of Kubernetes by markers.\npackage features\n\n",
		"import \"k8s.io/component-base/featuregate\"\n\nconst (\n")
	for _, f := range features {
		fmt.Printf("// %s is a feature of Kubernetes.\n", f.Name)
		for _, s := range f.VersionedSpecs {
			arguments := fmt.Sprintf("stage: %s, since: %q", strings.ToLower(s.PreRelease), s.Version)
			if s.Default {
				arguments += ", default: true"
			}
			if s.LockToDefault {
				arguments += ", locked: true"
			}
			fmt.Printf("// +feature(%s)\n", arguments)
		}
		fmt.Printf("%s featuregate.Feature = %q\n\n", f.Name, f.Name)
	}
	fmt.Println(")")
}
