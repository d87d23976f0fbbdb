// Package names has the names that the relay answers without other servers, and the names that it blocks.
package names

import (
	"bufio"
	"fmt"
	"net/netip"
	"os"
	"strings"

	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
)

// Table is the names that the relay knows.
type Table struct {
	addresses map[string][]netip.Addr
	blocked   map[string]string // name to the list that blocks it
}

// Load reads the files of c. An error names the file and the line.
func Load(c *config.HostsConfiguration) (*Table, error) {
	t := &Table{addresses: map[string][]netip.Addr{}, blocked: map[string]string{}}
	for _, file := range c.Files {
		if err := eachLine(file, t.hostsLine); err != nil {
			return nil, err
		}
	}
	for name, texts := range c.Records {
		t.addresses[Canonical(name)] = nil
		for _, text := range texts {
			address, err := netip.ParseAddr(text)
			if err != nil {
				return nil, fmt.Errorf("the record of %s: %w", name, err)
			}
			t.addresses[Canonical(name)] = append(t.addresses[Canonical(name)], address)
		}
	}
	for list, file := range c.Blocklists {
		block := func(fields []string) error {
			t.blocked[Canonical(fields[0])] = list
			return nil
		}
		if err := eachLine(file, block); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// Addresses returns the addresses of a name, and whether the table contains the name.
func (t *Table) Addresses(name string) ([]netip.Addr, bool) {
	addresses, known := t.addresses[Canonical(name)]
	return addresses, known
}

// BlockedBy returns the list that blocks a name or one of its parent domains, or an empty string.
func (t *Table) BlockedBy(name string) string {
	for rest := Canonical(name); rest != ""; _, rest, _ = strings.Cut(rest, ".") {
		if list := t.blocked[rest]; list != "" {
			return list
		}
	}
	return ""
}

// Canonical returns a name in lower case and without a trailing dot.
func Canonical(name string) string { return strings.ToLower(strings.TrimSuffix(name, ".")) }

// Within reports whether a name is the zone or below it. Every name is below the empty zone.
func Within(name, zone string) bool {
	name, zone = Canonical(name), Canonical(zone)
	return zone == "" || name == zone || strings.HasSuffix(name, "."+zone)
}

func (t *Table) hostsLine(fields []string) error {
	address, err := netip.ParseAddr(fields[0])
	if err != nil {
		return err
	}
	for _, name := range fields[1:] {
		t.addresses[Canonical(name)] = append(t.addresses[Canonical(name)], address)
	}
	return nil
}

// eachLine calls read with the words of every line, without comments and empty lines.
func eachLine(path string, read func(fields []string) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		fields := strings.Fields(text)
		if len(fields) == 0 {
			continue
		}
		if err := read(fields); err != nil {
			return fmt.Errorf("%s:%d: %w", path, number, err)
		}
	}
	return lines.Err()
}
