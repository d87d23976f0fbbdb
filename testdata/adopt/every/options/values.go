package options

import (
	"fmt"
	"maps"
	"slices"
	"strings"

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

// addedPairs is the flag value of a map whose keys stay when the flag sets others.
type addedPairs struct{ target *map[string]string }

// NewAddedPairs returns the flag value of a map whose keys stay when the flag sets others.
func NewAddedPairs(target *map[string]string) pflag.Value { return &addedPairs{target} }

func (v *addedPairs) String() string {
	var pairs []string
	for _, key := range slices.Sorted(maps.Keys(*v.target)) {
		pairs = append(pairs, key+"="+(*v.target)[key])
	}
	return strings.Join(pairs, ",")
}

func (v *addedPairs) Set(text string) error {
	all := maps.Clone(*v.target)
	for pair := range strings.SplitSeq(text, ",") {
		key, value, ok := strings.Cut(pair, "=")
		if !ok {
			return fmt.Errorf("%q is not name=address", pair)
		}
		all[strings.TrimSpace(key)] = strings.TrimSpace(value)
	}
	*v.target = all
	return nil
}

func (v *addedPairs) Type() string { return "mapStringString" }

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
