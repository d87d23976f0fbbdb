package model

import (
	"slices"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// mark sets the facts about a field that its markers tell.
func mark(field *group.Field) {
	set := field.Markers
	format, _ := markers.Get[markers.Format](set)
	if format != nil {
		field.Marked.Format = format.Name
	}
	_, field.Marked.Default = markers.Get[markers.Default](set)
	_, field.Marked.ListType = markers.Get[markers.ListType](field.ListMarkers())
	has := func(names ...string) bool { return slices.ContainsFunc(names, set.Has) }
	field.Marked.Optional, field.Marked.Required = has("optional", "k8s:optional"), has("required", "k8s:required")
	field.Marked.RequiredTag, field.Marked.Enum = has("k8s:required"), has("enum", "k8s:enum")
	field.Marked.Zero = has("zero")
}
