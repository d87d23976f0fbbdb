// Package scheme has a scheme of all versions of the relay's configuration.
package scheme

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"

	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/v1alpha1"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/v1beta1"
)

// New returns a scheme of all versions, which prefers the newest, and codecs that reject unknown and duplicate fields.
// It returns an error if the packages of the versions are inconsistent.
func New() (*runtime.Scheme, serializer.CodecFactory, error) {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{config.AddToScheme, v1alpha1.AddToScheme, v1beta1.AddToScheme} {
		if err := add(scheme); err != nil {
			return nil, serializer.CodecFactory{}, err
		}
	}
	if err := scheme.SetVersionPriority(v1beta1.SchemeGroupVersion, v1alpha1.SchemeGroupVersion); err != nil {
		return nil, serializer.CodecFactory{}, err
	}
	return scheme, serializer.NewCodecFactory(scheme, serializer.EnableStrict), nil
}
