package flagvalues

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	corev1 "k8s.io/api/core/v1"
)

type taints struct {
	target *[]corev1.Taint
	set    bool
}

// NewTaints binds taints: KEY=VALUE:EFFECT or KEY:EFFECT, joined by commas. The time of a taint has no text.
func NewTaints(target *[]corev1.Taint) pflag.Value {
	return &taints{target: target}
}

// Type names the value in help and documentation.
func (*taints) Type() string { return "[]v1.Taint" }

// String prints the taints in their order.
func (v *taints) String() string {
	if v == nil || v.target == nil {
		return ""
	}
	var texts []string
	for _, t := range *v.target {
		text := t.Key
		if t.Value != "" {
			text += "=" + t.Value
		}
		texts = append(texts, text+":"+string(t.Effect))
	}
	return strings.Join(texts, ",")
}

// Set parses what NewTaints describes.
func (v *taints) Set(text string) error {
	var parsed []corev1.Taint
	for one := range strings.SplitSeq(text, ",") {
		if one = strings.TrimSpace(one); one == "" {
			continue
		}
		t, err := parseTaint(one)
		if err != nil {
			return err
		}
		parsed = append(parsed, t)
	}
	*v.target = extend(v.set, text, *v.target, parsed)
	v.set = true
	return nil
}

func parseTaint(text string) (corev1.Taint, error) {
	effects := []corev1.TaintEffect{
		corev1.TaintEffectNoSchedule, corev1.TaintEffectPreferNoSchedule, corev1.TaintEffectNoExecute,
	}
	pair, effect, found := strings.Cut(text, ":")
	if !found || !slices.Contains(effects, corev1.TaintEffect(effect)) {
		return corev1.Taint{}, fmt.Errorf("%q: write KEY=VALUE:EFFECT or KEY:EFFECT, EFFECT one of %v", text, effects)
	}
	key, value, _ := strings.Cut(pair, "=")
	if key == "" {
		return corev1.Taint{}, fmt.Errorf("%q: the key is missing", text)
	}
	return corev1.Taint{Key: key, Value: value, Effect: corev1.TaintEffect(effect)}, nil
}
