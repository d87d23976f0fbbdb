// Package facts reads what was measured on the kubelet v1.36.2: its flags (kubelet_flags.csv) and the leaves of its
// configuration types (kubelet_leaves.csv). The tests of this module compare with it row by row.
package facts

import (
	"embed"
	"encoding/csv"
	"fmt"
	"strings"
)

//go:embed *.csv
var files embed.FS

// Sets of flags.
const (
	KubeletConfiguration = "KubeletConfiguration"
	KubeletFlags         = "KubeletFlags"
)

// Types with leaves.
const (
	Internal = "kubelet/internal"
	V1beta1  = "kubelet/v1beta1"
)

// Flag is a row of kubelet_flags.csv.
type Flag struct {
	Name, Shorthand, Type, Default, NoOptDefVal string
	// Field is the Go path of the field that the flag is bound to.
	Field              string
	Deprecated, Hidden bool
	// OS is the only system that has the flag; empty for every system. OSDefault is its default there.
	OS, OSDefault string
	// LegacyDefault is the default of the command line alone, where it differs from the versioned one.
	LegacyDefault string
	// Path says that the field is a path relative to its file.
	Path bool
	// UsageComputed says that the usage text is put together when the program runs.
	UsageComputed bool
}

// Leaf is a row of kubelet_leaves.csv.
type Leaf struct {
	GoPath, JSONPath, GoType string
}

// Flags reads the flags of a set, by name.
func Flags(set string) (map[string]Flag, error) {
	rows, err := read("kubelet_flags.csv")
	if err != nil {
		return nil, err
	}
	flags := map[string]Flag{}
	for _, row := range rows {
		if row["set"] != set {
			continue
		}
		flag := Flag{
			Name:          row["flag"],
			Shorthand:     row["shorthand"],
			Type:          row["pflag_type"],
			Default:       row["default_linux"],
			NoOptDefVal:   row["nooptdefval"],
			Field:         row["go_field_path"],
			Deprecated:    row["deprecated"] == "true",
			Hidden:        row["hidden"] == "true",
			OS:            row["os"],
			LegacyDefault: row["legacy_default"],
			Path:          row["path_ref"] == "yes",
			UsageComputed: row["usage_computed"] == "true",
		}
		if flag.OS != "" {
			_, osDefault, found := strings.Cut(flag.Default, flag.OS+": ")
			if !found {
				return nil, fmt.Errorf("--%s: no default for %s in %q", flag.Name, flag.OS, flag.Default)
			}
			flag.Default, flag.OSDefault = "", osDefault
		}
		if _, twice := flags[flag.Name]; twice {
			return nil, fmt.Errorf("--%s: two rows in the set %s", flag.Name, set)
		}
		flags[flag.Name] = flag
	}
	return flags, nil
}

// Leaves reads the leaves of a type, in its order.
func Leaves(typ string) ([]Leaf, error) {
	rows, err := read("kubelet_leaves.csv")
	if err != nil {
		return nil, err
	}
	var leaves []Leaf
	for _, row := range rows {
		if row["type"] == typ {
			leaves = append(leaves, Leaf{row["go_path"], row["json_path"], row["go_type"]})
		}
	}
	return leaves, nil
}

// read gives the rows of a file by the names in its first line.
func read(name string) ([]map[string]string, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var rows []map[string]string
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, column := range records[0] {
			row[column] = record[i]
		}
		rows = append(rows, row)
	}
	return rows, nil
}
