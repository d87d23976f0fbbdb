// Package kubelet_test compares what configgen generates for the group with what was measured on the kubelet.
package kubelet_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"example.com/kubelet/config"
	"example.com/kubelet/facts"
	"example.com/kubelet/flagusage"
	"example.com/kubelet/options"
)

// TestFlagsEqualFacts registers both sets of flags and compares them with kubelet_flags.csv, row by row and column by
// column: no flag more, none less.
func TestFlagsEqualFacts(t *testing.T) {
	for set, want := range map[string]struct {
		flags    *pflag.FlagSet
		rows, os int
	}{
		facts.KubeletConfiguration: {configurationFlags(t), 105, 0},
		facts.KubeletFlags:         {kubeletFlags(), 23, 2},
	} {
		t.Run(set, func(t *testing.T) {
			rows := rowsOf(t, set)
			onOneSystem := 0
			for name, row := range rows {
				if row.OS != "" {
					onOneSystem++
				}
				compare(t, row, want.flags.Lookup(name))
			}
			if len(rows) != want.rows || onOneSystem != want.os {
				t.Errorf("the facts have %d rows, %d of one system; want %d, %d", len(rows), onOneSystem, want.rows, want.os)
			}
			want.flags.VisitAll(func(flag *pflag.Flag) {
				if _, known := rows[flag.Name]; !known {
					t.Errorf("--%s is in no row", flag.Name)
				}
			})
		})
	}
}

// plain is what a value prints, without the quotes by which a list of texts tells itself from a text in brackets.
func plain(flag *pflag.Flag) string {
	if flag.Value.Type() == "stringSlice" {
		return strings.ReplaceAll(flag.Value.String(), `"`, "")
	}
	return flag.Value.String()
}

// shown is what help shows of a default: pflag hides [] of its own lists.
func shown(value string) string {
	if value == "[]" {
		return ""
	}
	return value
}

func compare(t *testing.T, row facts.Flag, flag *pflag.Flag) {
	t.Helper()
	if row.OS != "" {
		row.Default = row.OSDefault
		if row.OS != runtime.GOOS {
			if flag != nil {
				t.Errorf("--%s is registered on %s, it belongs to %s", row.Name, runtime.GOOS, row.OS)
			}
			return
		}
	}
	if flag == nil {
		t.Errorf("--%s is missing", row.Name)
		return
	}
	for _, column := range []struct {
		name      string
		got, want any
	}{
		{"shorthand", flag.Shorthand, row.Shorthand},
		{"pflag type", flag.Value.Type(), row.Type},
		{"default in help", flag.DefValue, shown(row.Default)},
		{"default of the value", plain(flag), row.Default},
		{"NoOptDefVal", flag.NoOptDefVal, row.NoOptDefVal},
		{"deprecated", flag.Deprecated != "", row.Deprecated},
		{"hidden", flag.Hidden, row.Hidden},
	} {
		if column.got != column.want {
			t.Errorf("--%s: %s: got %#v, want %#v", row.Name, column.name, column.got, column.want)
		}
	}
}

// TestUsages looks for usage texts that are there, free of markers, and computed where the facts say so.
func TestUsages(t *testing.T) {
	computed := map[string]string{
		"feature-gates":     flagusage.FeatureGates(),
		"tls-cipher-suites": flagusage.TLSCipherSuites(),
		"tls-min-version":   flagusage.TLSMinVersion(),
		"node-labels":       flagusage.NodeLabels(),
	}
	for set, flags := range map[string]*pflag.FlagSet{
		facts.KubeletConfiguration: configurationFlags(t),
		facts.KubeletFlags:         kubeletFlags(),
	} {
		rows := rowsOf(t, set)
		flags.VisitAll(func(flag *pflag.Flag) {
			if strings.TrimSpace(flag.Usage) == "" || strings.Contains("\n"+flag.Usage, "\n+") {
				t.Errorf("--%s: usage %q", flag.Name, flag.Usage)
			}
			text, found := computed[flag.Name]
			if found != rows[flag.Name].UsageComputed {
				t.Errorf("--%s: the facts say %v for a computed usage", flag.Name, rows[flag.Name].UsageComputed)
			}
			if found && flag.Usage != text {
				t.Errorf("--%s: got usage %q, want what flagusage gives", flag.Name, flag.Usage)
			}
		})
	}
}

func configurationFlags(t *testing.T) *pflag.FlagSet {
	t.Helper()
	flags := newFlagSet()
	options.AddKubeletConfigurationFlags(flags, newConfiguration(t))
	return flags
}

func kubeletFlags() *pflag.FlagSet {
	flags := newFlagSet()
	options.NewKubeletFlags().AddFlags(flags)
	return flags
}

func newFlagSet() *pflag.FlagSet {
	return pflag.NewFlagSet("kubelet", pflag.ContinueOnError)
}

func newConfiguration(t *testing.T) *config.KubeletConfiguration {
	t.Helper()
	c, err := options.NewKubeletConfiguration()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func rowsOf(t *testing.T, set string) map[string]facts.Flag {
	t.Helper()
	rows, err := facts.Flags(set)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}
