package schema

import (
	"encoding/base64"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	"sigs.k8s.io/json"

	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/redact"
)

// Check compares a tree with the Go type that it will be decoded into, and returns all mistakes: wrong types and values
// out of range, and separately unknown fields and wrong case. It also settles what only the type decides: a plain yes
// is true if a boolean is expected, and the keys of a map are data. Problems do not contain the values of secrets, and
// nothing that was written near one and that the type does not know; secrets are their patterns.
func (ts *Types) Check(root *layers.Node, t reflect.Type, secrets []string) (problems, unknown layers.Problems) {
	c := checker{Types: ts, secrets: secrets}
	c.value(root, t, nil, false)
	return c.problems, c.unknown
}

type checker struct {
	*Types
	secrets           []string
	problems, unknown layers.Problems
}

func (c *checker) add(pos layers.Pos, at layers.Path, text string) {
	c.problems = append(c.problems, layers.About(pos, layers.WrongType, c.shown(at), text))
}

// shown returns a path as text, with what may be shown of the keys that are data.
func (c *checker) shown(at layers.Path) string {
	at = slices.Clone(at)
	for i, s := range at {
		if s.Kind == layers.Map && s.Name != redact.Mask {
			at[i].Name = layers.Name(s.Name)
		}
	}
	return at.String()
}

// want reports a value of the wrong kind. The value is shown only if it cannot be a secret.
func (c *checker) want(n *layers.Node, at layers.Path, hidden bool, what string) {
	got, advice := n.Kind.String(), hint(n, what)
	hidden = hidden || !c.quotes(n, at)
	if hidden && n.Kind == layers.String {
		advice = "" // It would reveal the form of the string.
	}
	if !hidden && (n.Kind == layers.String || n.Kind == layers.Number || n.Kind == layers.Bool) {
		got = n.Source()
		switch {
		case n.Kind == layers.String:
			got = strconv.Quote(n.Text)
		case what == layers.String.String():
			advice = ": write " + strconv.Quote(got)
		}
	}
	problem := layers.About(n.Pos, layers.WrongType, c.shown(at), "must be "+what+", not "+got+advice)
	problem.Kind = "must be " + what
	c.problems = append(c.problems, problem)
}

// quotes reports whether a message may quote a value of the wrong kind. It may be an alias of a secret, the value of a
// secret beside it, or the name of a secret and its value.
func (c *checker) quotes(n *layers.Node, at layers.Path) bool {
	return !holdsAlias(n) && (n.Kind != layers.String || len(c.secrets) == 0 ||
		!c.besideSecret(at) && redact.Quotable(n.Text))
}

// hint returns whether quotes are missing or wrong.
func hint(n *layers.Node, what string) string {
	switch {
	case what == layers.String.String() && (n.Kind == layers.Number || n.Kind == layers.Bool):
		return ": put it in quotes"
	case n.Kind != layers.String || n.Plain:
	case what == wantBool && (n.Text == "true" || n.Text == "false"), what == wantNumber && looksLikeNumber(n.Text):
		return ": write it without quotes"
	}
	return ""
}

const (
	wantBool   = "true or false"
	wantNumber = "a number"
)

func looksLikeNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}

func (c *checker) value(n *layers.Node, t reflect.Type, at layers.Path, hidden bool) {
	t = deref(t)
	hidden = hidden || c.secret(at)
	switch {
	case n.Kind == layers.Null:
	case opaque(t):
		c.opaque(n, t, at, hidden)
	case isBytes(t):
		if _, err := base64.StdEncoding.DecodeString(n.Text); n.Kind != layers.String || err != nil {
			c.want(n, at, true, "a base64 string")
		}
	default:
		c.kind(n, t, at, hidden)
	}
}

func (c *checker) kind(n *layers.Node, t reflect.Type, at layers.Path, hidden bool) {
	if kind, ok := composite(t); ok && n.Kind != kind {
		c.want(n, at, hidden || c.holdsSecret(at), kind.String())
		return
	}
	switch t.Kind() {
	case reflect.Struct:
		c.object(n, t, at, hidden)
	case reflect.Map:
		c.dict(n, t, at, hidden)
	case reflect.Slice, reflect.Array:
		for i, item := range n.Items {
			if item.Wrong {
				continue
			}
			if item.Kind == layers.Null {
				c.add(item.Pos, at.Index(i), "a list item cannot be null")
				continue
			}
			c.value(item, t.Elem(), at.Index(i), hidden)
		}
	case reflect.String:
		if _, ok := oldBoolean(n); ok {
			n.Kind = layers.Bool // to other readers of the file
		}
		if n.Kind != layers.String {
			c.want(n, at, hidden, layers.String.String())
		}
	case reflect.Bool:
		c.boolean(n, at, hidden)
	default:
		c.number(n, t, at, hidden)
	}
}

