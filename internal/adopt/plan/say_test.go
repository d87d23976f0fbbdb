package plan

import (
	"net"
	"testing"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// TestFormatOf finds the format that accepts and refuses the same values as a flag, regardless of the flag's name for
// its type.
func TestFormatOf(t *testing.T) {
	values := []string{"192.0.2.7", "192.0.2.007", "192.0.2.7:80", ":80", "localhost:80", "[::1]:0", "yes"}
	for want, accepts := range map[string]func(string) bool{
		"ip": func(text string) bool { return net.ParseIP(text) != nil },
		"ip-sloppy": func(text string) bool {
			return text == "192.0.2.7" || text == "192.0.2.007"
		},
		"ip-or-ip-port": func(text string) bool { return text != ":80" && text != "localhost:80" && text != "yes" },
		"":              func(text string) bool { return text == "yes" },
	} {
		flag := &observe.Flag{Type: "ip"}
		for _, value := range values {
			set := observe.Set{Values: []string{value}}
			if !accepts(value) {
				set.Error = "refused"
			}
			flag.Sets = append(flag.Sets, set)
		}
		if got := formatOf(flag); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := formatOf(&observe.Flag{Type: "ip", Sets: []observe.Set{{Values: []string{"192.0.2.7"}}}}); got != "" {
		t.Errorf("a flag that refuses nothing gets %s", got)
	}
}
