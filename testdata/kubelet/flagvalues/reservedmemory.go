package flagvalues

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"example.com/kubelet/config"
)

type reservedMemory struct {
	target *[]config.MemoryReservation
	set    bool
}

// NewReservedMemory binds memory reservations of NUMA nodes: NODE:RESOURCE=QUANTITY,..., joined by semicolons, such
// as 0:memory=1Gi,hugepages-2Mi=64Mi;1:memory=2Gi.
func NewReservedMemory(target *[]config.MemoryReservation) pflag.Value {
	return &reservedMemory{target: target}
}

// Type names the value in help and documentation.
func (*reservedMemory) Type() string { return "reserved-memory" }

// String prints the reservations in their order, the resources of each by name.
func (v *reservedMemory) String() string {
	if v == nil || v.target == nil {
		return ""
	}
	var nodes []string
	for _, r := range *v.target {
		var limits []string
		for _, name := range slices.Sorted(maps.Keys(r.Limits)) {
			quantity := r.Limits[name]
			limits = append(limits, fmt.Sprintf("%s=%s", name, quantity.String()))
		}
		nodes = append(nodes, fmt.Sprintf("%d:%s", r.NumaNode, strings.Join(limits, ",")))
	}
	return strings.Join(nodes, ";")
}

// Set parses what NewReservedMemory describes.
func (v *reservedMemory) Set(text string) error {
	var parsed []config.MemoryReservation
	for node := range strings.SplitSeq(text, ";") {
		if strings.TrimSpace(node) == "" {
			continue
		}
		r, err := parseReservation(node)
		if err != nil {
			return err
		}
		parsed = append(parsed, r)
	}
	*v.target = extend(v.set, text, *v.target, parsed)
	v.set = true
	return nil
}

func parseReservation(text string) (config.MemoryReservation, error) {
	var r config.MemoryReservation
	node, limits, found := strings.Cut(text, ":")
	if !found {
		return r, fmt.Errorf("%q: write NODE:RESOURCE=QUANTITY, such as 0:memory=1Gi", text)
	}
	number, err := strconv.ParseInt(strings.TrimSpace(node), 10, 32)
	if err != nil {
		return r, fmt.Errorf("%q: the NUMA node %q is not a 32-bit number", text, node)
	}
	r.NumaNode = int32(number)
	// A file can give a node without limits, and its text has to be accepted too.
	if strings.TrimSpace(limits) == "" {
		return r, nil
	}
	r.Limits = corev1.ResourceList{}
	for limit := range strings.SplitSeq(limits, ",") {
		name, quantity, found := strings.Cut(limit, "=")
		if !found {
			return r, fmt.Errorf("%q: write RESOURCE=QUANTITY in place of %q", text, limit)
		}
		key := corev1.ResourceName(strings.TrimSpace(name))
		if _, twice := r.Limits[key]; twice {
			return r, fmt.Errorf("%q: %s is given twice", text, key)
		}
		if r.Limits[key], err = resource.ParseQuantity(strings.TrimSpace(quantity)); err != nil {
			return r, fmt.Errorf("%q: %q is not a quantity such as 1Gi", text, quantity)
		}
	}
	return r, nil
}
