package componentconfig

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/component-base/configz"

	"github.com/configgen/configgen/componentconfig/internal/redact"
)

// publish registers the effective configuration with configz, secrets masked. The last load of the process is what is
// shown, be it a reload or that of another loader.
func (l *Loader[T]) publish(c *candidate) error {
	if l.published == nil {
		configz.Delete(c.group)
		cz, err := configz.New(c.group)
		if err != nil {
			return err
		}
		l.published = cz
	}
	tree := redact.Masked(c.view.tree, c.secret)
	// In newer minors Set takes objects only and refuses those without a kind; ours has one.
	l.published.Set(&shown{ //nolint:errcheck // older minors return nothing
		gvk:  schema.FromAPIVersionAndKind(tree.Fields["apiVersion"].Text, tree.Fields["kind"].Text),
		json: tree.JSON(),
	})
	return nil
}

// shown is a configuration that was written down for others to see.
type shown struct {
	gvk  schema.GroupVersionKind
	json []byte
}

// GetObjectKind returns the object itself.
func (s *shown) GetObjectKind() schema.ObjectKind { return s }

// SetGroupVersionKind changes nothing: what was written down says what it is.
func (s *shown) SetGroupVersionKind(schema.GroupVersionKind) {}

// GroupVersionKind is what the configuration says of itself.
func (s *shown) GroupVersionKind() schema.GroupVersionKind { return s.gvk }

// DeepCopyObject returns the object itself, which never changes.
func (s *shown) DeepCopyObject() runtime.Object { return s }

// MarshalJSON returns what was written down.
func (s *shown) MarshalJSON() ([]byte, error) { return s.json, nil }
