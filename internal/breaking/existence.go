package breaking

import (
	"strings"

	"github.com/configgen/configgen/internal/configapi"
)

// newSetting reports whether a setting is that of something new: of a field that no version had before or, in a struct
// of flags, of a flag that nobody had. Its facts are compared with nothing, because no file and no command line could
// have relied on others. One that belongs to nothing that is known was there before.
func (c *comparison) newSetting(key configapi.Key) bool {
	found := false
	for _, object := range c.new {
		if !covers(key, object) {
			continue
		}
		if found = true; c.before[object.Key] != nil || c.isTarget(object.Key) {
			return false
		}
	}
	return found
}

// covers reports whether a setting applies to a field, to a field of the embedded struct that the setting is about, or
// to what flags set.
func covers(setting configapi.Key, object configapi.Object) bool {
	switch {
	case object.Field != "" && object.Kind == setting.Kind:
		path := object.Facts["go"]
		return object.Field == setting.Setting || path != setting.Setting && inside(path, setting.Setting)
	case object.Flag != "":
		kind, path, _ := strings.Cut(object.Facts["sets"], " ")
		return kind == setting.Kind && inside(path, setting.Setting)
	}
	return object.FlagsFrom != "" && object.Kind == setting.Kind && object.Setting == setting.Setting
}
