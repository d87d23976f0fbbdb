package features

import (
	"fmt"
	"regexp"
	"strconv"

	"k8s.io/apimachinery/pkg/util/version"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
)

// spec is one stage as component-base sees it.
type spec struct {
	*group.Stage
	since *version.Version
	// minimum is the lowest version that everything must be compatible with; nil where none was ever named. A stage
	// inherits it from the one before it.
	minimum *version.Version
	named   bool // the stage names minimum itself
}

// majorMinor is the form of a version in markers.
var majorMinor = regexp.MustCompile(`^(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})$`)

// rank orders stages by the promise that they make: what is deprecated promises least, and nothing can depend on it.
var rank = map[string]int{"deprecated": 0, "": 1, "alpha": 1, "beta": 2, "ga": 3}

// stages checks the stages of all features, as AddVersioned of component-base does when a component starts, and adds
// the accepted features to the table.
func (c checker) stages() {
	for _, f := range c.features {
		c.stagesOf(f)
	}
}

func (c checker) stagesOf(f *feature) {
	for i, stage := range f.Stages {
		s := spec{Stage: stage, since: c.version(stage, "since", stage.Since)}
		if stage.MinCompatibility != "" {
			s.minimum, s.named = c.version(stage, "minCompatibility", stage.MinCompatibility), true
		}
		if s.since == nil || s.named && s.minimum == nil {
			return
		}
		if i == 0 {
			c.first(f, s)
		} else if !c.follows(f, f.specs[i-1], s) {
			return
		}
		if !s.named && i > 0 {
			s.minimum = f.specs[i-1].minimum
		}
		f.specs = append(f.specs, s)
	}
}

// version reads a version of the component; nil, with a finding, where it is none.
func (c checker) version(stage *group.Stage, argument, text string) *version.Version {
	if majorMinor.MatchString(text) {
		return version.MustParse(text)
	}
	fix := `specify the component's own major and minor version, as in ` + argument + `: "1.2"`
	if v, err := version.ParseGeneric(text); err == nil && len(v.Components()) > 2 {
		c.stage(stage, "feature-version",
			fmt.Sprintf("%q names a patch version, and features change with minor versions", text),
			fmt.Sprintf("use %s: \"%d.%d\"", argument, v.Major(), v.Minor()),
			stage.Marker.Argument(argument, fmt.Sprintf(`"%d.%d"`, v.Major(), v.Minor())))
	} else {
		c.stage(stage, "feature-version", fmt.Sprintf("%q is not a version", text), fix)
	}
	return nil
}

// first checks the stage that a feature begins with.
func (c checker) first(f *feature, s spec) {
	if s.named {
		c.aloneMinimum(s)
	}
	if s.Feature.Stage == "deprecated" && s.since.Minor() != 0 {
		c.stage(s.Stage, "feature-deprecated-first",
			fmt.Sprintf("%s begins as deprecated, and nothing says what it was before", f.Name),
			fmt.Sprintf(`put +feature(stage: ga, since: "%d.0", default: true) in front, or what else it was`, s.since.Major()),
			diag.Mark(s.Position, fmt.Sprintf(`+feature(stage: ga, since: "%d.0", default: true)`, s.since.Major())))
	}
}

func (c checker) aloneMinimum(s spec) {
	c.stage(s.Stage, "feature-compatibility",
		"minCompatibility is on a stage without another one of the same version in front",
		fmt.Sprintf("put a line since %s without minCompatibility in front, with the default that holds until then", s.since))
}

// follows checks a stage against the ones before it; false where what follows could only repeat the finding.
func (c checker) follows(f *feature, last, s spec) bool {
	before := len(*c.findings)
	same := s.since.EqualTo(last.since)
	switch {
	case s.since.LessThan(last.since):
		c.stage(s.Stage, "feature-order",
			fmt.Sprintf("stage %s since %s follows a stage since %s", s.Feature.Stage, s.since, last.since),
			"list the stages in the order of their versions")
	case s.named && !same:
		c.aloneMinimum(s)
	case s.named && s.minimum.GreaterThan(s.since):
		c.stage(s.Stage, "feature-compatibility",
			fmt.Sprintf("minCompatibility %s is newer than the version %s itself", s.minimum, s.since),
			fmt.Sprintf("use minCompatibility: %q or less", s.since.String()),
			s.Marker.Argument("minCompatibility", strconv.Quote(s.since.String())))
	case s.named && last.minimum != nil && s.minimum.LessThan(last.minimum):
		c.stage(s.Stage, "feature-compatibility",
			fmt.Sprintf("minCompatibility goes back from %s to %s", last.minimum, s.minimum), "list them in growing order")
	case same && (!s.named || last.minimum != nil && s.minimum.EqualTo(last.minimum)):
		c.stage(s.Stage, "feature-order", fmt.Sprintf("%s has two stages since %s", f.Name, s.since),
			"keep the one that was released, or set them apart by minCompatibility", s.Marker.Remove())
	case same && s.Feature.Stage != last.Feature.Stage:
		c.stage(s.Stage, "feature-same-version",
			fmt.Sprintf("%s changes from %s to %s within version %s", f.Name, last.Feature.Stage, s.Feature.Stage, s.since),
			"only the default can depend on minCompatibility: give the new stage a version of its own")
	case same && s.Locked != last.Locked:
		c.stage(s.Stage, "feature-same-version", fmt.Sprintf("%s is locked in one of two lines since %s", f.Name, s.since),
			"only the default can depend on minCompatibility: lock both lines or none",
			s.Marker.Argument("locked", strconv.FormatBool(last.Locked)),
			last.Marker.Argument("locked", strconv.FormatBool(s.Locked)))
	case s.Feature.Stage == last.Feature.Stage && s.Default == last.Default && s.Locked == last.Locked:
		c.stage(s.Stage, "feature-no-change",
			fmt.Sprintf("nothing about %s changes in %s: stage, default and lock are those since %s", f.Name, s.since,
				last.since),
			"remove the line", s.Marker.Remove())
	default:
		c.backwards(f, s)
	}
	return len(*c.findings) == before
}

// backwards refuses to take back what an earlier stage has promised.
func (c checker) backwards(f *feature, s spec) {
	was := map[string]bool{}
	locked := false
	for _, earlier := range f.specs {
		was[earlier.Feature.Stage], locked = true, locked || earlier.Locked
	}
	stage := s.Feature.Stage
	fix, advice := "add locked: true", s.Marker.Argument("locked", "true")
	if last := f.specs[len(f.specs)-1]; last.Feature.Stage == stage && last.Default == s.Default {
		fix, advice = "remove the line", s.Marker.Remove()
	}
	switch {
	case locked && !s.Locked:
		c.stage(s.Stage, "feature-unlock", fmt.Sprintf("%s was locked and is set free in %s", f.Name, s.since), fix, advice)
	case was["deprecated"] && stage != "deprecated":
		c.stage(s.Stage, "feature-regress",
			fmt.Sprintf("%s was deprecated and comes back as %s in %s", f.Name, stage, s.since),
			"declare a new feature: what is deprecated stays so until it is removed")
	case stage == "alpha" && (was["beta"] || was["ga"]), stage == "beta" && was["ga"]:
		c.stage(s.Stage, "feature-regress", fmt.Sprintf("%s goes back to %s in %s", f.Name, stage, s.since),
			"keep its stage and change the default, or deprecate it", s.Marker.Argument("stage", "deprecated"))
	}
}
