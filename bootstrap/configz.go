package bootstrap

import (
	"encoding/json"

	"k8s.io/component-base/configz"
)

// publish registers the effective configuration with configz, secrets masked; a reload replaces it.
func (l *Loader[T]) publish(out *Loaded[T]) error {
	if l.published == nil {
		cz, err := configz.New(l.root.Group)
		if err != nil {
			return err
		}
		l.published = cz
	}
	l.published.Set(json.RawMessage(masked(out.main.display(), nil, out.main.secret).JSON()))
	return nil
}
