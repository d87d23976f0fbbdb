package emit

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestDurationsAreWrittenWithoutLoss(t *testing.T) {
	names := map[string]time.Duration{}
	for _, u := range units {
		names[u.name] = u.size
	}
	for _, want := range []time.Duration{
		1, -1, 999, 1001, 10001, time.Microsecond + 1, time.Hour + 1, 100*time.Hour + 59*time.Minute + 59*time.Second +
			999999999, 1<<63 - 1, -1 << 63,
	} {
		code := fmt.Sprintf("%#v", Duration(want))
		var got time.Duration
		sign := time.Duration(1)
		for _, word := range strings.Fields(strings.NewReplacer("+", " + ", " - ", " - ", "*", " ").Replace(code)) {
			var count int64
			switch unit, isUnit := strings.CutPrefix(strings.TrimPrefix(word, "-"), "time."); {
			case word == "+":
				sign = 1
			case word == "-":
				sign = -1
			case isUnit:
				if strings.HasPrefix(word, "-") {
					sign = -sign
				}
				got += sign * names[unit]
				sign = 1
			default:
				if _, err := fmt.Sscan(word, &count); err != nil {
					t.Fatalf("%s: %v", code, err)
				}
				sign *= time.Duration(count)
			}
		}
		if got != want {
			t.Errorf("%d is written as %s, which is %d", want, code, got)
		}
	}
}

func TestDurationsAreWrittenInTheLargestUnit(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "1s": "time.Second", "90s": "90 * time.Second", "120s": "2 * time.Minute", "1h30m": "90 * time.Minute",
		"24h": "24 * time.Hour", "1500ms": "1500 * time.Millisecond", "1ns": "time.Nanosecond",
		"-2us": "-2 * time.Microsecond",
	} {
		d, err := time.ParseDuration(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%#v", Duration(d)); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}
