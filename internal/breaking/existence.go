package breaking

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/configapi"
)

// newSetting reports whether a setting is that of something new: of a field that no version had before or, in a struct
// of flags, of a flag that nobody had. Its facts are compared with nothing, because no file and no command line could
// have relied on others. One that belongs to nothing that is known was there before.
func (c *comparison) newSetting(setting configapi.Object) bool {
	known := func(key configapi.Key) bool { return c.before[key] != nil || c.isTarget(key) }
	found := false
	for _, object := range c.new {
		if !covers(setting.Key, object) {
			continue
		}
		if found = true; known(object.Key) {
			return false
		}
	}
	return found && !slices.ContainsFunc(c.moves(setting), known)
}

// covers reports whether a setting applies to a field, or to what flags set.
func covers(setting configapi.Key, object configapi.Object) bool {
	switch {
	case object.Field != "":
		return object.Kind == setting.Kind && object.Field == setting.Setting
	case object.Flag != "":
		kind, path, _ := strings.Cut(object.Facts["sets"], " ")
		return kind == setting.Kind && inside(path, setting.Setting)
	}
	return object.FlagsFrom != "" && object.Kind == setting.Kind && object.Setting == setting.Setting
}
