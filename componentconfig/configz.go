package componentconfig

import (
	"cmp"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/component-base/configz"

	"github.com/configgen/configgen/componentconfig/internal/redact"
)

// publish registers the effective configuration with configz, with secrets masked. The last load of the process is
// shown, even if it is a reload or one of another loader.
func (l *Loader[T]) publish(c *candidate) error {
	if l.published == nil {
		name := cmp.Or(c.group, c.kind)
		configz.Delete(name)
		cz, err := configz.New(name)
		if err != nil {
			return err
		}
		l.published = cz
	}
	tree, gvk := redact.Masked(c.view.tree, c.secret), schema.GroupVersionKind{Kind: c.kind}
	if !c.types.Plain() {
		gvk = schema.FromAPIVersionAndKind(c.types.APIVersion(c.newest()), c.kind)
	}
	// In newer minors Set accepts only objects with a kind.
	l.published.Set(&shown{ //nolint:errcheck // Older minors return nothing.
		gvk:  gvk,
		json: tree.JSON(),
	})
	return nil
}

// shown is a configuration that configz shows.
type shown struct {
	gvk  schema.GroupVersionKind
	json []byte
}

// GetObjectKind implements runtime.Object.
func (s *shown) GetObjectKind() schema.ObjectKind { return s }

// SetGroupVersionKind does nothing: the content has a kind.
func (s *shown) SetGroupVersionKind(schema.GroupVersionKind) {}

// GroupVersionKind returns the kind of the content.
func (s *shown) GroupVersionKind() schema.GroupVersionKind { return s.gvk }

// DeepCopyObject returns the object itself, which does not change.
func (s *shown) DeepCopyObject() runtime.Object { return s }

// MarshalJSON returns the content.
func (s *shown) MarshalJSON() ([]byte, error) { return s.json, nil }
