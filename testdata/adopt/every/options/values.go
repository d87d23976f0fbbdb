package options

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"example.com/adopt/every/config"
)

var levels = []string{"debug", "info", "error"}

type level struct{ target *config.Level }

// NewLevel returns the flag value of a level.
func NewLevel(target *config.Level) pflag.Value { return level{target} }

func (v level) String() string {
	if v.target == nil {
		return ""
	}
	return string(*v.target)
}

func (v level) Set(text string) error {
	if !slices.Contains(levels, text) {
		return fmt.Errorf("%q is not one of %q", text, levels)
	}
	*v.target = config.Level(text)
	return nil
}

func (v level) Type() string { return "level" }

// filePointer is the flag value of a file that is nil if there is none. It has no constructor.
type filePointer struct{ target **string }

func (v *filePointer) String() string {
	if v.target == nil || *v.target == nil {
		return ""
	}
	return **v.target
}

func (v *filePointer) Set(text string) error {
	*v.target = nil
	if text != "" {
		*v.target = &text
	}
	return nil
}

func (v *filePointer) Type() string { return "file" }
