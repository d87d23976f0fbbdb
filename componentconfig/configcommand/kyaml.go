package configcommand

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"

	"sigs.k8s.io/yaml"
	"sigs.k8s.io/yaml/kyaml"

	"github.com/configgen/configgen/componentconfig/internal/extension"
)

// printKYAML prints a configuration in the dialect of YAML that KEP-5295 describes: braces, quoted strings, commas
// after every value, and a document mark in front. It returns an error if the output would be another configuration:
// the library loses spaces other than blanks and tabs at the beginning of the second line of a string.
func printKYAML(w io.Writer, p printing, root extension.Shown) error {
	text := yamlOf(p, root)
	var out bytes.Buffer
	var want, got any
	err := errors.Join(new(kyaml.Encoder).FromYAML(strings.NewReader(text), &out),
		yaml.Unmarshal([]byte(text), &want), yaml.Unmarshal(out.Bytes(), &got))
	if err == nil && !reflect.DeepEqual(want, got) {
		err = errors.New("--output=kyaml: the configuration has a string that KYAML cannot hold; use --output=yaml")
	}
	if err != nil {
		return err
	}
	_, err = w.Write(out.Bytes())
	return err
}
