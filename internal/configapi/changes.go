package configapi

import (
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/markers"
)

// ending are the facts about when a field or a flag ends, and for what.
func ending(d *group.Deprecation) map[string]string {
	if d == nil {
		return nil
	}
	return map[string]string{"deprecated since": d.Since, "removal": d.Removal, "use": d.Use}
}

// places adds where versions have a field that is in another place there, and the release that brought the field.
func places(facts map[string]string, field *group.Field) {
	var moves []string
	for _, move := range markers.All[markers.Moved](field.Markers) {
		moves = append(moves, strings.TrimSpace(move.In+" "+move.From+" "+move.When))
	}
	facts["moved"] = strings.Join(sorted(moves), ",")
	if since, ok := markers.Get[markers.Since](field.Markers); ok {
		facts["since"] = since.Release
	}
}

// tombstones describes what has been removed from a root.
func (d *describer) tombstones(root *group.Root) {
	for _, stone := range root.Tombstones {
		kind, name := stone.What()
		key := Key{Tombstone: kind + " " + name}
		if stone.Path+stone.Version != "" {
			key.Kind = root.Name
		}
		facts := map[string]string{"removed": stone.Removed, "use": stone.Use}
		except(facts, stone.Exceptions)
		d.add(key, Place{stone.Position, stone.End}, facts)
	}
}

// Allow begins the names of facts about exceptions, which the code of the rule follows.
const Allow = "allow "

// except adds facts about exceptions from the rules of comparisons: the release in which they end, and the reason.
func except(facts map[string]string, list []group.Exception) {
	for _, e := range list {
		if _, inner := facts[Allow+e.Rule]; !inner && strings.HasPrefix(e.Rule, "CB") {
			facts[Allow+e.Rule] = e.Until + " " + e.Reason
		}
	}
}

// exceptField adds the exceptions of a field, which may be nil: its own, those of what it is in, and those of its root.
func exceptField(facts map[string]string, root *group.Root, field *group.Field) {
	for ; field != nil; field = field.Parent {
		except(facts, field.Exceptions)
	}
	except(facts, root.Exceptions)
}
