package configcommand

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/redact"
)

// sampleLine matches a line of a sample with a field: indentation, the # in front of a value, key and value.
var sampleLine = regexp.MustCompile(`^( *)(#?)([^ #\n].*)`)

// withDefaults returns a sample with the defaults that the program has. The generator of the sample reads defaults from
// source, and does not know those that are computed, or that functions of other modules set.
func (a *client) withDefaults(text []byte, root int, version string) ([]byte, error) {
	defaults, err := a.Defaults(root, version)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	var parents layers.Path
	for line := range strings.Lines(string(text)) {
		found := sampleLine.FindStringSubmatch(line)
		if found == nil {
			out.WriteString(line)
			continue
		}
		const step = 2
		indent, commented, field := found[1], found[2] != "", found[3]
		parsed, _ := layers.Parse(layers.File{Data: []byte(field), Header: layers.NoHeader})
		if parsed.Root == nil || len(parsed.Root.Fields) != 1 {
			out.WriteString(line)
			continue
		}
		key := parsed.Root.Keys()[0]
		path := parents[:min(len(indent)/step, len(parents))].Field(key)
		if commented {
			line = indent + "#" + withDefault(field, key, parsed.Root.Fields[key], defaults.At(path)) + "\n"
		} else { // An object, or apiVersion and kind.
			parents = path
		}
		out.WriteString(line)
	}
	return out.Bytes(), nil
}

// withDefault returns a field of a sample with its default. What has no default stays without a value, as the generator
// writes that. A default that is secret is not shown.
func withDefault(field, key string, sample, value *layers.Node) string {
	switch {
	case value == nil && !redact.IsEmpty(sample):
		value = &layers.Node{Kind: layers.Null}
	case value == nil || value.Text == redact.Mask || string(value.JSON()) == string(sample.JSON()):
		return field
	}
	text := layers.YAML(&layers.Node{Kind: layers.Map, Fields: map[string]*layers.Node{key: value}}, nil)
	if strings.Count(text, "\n") > 1 { // A list or an object is in one line, too.
		name, _, _ := strings.Cut(text, "\n")
		text = name + " " + string(value.JSON())
	}
	return strings.TrimSuffix(text, "\n")
}
