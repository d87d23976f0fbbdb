package validation

import (
	"fmt"
	"slices"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
)

// agree refuses rules that contradict one another. A rule from further up may be stricter than the declaration.
func (c *collector) agree(field *group.Field, t *group.Type, r *rules) {
	var origins []*group.Field
	for _, known := range r.own {
		if !slices.Contains(origins, known.origin) {
			origins = append(origins, known.origin)
			c.agreeFrom(field, t, r.only(known.origin))
		}
	}
	if inner := t.Deref(); inner.Elem != nil && r.each != nil {
		c.agree(field, inner.Elem, r.each)
	}
	if inner := t.Deref(); inner.Key != nil && r.keys != nil {
		c.agree(field, inner.Key, r.keys)
	}
}

func (c *collector) agreeFrom(field *group.Field, t *group.Type, r *rules) {
	for _, pair := range [][2]string{{"required", "optional"}, {"required", "forbidden"}} {
		first, one := r.of(pair[0])
		second, both := r.of(pair[1])
		if one && both {
			c.refuse(second.from, "constraint-conflict", fmt.Sprintf("%s is marked %s and %s", field.Path, pair[0], pair[1]),
				"keep one", second.from.Remove(), first.from.Remove())
		}
	}
	for _, pair := range [][2]string{{"minimum", "maximum"}, {"minLength", "maxLength"}, {"minItems", "maxItems"},
		{"minProperties", "maxProperties"}} {
		low, first := r.of(pair[0])
		high, both := r.of(pair[1])
		if first && both && limitsCross(t.Deref(), low, high) {
			c.refuse(
				high.from,
				"constraint-conflict",
				fmt.Sprintf("no value of %s can pass: its %s is %s and its %s is %s", field.Path, pair[0], low.limit, pair[1],
					high.limit),
				"swap them, or change one",
				diag.Advice{Edits: slices.Concat(high.from.Correct(high.limit, low.limit).Edits,
					low.from.Correct(low.limit, high.limit).Edits)},
			)
		}
	}
}
