package options

import (
	"runtime"
	"slices"
	"testing"
)

func texts(f *AgentFlags) []string {
	var all []string
	for _, err := range ValidateAgentFlags(f) {
		all = append(all, err.Error())
	}
	return all
}

func TestErrorsNameFlags(t *testing.T) {
	valid := AgentFlags{NodeIP: "10.0.0.1", ServiceName: "agent", Bootstrap: BootstrapFlags{Token: "0123456789", Rotations: 1}, Attempts: 1}
	tests := []struct {
		name   string
		change func(*AgentFlags)
		want   []string
	}{
		{"valid", func(*AgentFlags) {}, nil},
		{"format", func(f *AgentFlags) { f.NodeIP = "x" }, []string{`--node-ip: Invalid value: "x": must be an IP address, such as 10.0.0.1 or 2001:db8::1`}},
		{"values of a map", func(f *AgentFlags) { f.NodeLabels = map[string]string{"zone": "abcdef"} },
			[]string{`--node-labels[zone]: Too long: may not be more than 5 characters`}},
		{"secret in a nested struct", func(f *AgentFlags) { f.Bootstrap.Token = "hush" },
			[]string{`--bootstrap-token: Invalid value: "<masked>": must be at least 6 characters long`}},
		{"fields without a flag", func(f *AgentFlags) { f.Bootstrap.Rotations, f.Attempts = 0, 0 },
			[]string{"Bootstrap.Rotations: Invalid value: 0: must be at least 1", "Attempts: Invalid value: 0: must be at least 1"}},
		{"hook", func(f *AgentFlags) { f.NodeIP = "0.0.0.0" }, []string{"--node-ip: Forbidden: must be an address that others can reach"}},
	}
	for _, test := range tests {
		f := valid
		test.change(&f)
		if got := texts(&f); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestSystems(t *testing.T) {
	f := AgentFlags{Bootstrap: BootstrapFlags{Token: "0123456789", Rotations: 1}, Attempts: 1}
	var want []string
	if runtime.GOOS == "windows" {
		want = []string{"--service-name: Required value: must be set"}
	}
	if got := texts(&f); !slices.Equal(got, want) {
		t.Errorf("on %s: got %q, want %q", runtime.GOOS, got, want)
	}
}
