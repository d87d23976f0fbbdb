package flagvalue

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Text reads any text.
func Text[T ~string]() Codec[T] {
	return Codec[T]{
		kind:   "string",
		parse:  func(text string) (T, error) { return T(text), nil },
		format: func(value T) string { return string(value) },
	}
}

// Bool reads true and false, in the forms that strconv.ParseBool accepts.
func Bool[T ~bool]() Codec[T] {
	return Codec[T]{kind: "bool", bare: true, parse: func(text string) (T, error) {
		value, err := strconv.ParseBool(text)
		if err != nil {
			return false, errors.New("must be true or false")
		}
		return T(value), nil
	}, format: func(value T) string { return strconv.FormatBool(bool(value)) }}
}

// Int reads integers of the given size in bits, in decimal or with a prefix such as 0x. Kind is the type's name in
// help.
func Int[T ~int | ~int8 | ~int16 | ~int32 | ~int64](kind string, bits int) Codec[T] {
	return Codec[T]{kind: kind, bare: true, parse: func(text string) (T, error) {
		value, err := strconv.ParseInt(text, 0, bits)
		if err != nil {
			return 0, fmt.Errorf("must be an integer that fits into %d bits", bits)
		}
		return T(value), nil
	}, format: func(value T) string { return strconv.FormatInt(int64(value), 10) }}
}

// Uint reads integers of the given size in bits that are not negative. Kind is the type's name in help.
func Uint[T ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64](kind string, bits int) Codec[T] {
	return Codec[T]{kind: kind, bare: true, parse: func(text string) (T, error) {
		value, err := strconv.ParseUint(text, 0, bits)
		if err != nil {
			return 0, fmt.Errorf("must be a non-negative integer that fits into %d bits", bits)
		}
		return T(value), nil
	}, format: func(value T) string { return strconv.FormatUint(uint64(value), 10) }}
}

// Float reads numbers of the given size in bits. Kind is the type's name in help.
func Float[T ~float32 | ~float64](kind string, bits int) Codec[T] {
	return Codec[T]{kind: kind, bare: true, parse: func(text string) (T, error) {
		value, err := strconv.ParseFloat(text, bits)
		if err != nil {
			return 0, errors.New("must be a number")
		}
		return T(value), nil
	}, format: func(value T) string { return strconv.FormatFloat(float64(value), 'g', -1, bits) }}
}

// Duration reads durations with a unit.
func Duration[T ~int64]() Codec[T] {
	return Codec[T]{kind: "duration", bare: true, parse: func(text string) (T, error) {
		value, err := time.ParseDuration(text)
		if err != nil {
			return 0, errors.New("must be a duration, such as 30s or 1h15m")
		}
		return T(value), nil
	}, format: func(value T) string { return time.Duration(value).String() }}
}

// quantityFormat says what a quantity must be.
const quantityFormat = "must be a quantity, such as 500m, 10Mi or 2G"

// largeExponent finds exponents of more than three digits, which take the library hours to read.
var largeExponent = regexp.MustCompile(`[eE][+-]?0*[1-9][0-9]{3}`)

// Quantity reads quantities of resources.
func Quantity() Codec[resource.Quantity] {
	return Codec[resource.Quantity]{kind: "quantity", parse: func(text string) (resource.Quantity, error) {
		if largeExponent.MatchString(text) {
			return resource.Quantity{}, errors.New(quantityFormat)
		}
		value, err := resource.ParseQuantity(text)
		if err != nil {
			return resource.Quantity{}, errors.New(quantityFormat)
		}
		return value, nil
	}, format: func(value resource.Quantity) string { return value.String() }}
}

// IntOrString reads integers, and takes anything else for a text such as 25%.
func IntOrString() Codec[intstr.IntOrString] {
	return Codec[intstr.IntOrString]{kind: "intOrString", parse: func(text string) (intstr.IntOrString, error) {
		if text == "" {
			return intstr.IntOrString{}, errors.New("must be an integer, or a text such as 25%")
		}
		return intstr.Parse(text), nil
	}, format: func(value intstr.IntOrString) string { return value.String() }}
}

// Wrapped reads values of a type that wraps another one.
func Wrapped[W, T any](inner Codec[T], wrap func(T) W, unwrap func(W) T) Codec[W] {
	return Codec[W]{kind: inner.kind, bare: inner.bare, parse: func(text string) (W, error) {
		value, err := inner.parse(text)
		return wrap(value), err
	}, format: func(value W) string { return inner.format(unwrap(value)) }}
}
