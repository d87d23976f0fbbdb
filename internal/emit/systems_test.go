package emit

import "testing"

func TestConstraints(t *testing.T) {
	for _, tc := range []struct {
		system string
		all    []string
		want   string
	}{
		{"windows", []string{"windows", Others}, "windows"},
		{Others, []string{"windows", Others}, "!windows"},
		{Others, []string{"darwin", "linux", Others}, "!darwin && !linux"},
		{"linux", []string{"darwin", "linux", Others}, "linux"},
		{"linux", []string{"android", "linux", Others}, "linux && !android"},
		{"android", []string{"android", "linux", Others}, "android"},
		{"darwin", []string{"darwin", "ios", Others}, "darwin && !ios"},
	} {
		if got := Constraint(tc.system, tc.all); got != tc.want {
			t.Errorf("%s among %v has the constraint %q, want %q", tc.system, tc.all, got, tc.want)
		}
	}
}
