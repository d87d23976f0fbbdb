package flagvalue

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// mapValue is a flag over a map.
type mapValue[K ~string, V any] struct {
	target  *map[K]V
	codec   Codec[V]
	merge   bool
	changed bool
}

// NewMap returns a flag over a map, which is given as key=value pairs separated by commas. An empty text clears it.
func NewMap[K ~string, V any](target *map[K]V, codec Codec[V]) pflag.Value {
	return &mapValue[K, V]{target: target, codec: codec}
}

// NewMergedMap is like NewMap for a map whose keys from defaults and files are kept unless the flag sets them. An empty
// text keeps them, too.
func NewMergedMap[K ~string, V any](target *map[K]V, codec Codec[V]) pflag.Value {
	return &mapValue[K, V]{target: target, codec: codec, merge: true}
}

func (v *mapValue[K, V]) Set(text string) error {
	pairs, err := splitPairs(text, '=')
	if err != nil {
		return err
	}
	parsed := make([]V, len(pairs))
	for i, pair := range pairs {
		if parsed[i], err = v.codec.parse(pair[1]); err != nil {
			return fmt.Errorf("the value of %s %w", pair[0], err)
		}
	}
	// After the first value, the map belongs to the flag: copying it each time would be quadratic.
	if !v.changed || *v.target == nil || !v.merge && text == "" {
		values := map[K]V{}
		if v.merge {
			for key, value := range *v.target {
				values[key] = value
			}
		}
		*v.target, v.changed = values, true
	}
	for i, pair := range pairs {
		(*v.target)[K(pair[0])] = parsed[i]
	}
	return nil
}

func (v *mapValue[K, V]) String() string {
	var pairs []string
	for key, value := range *v.target {
		pairs = append(pairs, quotePair(string(key), "=", v.codec.format(value)))
	}
	slices.Sort(pairs)
	return strings.Join(pairs, ",")
}

func (v *mapValue[K, V]) Type() string {
	return "mapString" + strings.ToUpper(v.codec.kind[:1]) + v.codec.kind[1:]
}

// multimapValue is a flag over a map of lists.
type multimapValue[K ~string] struct {
	target  *map[K][]string
	changed bool
}

// NewMultimap returns a flag over a map of lists, which is given as key:value pairs separated by commas, one for each
// element.
func NewMultimap[K ~string](target *map[K][]string) pflag.Value {
	return &multimapValue[K]{target: target}
}

func (v *multimapValue[K]) Set(text string) error {
	pairs, err := splitPairs(text, ':')
	if err != nil {
		return err
	}
	if !v.changed || *v.target == nil || text == "" {
		*v.target, v.changed = map[K][]string{}, true
	}
	for _, pair := range pairs {
		(*v.target)[K(pair[0])] = append((*v.target)[K(pair[0])], pair[1])
	}
	return nil
}

func (v *multimapValue[K]) String() string {
	keys := make([]K, 0, len(*v.target))
	for key := range *v.target {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	var pairs []string
	for _, key := range keys {
		for _, value := range (*v.target)[key] {
			pairs = append(pairs, quotePair(string(key), ":", value))
		}
	}
	return strings.Join(pairs, ",")
}

func (v *multimapValue[K]) Type() string { return "colonSeparatedMultimapStringString" }

// splitPairs reads pairs separated by commas. A key or a value that contains a separator is in double quotes.
func splitPairs(text string, separator byte) ([][2]string, error) {
	var pairs [][2]string
	for text != "" {
		if rest, empty := strings.CutPrefix(text, ","); empty {
			text = rest
			continue
		}
		key, rest, ok := cutText(text, separator)
		if !ok {
			return nil, fmt.Errorf("%q must have the form key%cvalue", key, separator)
		}
		value, rest, _ := cutText(rest, ',')
		pairs = append(pairs, [2]string{key, value})
		text = rest
	}
	return pairs, nil
}

// cutText splits a text at the first separator outside of quotes, and reports whether there is one.
func cutText(text string, separator byte) (before, after string, found bool) {
	if quoted, err := strconv.QuotedPrefix(text); err == nil && quoted[0] == '"' {
		if rest := text[len(quoted):]; rest == "" || rest[0] == separator {
			if unquoted, err := strconv.Unquote(quoted); err == nil {
				return unquoted, strings.TrimPrefix(rest, string(separator)), rest != ""
			}
		}
	}
	before, after, found = strings.Cut(text, string(separator))
	if item, _, several := strings.Cut(before, ","); several { // An item without a separator, before others.
		return strings.TrimSpace(item), "", false
	}
	return strings.TrimSpace(before), after, found
}

// quotePair prints a pair so that splitPairs reads it.
func quotePair(key, separator, value string) string {
	return quoteText(key) + separator + quoteText(value)
}

func quoteText(text string) string {
	if strings.ContainsAny(text, `,=:"`) || strings.TrimSpace(text) != text || text == "" {
		return strconv.Quote(text)
	}
	return text
}
