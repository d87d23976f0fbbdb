// Package quantity compares numbers, durations and quantities as markers have them.
package quantity

import (
	"cmp"
	"math/big"
	"strings"
	"time"
)

// Compare compares two numbers, durations such as 1m, or quantities such as 10Mi. It reports false for other texts.
func Compare(a, b string) (order int, ok bool) {
	p, errP := time.ParseDuration(a)
	q, errQ := time.ParseDuration(b)
	if errP == nil && errQ == nil {
		return cmp.Compare(p, q), true
	}
	x, okX := parse(a)
	y, okY := parse(b)
	return x.Cmp(y), okX && okY
}

// multiples are the suffixes of quantities. Source: package k8s.io/apimachinery/pkg/api/resource.
var multiples = map[string]*big.Rat{
	"": big.NewRat(1, 1), "n": big.NewRat(1, 1e9), "u": big.NewRat(1, 1e6), "m": big.NewRat(1, 1e3),
	"k": big.NewRat(1e3, 1), "M": big.NewRat(1e6, 1), "G": big.NewRat(1e9, 1), "T": big.NewRat(1e12, 1),
	"P": big.NewRat(1e15, 1), "E": big.NewRat(1e18, 1),
	"Ki": big.NewRat(1<<10, 1), "Mi": big.NewRat(1<<20, 1), "Gi": big.NewRat(1<<30, 1), "Ti": big.NewRat(1<<40, 1),
	"Pi": big.NewRat(1<<50, 1), "Ei": big.NewRat(1<<60, 1),
}

// parse is the value of a number, which may have the suffix of a quantity.
func parse(text string) (*big.Rat, bool) {
	number := strings.TrimRight(text, "numkKMGTPEi")
	value, ok := new(big.Rat).SetString(number)
	multiple, known := multiples[text[len(number):]]
	if !ok || !known {
		return new(big.Rat), false
	}
	return value.Mul(value, multiple), true
}
