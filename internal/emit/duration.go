package emit

import (
	"slices"
	"strconv"
	"time"

	"github.com/dave/jennifer/jen"
)

// unit is a constant of package time.
type unit struct {
	size time.Duration
	name string
}

// units of a duration, the largest first.
var units = []unit{
	{
		time.Hour,
		"Hour",
	}, {time.Minute, "Minute"}, {time.Second, "Second"}, {time.Millisecond, "Millisecond"}, {time.Microsecond,
		"Microsecond"},
	{time.Nanosecond, "Nanosecond"},
}

// Duration writes a duration in the smallest unit that it needs, or as a sum if that would be a long number.
func Duration(value time.Duration) *jen.Statement {
	if value == 0 {
		return jen.Lit(0)
	}
	u, count := term(value)
	code := u.times(count)
	for rest := value - time.Duration(count)*u.size; rest != 0; rest -= time.Duration(count) * u.size {
		u, count = term(rest)
		if count < 0 {
			code.Op("-").Add(u.times(-count))
		} else {
			code.Op("+").Add(u.times(count))
		}
	}
	return code
}

// term is what to write of a duration first: all of it, or as much as is there of its largest unit.
func term(value time.Duration) (unit, int64) {
	whole := slices.IndexFunc(units, func(u unit) bool { return value/u.size != 0 })
	exact := slices.IndexFunc(units, func(u unit) bool { return value%u.size == 0 })
	if count := int64(value / units[exact].size); exact == whole || -10000 < count && count < 10000 {
		return units[exact], count
	}
	return units[whole], int64(value / units[whole].size)
}

func (u unit) times(count int64) *jen.Statement {
	code := jen.Qual("time", u.name)
	switch count {
	case 1:
		return code
	case -1:
		return jen.Op("-").Add(code)
	}
	return jen.Id(strconv.FormatInt(count, 10)).Op("*").Add(code)
}
