package flagvalues

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

type nodeLabels struct {
	target *map[string]string
	set    bool
}

// NewNodeLabels binds labels: KEY=VALUE, or KEY alone for an empty value, joined by commas. The built-in map binding
// does not take a key alone.
func NewNodeLabels(target *map[string]string) pflag.Value {
	return &nodeLabels{target: target}
}

// Type names the value in help and documentation.
func (*nodeLabels) Type() string { return "mapStringString" }

// String prints the labels sorted by key.
func (v *nodeLabels) String() string {
	if v == nil || v.target == nil {
		return ""
	}
	var pairs []string
	for _, key := range slices.Sorted(maps.Keys(*v.target)) {
		pairs = append(pairs, key+"="+(*v.target)[key])
	}
	return strings.Join(pairs, ",")
}

// Set parses what NewNodeLabels describes.
func (v *nodeLabels) Set(text string) error {
	labels := map[string]string{}
	if v.set && text != "" {
		maps.Copy(labels, *v.target)
	}
	for pair := range strings.SplitSeq(text, ",") {
		if pair = strings.TrimSpace(pair); pair == "" {
			continue
		}
		key, value, _ := strings.Cut(pair, "=")
		if key = strings.TrimSpace(key); key == "" {
			return fmt.Errorf("%q: write KEY=VALUE", pair)
		}
		labels[key] = strings.TrimSpace(value)
	}
	*v.target = labels
	v.set = true
	return nil
}
