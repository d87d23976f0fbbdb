package breaking

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/quantity"
)

// sameMeaning explains values that are written in another way, as 5s and 5000ms are.
func sameMeaning(c *comparison, d *difference) (explanation, bool) {
	e := explanation{message: fmt.Sprintf("%s: %s is written in another way", c.name(d.Of), d.Fact())}
	if d.Path == nil || isZero(d.Old) && !d.is("port") || isZero(d.New) && !d.is("port") {
		return e, false
	}
	switch last := d.Path[len(d.Path)-1]; {
	case d.is("default", "legacyDefault", "noValue"):
		was, is := typeIn(d.before), typeIn(d.after)
		return e, sameShape(was, is) && sameText(is, valueText(d.Old), valueText(d.New))
	case last == "networks":
		return e, subset(networks(d.Old), networks(d.New)) && subset(networks(d.New), networks(d.Old))
	case d.is("type") && slices.Contains([]string{"minimum", "maximum", "not"}, last):
		return e, sameScalar(typeAt(d), valueText(d.Old), valueText(d.New))
	case d.is("type") && slices.Contains([]string{"minLength", "maxLength", "maxBytes"}, last):
		return e, sameScalar(&descriptor.Type{Form: descriptor.Integer}, valueText(d.Old), valueText(d.New))
	}
	return e, false
}

// sameText reports whether two texts of a type, in JSON or as a flag takes them, mean the same value.
func sameText(t *descriptor.Type, a, b string) bool {
	return a == b || sameData(t, dataOf(t, a), dataOf(t, b))
}

// dataOf parses a value in JSON or in the notation of a flag.
func dataOf(t *descriptor.Type, text string) any {
	var data any
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.UseNumber()
	if decoder.Decode(&data) == nil && !decoder.More() {
		return data
	}
	switch t.Form {
	case descriptor.List:
		var items []any
		for item := range strings.SplitSeq(text, ",") {
			items = append(items, item)
		}
		return items
	case descriptor.Map:
		entries := map[string]any{}
		for item := range strings.SplitSeq(text, ",") {
			key, value, _ := strings.Cut(item, "=")
			entries[key] = value
		}
		return entries
	}
	return text
}

// sameData reports whether two values of a type are the same. Without a type, notations are not known.
func sameData(t *descriptor.Type, a, b any) bool {
	if t == nil {
		t = &descriptor.Type{}
	}
	switch a := a.(type) {
	case nil:
		return b == nil
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, func(x, y any) bool { return sameData(t.Elem, x, y) })
	case map[string]any:
		b, ok := b.(map[string]any)
		same := ok && len(a) == len(b)
		for key, value := range a {
			other, known := b[key]
			same = same && known && sameData(t.Elem, value, other)
		}
		return same
	}
	return reflect.DeepEqual(a, b) || b != nil && sameScalar(t, fmt.Sprint(a), fmt.Sprint(b))
}

// sameScalar reports whether two texts mean the same bool, number, duration or quantity.
func sameScalar(t *descriptor.Type, a, b string) bool {
	switch t.Form {
	case descriptor.Bool:
		p, errP := strconv.ParseBool(a)
		q, errQ := strconv.ParseBool(b)
		return errP == nil && errQ == nil && p == q
	case descriptor.Nanoseconds, descriptor.EitherDuration:
		p, okP := nanoseconds(a)
		q, okQ := nanoseconds(b)
		return okP && okQ && p == q
	case descriptor.Integer:
		p, errP := strconv.ParseInt(a, 0, 64)
		q, errQ := strconv.ParseInt(b, 0, 64)
		if errP == nil && errQ == nil {
			return p == q
		}
		fallthrough
	case descriptor.Number, descriptor.Duration, descriptor.Quantity:
		order, ok := quantity.Compare(a, b)
		return ok && order == 0
	}
	return false
}

// nanoseconds reads a duration, or the number of its nanoseconds.
func nanoseconds(text string) (int64, bool) {
	if number, err := strconv.ParseInt(text, 10, 64); err == nil {
		return number, true
	}
	duration, err := time.ParseDuration(text)
	return int64(duration), err == nil
}
