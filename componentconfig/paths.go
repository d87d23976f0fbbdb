package componentconfig

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// inNewest returns an error of validation with the path that the field has in the newest version. Validation of internal
// types names fields of the newest version; a field that is elsewhere there, or has another name, is found by its Go
// path.
func inNewest(c *candidate, err *field.Error) *field.Error {
	pattern := patternOf(err.Field)
	if c.types.Has(pattern, c.newest()) {
		return err
	}
	goPath := c.types.GoPathOf(pattern, c.newest())
	if goPath == "" {
		return err
	}
	return moved(err, c.patternsOf(goPath))
}

// inFile returns an error of validation with the path that the field has in the version of a file.
func inFile(c *candidate, err *field.Error, name string) *field.Error {
	for _, d := range c.docs {
		if d.Name == name && d.version != c.newest() {
			return moved(err, c.types.Translated(patternOf(err.Field), c.newest(), d.version))
		}
	}
	return err
}

// moved returns an error with another path: what several patterns have in common, with the indexes and keys of the
// error's path. Without patterns the path stays.
func moved(err *field.Error, patterns []string) *field.Error {
	if len(patterns) == 0 {
		return err
	}
	common := strings.Split(patterns[0], ".")
	for _, p := range patterns[1:] {
		steps := strings.Split(p, ".")
		for i := range common {
			if i >= len(steps) || steps[i] != common[i] {
				common = common[:i]
				break
			}
		}
	}
	if len(common) == 0 {
		return err
	}
	blanks := brackets.FindAllString(err.Field, -1)
	var path strings.Builder
	for i, piece := range strings.Split(strings.Join(common, "."), "[]") {
		if i > 0 && len(blanks) == 0 {
			break // a list or map as a whole
		}
		if i > 0 {
			path.WriteString(blanks[0])
			blanks = blanks[1:]
		}
		path.WriteString(piece)
	}
	out := *err
	out.Field = path.String()
	return &out
}
