// Package values has the flag value of reserved memory.
package values

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/kubelet/config/v1beta1"
)

type reservedMemory struct {
	target *[]v1beta1.MemoryReservation
	set    bool
}

// NewReservedMemory binds reservations of memory: NODE:RESOURCE=QUANTITY,...;NODE:... The first Set replaces what was
// there, later ones add to it, and an empty text clears it.
func NewReservedMemory(target *[]v1beta1.MemoryReservation) pflag.Value {
	return &reservedMemory{target: target}
}

// Type names the value in help.
func (*reservedMemory) Type() string { return "reserved-memory" }

// String prints what Set accepts.
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

// Set parses reservations.
func (v *reservedMemory) Set(text string) error {
	var parsed []v1beta1.MemoryReservation
	for node := range strings.SplitSeq(text, ";") {
		if node == "" {
			continue
		}
		r, err := parse(node)
		if err != nil {
			return err
		}
		parsed = append(parsed, r)
	}
	if v.set && text != "" {
		parsed = slices.Concat(*v.target, parsed)
	}
	*v.target, v.set = parsed, true
	return nil
}

func parse(text string) (r v1beta1.MemoryReservation, err error) {
	node, limits, found := strings.Cut(text, ":")
	if !found {
		return r, fmt.Errorf("%q: write NODE:RESOURCE=QUANTITY, such as 0:memory=1Gi", text)
	}
	number, err := strconv.ParseInt(node, 10, 32)
	if err != nil {
		return r, fmt.Errorf("%q: the NUMA node %q is not a 32-bit number", text, node)
	}
	r = v1beta1.MemoryReservation{NumaNode: int32(number), Limits: corev1.ResourceList{}}
	if limits == "" {
		return r, nil // A file can have a node without limits, which has to read back.
	}
	for limit := range strings.SplitSeq(limits, ",") {
		name, quantity, _ := strings.Cut(limit, "=")
		if name != "memory" && !strings.HasPrefix(name, corev1.ResourceHugePagesPrefix) {
			return r, fmt.Errorf("%q: %q is not memory or hugepages-SIZE", text, name)
		}
		if r.Limits[corev1.ResourceName(name)], err = resource.ParseQuantity(quantity); err != nil {
			return r, fmt.Errorf("%q: %q is not a quantity such as 1Gi", text, quantity)
		}
	}
	return r, nil
}