// composite returns the JSON kind of a struct, a map or a list.
func composite(t reflect.Type) (layers.Kind, bool) {
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		return layers.Map, true
	case reflect.Slice, reflect.Array:
		return layers.List, true
	}
	return 0, false
}

// object checks the fields of a struct.
func (c *checker) object(n *layers.Node, t reflect.Type, at layers.Path, hidden bool) {
	n.Open = false
	for _, k := range n.Keys() {
		v := n.Fields[k]
		path := at.Field(k)
		f, ok := c.Field(t, k)
		if !ok {
			c.unknownField(v, t, path, hidden)
			delete(n.Fields, k)
			continue
		}
		c.value(v, f.Type, path, hidden)
	}
}

// unknownField reports a name that a struct does not have.
func (c *checker) unknownField(v *layers.Node, t reflect.Type, at layers.Path, hidden bool) {
	name, parent := at[len(at)-1].Name, at[:len(at)-1]
	shown := c.shown(parent.Field(layers.Name(name)))
	problem := layers.About(v.Origin(), layers.UnknownField, shown, "unknown field")
	problem.Unknown = shown
	if hidden || v.Kind == layers.Null && c.holdsSecret(parent) { // {token, s3cret} has two names and no values.
		problem = layers.Problem{Pos: v.Origin(), Message: "unknown field", Code: layers.UnknownField,
			Kind: "unknown field"}
		if len(parent) > 0 {
			problem = layers.About(v.Origin(), layers.UnknownField, c.shown(parent), "has an unknown field")
		}
	}
	problem.Message += c.didYouMean(name, t)
	c.unknown = append(c.unknown, problem)
}

