// Package published tests roots that are published structs.
package published

import (
	"testing"

	"github.com/spf13/pflag"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"example.com/golden/published/alias"
	aliasoptions "example.com/golden/published/alias/options"
	aliasvalidation "example.com/golden/published/alias/validation"
	"example.com/golden/published/defined"
	definedoptions "example.com/golden/published/defined/options"
	definedvalidation "example.com/golden/published/defined/validation"
	"example.com/golden/published/embedded"
	embeddedoptions "example.com/golden/published/embedded/options"
	embeddedvalidation "example.com/golden/published/embedded/validation"
)

// try sets the flag of a root and validates the value.
func try[T any](
	t *testing.T, name string, config *T, add func(*pflag.FlagSet, *T), validate func(*T) field.ErrorList, value func(*T) string,
) {
	t.Helper()
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	add(fs, config)
	if err := fs.Parse([]string{"--include=far too long"}); err != nil || value(config) != "far too long" {
		t.Errorf("%s: %v, %+v", name, err, config)
	}
	errs := validate(config)
	if len(errs) != 1 || errs[0].Field != "includeObject" || errs[0].Type != field.ErrorTypeTooLong {
		t.Errorf("%s: %v", name, errs)
	}
}

// TestPublishedRoots tries a root that embeds a published struct, one that is an alias of it, and one that it defines.
func TestPublishedRoots(t *testing.T) {
	try(t, "embedded", &embedded.Root{}, embeddedoptions.AddRootFlags, embeddedvalidation.ValidateRoot,
		func(c *embedded.Root) string { return string(c.IncludeObject) })
	try(t, "alias", &alias.Root{}, aliasoptions.AddRootFlags, aliasvalidation.ValidateRoot,
		func(c *metav1.TableOptions) string { return string(c.IncludeObject) })
	try(t, "defined", &defined.Root{}, definedoptions.AddRootFlags, definedvalidation.ValidateRoot,
		func(c *defined.Root) string { return string(c.IncludeObject) })
}
