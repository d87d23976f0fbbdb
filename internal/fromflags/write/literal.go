package write

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/configgen/configgen/internal/fromflags/table"
)

// value is a default. Its source is empty if the default is zero, depends on the host, or cannot be written.
type value struct {
	source string
	json   any
	// pointer is set if the field has to be a pointer.
	pointer bool
}

// literal is the default of a flag.
func literal(row table.Row) value {
	text := row.Flag.Default
	if row.Flag.Varies {
		return value{}
	}
	switch row.Type {
	case "bool":
		if on, err := strconv.ParseBool(text); err == nil && on {
			return value{"ptr.To(true)", true, true}
		}
	case "int32", "int64":
		if n, err := strconv.ParseInt(text, 0, 64); err == nil && n != 0 {
			return value{fmt.Sprintf("ptr.To[%s](%d)", row.Type, n), n, true}
		}
	case "float64":
		if n, err := strconv.ParseFloat(text, 64); err == nil && n != 0 {
			return value{fmt.Sprintf("ptr.To[float64](%s)", strconv.FormatFloat(n, 'g', -1, 64)), n, true}
		}
	case "string":
		if text != "" {
			return value{fmt.Sprintf("ptr.To(%q)", text), text, true}
		}
	case "ip":
		if text != "" && text != "<nil>" {
			return value{fmt.Sprintf("ptr.To(%q)", text), text, true}
		}
	case "duration":
		if d, err := time.ParseDuration(text); err == nil && d != 0 {
			return value{"&metav1.Duration{Duration: " + duration(d) + "}", d.String(), true}
		}
	case "quantity":
		if q, err := resource.ParseQuantity(text); err == nil && !q.IsZero() {
			return value{fmt.Sprintf("ptr.To(resource.MustParse(%q))", q.String()), q.String(), true}
		}
	default:
		return container(row)
	}
	return value{}
}

// duration is a duration in the largest unit that divides it.
func duration(d time.Duration) string {
	for _, unit := range []struct {
		size time.Duration
		name string
	}{{time.Hour, "Hour"}, {time.Minute, "Minute"}, {time.Second, "Second"}, {time.Millisecond, "Millisecond"},
		{time.Microsecond, "Microsecond"}} {
		switch {
		case d%unit.size != 0:
		case d == unit.size:
			return "time." + unit.name
		default:
			return fmt.Sprintf("%d * time.%s", d/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%d * time.Nanosecond", d)
}

// container is the default of a list or a map.
func container(row table.Row) value {
	items := itemsOf(row.Flag.Default)
	if len(items) == 0 {
		return value{}
	}
	var parts []string
	list, mapped := []any{}, map[string]any{}
	for _, item := range items {
		key, text, found := strings.Cut(item, "=")
		switch row.Type {
		case "[]int64":
			n, err := strconv.ParseInt(item, 10, 64)
			if err != nil {
				return value{}
			}
			parts, list = append(parts, item), append(list, n)
		case "[]string":
			parts, list = append(parts, strconv.Quote(item)), append(list, item)
		case "map[string]bool":
			on, err := strconv.ParseBool(text)
			if !found || err != nil {
				return value{}
			}
			parts = append(parts, fmt.Sprintf("%q: %t", key, on))
			mapped[key] = on
		default:
			if !found {
				return value{}
			}
			parts = append(parts, fmt.Sprintf("%q: %q", key, text))
			mapped[key] = text
		}
	}
	v := value{source: table.GoType(row.Type) + "{" + strings.Join(parts, ", ") + "}", json: list}
	if strings.HasPrefix(row.Type, "map") {
		slices.Sort(parts)
		v = value{source: table.GoType(row.Type) + "{" + strings.Join(parts, ", ") + "}", json: mapped}
	}
	return v
}

// itemsOf are the items of a list or a map as pflag prints it.
func itemsOf(text string) []string {
	if strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") {
		text = text[1 : len(text)-1]
	}
	if text == "" {
		return nil
	}
	items, err := csv.NewReader(strings.NewReader(text)).Read()
	if err != nil {
		return nil
	}
	return items
}