func (c *checker) didYouMean(name string, t reflect.Type) string {
	var known []string
	for _, f := range c.Fields(t) {
		known = append(known, f.Name)
	}
	if near := Nearest(name, known); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// dict checks the keys and values of a map.
func (c *checker) dict(n *layers.Node, t reflect.Type, at layers.Path, hidden bool) {
	n.Dict = true
	for _, k := range n.Keys() {
		v, path := n.Fields[k], at.Key(k)
		if hidden {
			path = at.Key(redact.Mask)
		}
		if key := t.Key(); key.Kind() != reflect.String {
			if err := json.UnmarshalCaseSensitivePreserveInts([]byte(`{`+strconv.Quote(k)+`:null}`),
				reflect.New(reflect.MapOf(key, reflect.TypeFor[any]())).Interface()); err != nil {
				c.add(v.Origin(), path, "the key must be a number")
			}
		}
		c.value(v, t.Elem(), path, hidden)
	}
}

func (c *checker) boolean(n *layers.Node, at layers.Path, hidden bool) {
	if value, ok := oldBoolean(n); ok {
		n.Kind, n.Text = layers.Bool, value
	}
	if n.Kind != layers.Bool {
		c.want(n, at, hidden, wantBool)
	}
}

// oldBoolean returns the value of a boolean of YAML 1.1, which is what all of Kubernetes reads.
func oldBoolean(n *layers.Node) (value string, ok bool) {
	if n.Kind == layers.String && n.Plain {
		switch strings.ToLower(n.Text) {
		case "yes", "on", "y":
			return "true", true
		case "no", "off", "n":
			return "false", true
		}
	}
	return "", false
}

func (c *checker) number(n *layers.Node, t reflect.Type, at layers.Path, hidden bool) {
	if n.Kind != layers.Number {
		what := wantNumber
		if t == reflect.TypeFor[time.Duration]() {
			what = "nanoseconds as a whole number, such as 1000000000 for 1s"
		}
		c.want(n, at, hidden, what)
		return
	}
	var err error
	what := "a whole number that fits in " + t.Kind().String()
	switch t.Kind() {
	case reflect.Float32, reflect.Float64:
		what = "a number that fits in " + t.Kind().String()
		_, err = strconv.ParseFloat(n.Text, t.Bits())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		_, err = strconv.ParseUint(n.Text, 10, t.Bits())
	default:
		_, err = strconv.ParseInt(n.Text, 10, t.Bits())
	}
	if err != nil {
		c.want(n, at, hidden, what)
	}
}

// largeExponent finds exponents of more than three digits, which take the library of quantities hours to read.
var largeExponent = regexp.MustCompile(`[eE][+-]?0*[1-9][0-9]{3}`)

// isQuantity reports whether a type is a quantity, or reads itself as the quantity in it does.
func isQuantity(t reflect.Type) bool {
	quantity := reflect.TypeFor[resource.Quantity]()
	if t.Kind() == reflect.Struct {
		if f, ok := t.FieldByName(quantity.Name()); ok && f.Anonymous {
			return deref(f.Type) == quantity
		}
	}
	return t.ConvertibleTo(quantity)
}

var errExponent = errors.New("the exponent is too large")

// opaque checks a value with the decoder of its type.
func (c *checker) opaque(n *layers.Node, t reflect.Type, at layers.Path, hidden bool) {
	written := n.Text
	open(n)
	err := errExponent
	if !isQuantity(t) || !largeExponent.MatchString(n.Text) {
		err = json.UnmarshalCaseSensitivePreserveInts(n.JSON(), reflect.New(t).Interface())
	}
	if err == nil {
		return
	}
	n.Text = written
	what := spelling(t.Name())
	if t.Name() == "Duration" && TooLong(n.Text) {
		what = LongestDuration
	}
	if what == "" {
		what = "a valid " + t.Name()
		if text := err.Error(); !hidden && c.quotes(n, at) && !strings.HasPrefix(text, "json: ") {
			what += " (" + text + ")"
		}
	}
	c.want(n, at, hidden, what)
}

// open marks the objects in a value whose type does not say which fields they have. The booleans of YAML 1.1 in it are
// booleans, as to other readers of the file.
func open(n *layers.Node) {
	n.Open = true
	if value, ok := oldBoolean(n); ok {
		n.Kind, n.Text = layers.Bool, value
	}
	for _, f := range n.Fields {
		open(f)
	}
	for _, item := range n.Items {
		open(item)
	}
}

// holdsAlias reports whether a value, or a part of it, comes from an alias, which may be an alias of a secret.
func holdsAlias(n *layers.Node) bool {
	return slices.ContainsFunc(n.Leaves(), func(leaf layers.Leaf) bool { return leaf.Node.Alias })
}

// LongestDuration describes the limit of durations.
const LongestDuration = "at most 2562047h, which are 292 years"

var duration = regexp.MustCompile(`^[-+]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+$`)

// TooLong reports whether a text is a duration that is too long. The error of package time does not tell.
func TooLong(text string) bool {
	_, err := time.ParseDuration(text)
	return err != nil && duration.MatchString(text)
}

// spelling describes the values of the types of Kubernetes and the standard library that decode themselves. It returns
// "" for others.
func spelling(name string) string {
	switch name {
	case "Addr", "IP":
		return `an IP address such as "10.0.0.1" or "2001:db8::1"`
	case "AddrPort":
		return `an IP address and a port such as "10.0.0.1:80" or "[2001:db8::1]:80"`
	case "Duration":
		return `a duration such as "30s" or "5m"`
	case "IntOrString":
		return `a whole number, or a string such as "50%"`
	case "Prefix":
		return `a network such as "10.0.0.0/8"`
	case "Quantity":
		return `a quantity such as "100m" or "10Mi"`
	case "Time":
		return `a time such as "2006-01-02T15:04:05Z"`
	}
	return ""
}

// secret reports whether a path leads to a secret or into a secret.
func (c *checker) secret(at layers.Path) bool {
	return slices.ContainsFunc(c.secrets, at.Below)
}

// besideSecret reports whether the struct that a field is in has a secret.
func (c *checker) besideSecret(at layers.Path) bool {
	parent := func(pattern string) string { return pattern[:max(0, strings.LastIndex(pattern, "."))] }
	in := parent(at.Pattern())
	return slices.ContainsFunc(c.secrets, func(secret string) bool { return parent(secret) == in })
}

// holdsSecret reports whether there is a secret below a path.
func (c *checker) holdsSecret(at layers.Path) bool {
	pattern := at.Pattern()
	return slices.ContainsFunc(c.secrets, func(secret string) bool { return layers.Below(secret, pattern) })
}
