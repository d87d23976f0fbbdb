package v1beta1

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/conversion"
)

// SecondsToDuration converts the whole seconds of v1beta1.
func SecondsToDuration(in *int32, out *metav1.Duration, _ conversion.Scope) error {
	out.Duration = time.Duration(*in) * time.Second
	return nil
}

// DurationToSeconds rounds up to whole seconds.
func DurationToSeconds(in *metav1.Duration, out *int32, _ conversion.Scope) error {
	*out = int32((in.Duration + time.Second - 1) / time.Second)
	return nil
}
