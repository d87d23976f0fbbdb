package validation

import (
	"fmt"
	"testing"

	v1 "example.com/golden/validation-declarative/shipper/v1"
)

func TestValidate(t *testing.T) {
	for _, test := range []struct {
		name string
		got  any
		want string
	}{
		{"theirs and ours", ValidateShipperConfiguration(&v1.ShipperConfiguration{Port: -1, URL: "nowhere"}).ToAggregate(),
			"[url: Invalid value: \"nowhere\": must be a URL with a scheme, such as https://example.com/path (flag --url), port: Invalid value: -1: must be greater than or equal to 1 (flag --port)]"},
		{"theirs alone", ValidateShipperConfiguration(&v1.ShipperConfiguration{Port: 1}).ToAggregate(), "url: Required value: (flag --url)"},
		{"no function of theirs", ValidateHelperConfiguration(&v1.HelperConfiguration{}).ToAggregate(), "name: Required value: must be set"},
		{"left out", ValidateLeftOutConfiguration(&v1.LeftOutConfiguration{Workers: -1}).ToAggregate(), "workers: Invalid value: -1: must be at least 1"},
	} {
		if got := fmt.Sprint(test.got); got != test.want {
			t.Errorf("%s: got  %s\nwant %s", test.name, got, test.want)
		}
	}
}
