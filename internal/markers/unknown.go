package markers

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
)

// Surroundings are what the package of a marker says of the markers of other tools.
type Surroundings struct {
	// Foreign are the prefixes of the names of other tools, by +configgen:foreign.
	Foreign []string
	// ControllerGen is set if controller-gen reads the types, too.
	ControllerGen bool
}

// Unknown returns a finding for each marker in a doc comment that neither configgen nor another known tool defines, or
// that has no effect in this place. It omits markers that Parse reports because they resemble a marker of configgen.
func (p *Parser) Unknown(lines []Line, place Place, around Surroundings) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, line := range lines {
		name := line.Name()
		spec, known := p.specs[name]
		switch listed, instead, unchecked := otherMarkers().insteadOf(name); {
		case known && spec.Foreign && !slices.Contains(spec.Places, place):
			findings = append(findings, p.inapplicable(line, spec, place))
		case known, hasPrefix(name, around.Foreign), p.resembles(name, place):
		case unchecked:
			if found, ok := p.unchecked(line, lines, listed, instead, around); ok {
				findings = append(findings, found)
			}
		case !otherMarkers().has(name):
			findings = append(findings, p.unknown(line, name, place))
		}
	}
	return findings
}

// Foreign returns the lines of a doc comment whose names +configgen:foreign declares, as markers without a value.
func (p *Parser) Foreign(lines []Line, around Surroundings) Set {
	var set Set
	for _, line := range lines {
		if _, known := p.specs[line.Name()]; known || !hasPrefix(line.Name(), around.Foreign) {
			continue
		}
		set = append(set, Marker{
			Name: line.Name(), Text: line.Text,
			Position: p.fset.Position(line.Pos), End: p.fset.Position(line.Pos + token.Pos(len(line.Text))),
			removal: p.removal(line),
		})
	}
	return set
}

// unchecked reports a constraint of controller-gen, unless the same declaration has the one that configgen reads.
func (p *Parser) unchecked(
	line Line, all []Line, name string, instead replacement, around Surroundings,
) (diag.Diagnostic, bool) {
	bare := func(name string) string { return strings.TrimPrefix(name, "k8s:") }
	if slices.ContainsFunc(all, func(l Line) bool {
		return instead.marker != "" && bare(l.Name()) == bare(instead.marker[1:]) ||
			strings.Contains(instead.marker, "=") && strings.HasPrefix(l.Text, instead.marker)
	}) {
		return diag.Diagnostic{}, false
	}
	value := strings.TrimPrefix(line.Text, "+"+name)
	if strings.HasPrefix(value, ":=") { // its older spelling
		value = value[1:]
	}
	isMarker := instead.words == ""
	if isMarker && strings.HasPrefix(value, "=") && !strings.HasSuffix(instead.marker, "=set") {
		instead.marker += value
	}
	message := "+" + line.Name() + " is checked by controller-gen alone, and not when a configuration is loaded"
	if around.ControllerGen {
		found := p.finding(line, 0, len(line.Text), "unknown-marker", message, "add "+instead.marker+instead.words)
		found.Severity = diag.Warning
		return found, true
	}
	found := p.finding(line, 0, len(line.Text), "unknown-marker", message, "use "+instead.marker+instead.words)
	if isMarker && name != "kubebuilder:default" { // whose values have another grammar
		found = found.With(safely(p.replace(line, 0, len(line.Text), instead.marker)))
	}
	return found, true
}

// unknown reports a name that nobody defines.
func (p *Parser) unknown(line Line, name string, place Place) diag.Diagnostic {
	found := p.finding(line, 0, 1+len(name), "unknown-marker", "unknown marker +"+name, "")
	if at := strings.LastIndexByte(name, ':'); at > 0 && p.takesValue(name[:at]) {
		found.Fix = "use +" + name[:at] + "=" + line.Text[2+at:]
		return found.With(p.replace(line, 1+at, 2+at, "="))
	}
	near, sure := p.suggestion(name, place)
	family, _, several := strings.Cut(name, ":")
	if near == "" {
		near = nearOther(name)
	}
	switch {
	case near != "":
		found.Fix = fmt.Sprintf("did you mean +%s?", near)
		advice := p.replace(line, 1, 1+len(name), near)
		_, ok, _ := p.line(Line{advice.Marker, line.Pos, line.Starred, line.whole}, place)
		advice.Safe = ok && sure
		found = found.With(advice)
	case several && slices.Contains([]string{"k8s", "kubebuilder", "configgen"}, family):
		found.Fix = "remove it; configgen markers lists those that it reads"
		found = found.With(p.remove(line))
	default:
		if several {
			family += ":"
		}
		found.Fix = fmt.Sprintf("remove it, or add +configgen:foreign(%q) to the package if another tool reads it", family)
		found = found.With(p.remove(line))
	}
	return found
}

// takesValue reports whether a marker of this name has a value after an equals sign.
func (p *Parser) takesValue(name string) bool {
	spec, known := p.specs[name]
	if !known {
		return false
	}
	_, takes := tagged(spec.Shape, "=")
	return takes
}

// nearOther returns the marker of another tool that an unknown name with a prefix most likely means; "" if there is
// none.
func nearOther(name string) string {
	if other, distance := diag.Nearest(name, otherMarkers().listed); strings.Contains(name, ":") && distance <= 2 {
		return other
	}
	return ""
}

// suggestion returns the most likely marker for an unknown name, among the markers that apply to the place; "" if there
// is none. Sure reports that no other marker is as near.
func (p *Parser) suggestion(name string, place Place) (near string, sure bool) {
	last := name[strings.LastIndexByte(name, ':')+1:]
	var allowed []string
	for _, spec := range p.vocabulary {
		if slices.Contains(spec.Places, place) {
			allowed = append(allowed, spec.Name)
		}
	}
	for _, candidate := range []string{name, last, "k8s:" + last, "configgen:" + last} {
		if at := slices.IndexFunc(allowed, func(s string) bool { return strings.EqualFold(s, candidate) }); at >= 0 {
			return allowed[at], true
		}
	}
	near, distance := diag.Nearest(name, allowed)
	if !similar(name, near, distance) {
		return "", false
	}
	others := slices.DeleteFunc(allowed, func(s string) bool { return s == near })
	_, second := diag.Nearest(name, others)
	return near, second != distance
}

// similar reports whether a name is likely to be a misspelling of another one.
func similar(name, near string, distance int) bool {
	return distance >= 0 && distance <= min(2, len(strings.TrimPrefix(near, "k8s:"))/2) &&
		strings.Contains(name, ":") == strings.Contains(near, ":") || strings.EqualFold(name, near)
}

// resembles reports whether an unknown name is similar to a marker of configgen or to a tag of declarative validation:
// such a marker is reported wherever it is.
func (p *Parser) resembles(name string, place Place) bool {
	if plain, colon := strings.CutSuffix(name, ":"); colon {
		spec, known := p.specs[plain]
		return known && !spec.Foreign
	}
	if otherMarkers().has(name) {
		return false
	}
	if strings.HasPrefix(name, "configgen:") {
		return true
	}
	if strings.HasPrefix(name, "k8s:") {
		near, _ := p.suggestion(name, place)
		return strings.HasPrefix(near, "k8s:")
	}
	near, distance := diag.Nearest(name, p.own)
	return similar(name, near, distance)
}

// misplaced reports a marker that has no effect where it is.
func (p *Parser) misplaced(line Line, spec Spec, why string) diag.Diagnostic {
	return p.finding(line, 0, len(line.Text), "misplaced-marker", fmt.Sprintf("+%s %s", spec.Name, why),
		"move it into the doc comment of a "+placesText(spec.Places))
}

// inapplicable reports a marker that does not apply to the kind of declaration which it is on. The user may mean one
// whose name differs in a letter, as +flag and +flags do.
func (p *Parser) inapplicable(line Line, spec Spec, place Place) diag.Diagnostic {
	found := p.misplaced(line, spec, fmt.Sprintf("does not apply to a %s", place))
	for _, other := range p.vocabulary {
		_, distance := diag.Nearest(spec.Name, []string{other.Name})
		if distance != 1 || !slices.Contains(other.Places, place) {
			continue
		}
		advice := p.replace(line, 1, 1+len(spec.Name), other.Name)
		if _, ok, _ := p.line(Line{advice.Marker, line.Pos, line.Starred, line.whole}, place); ok {
			found.Fix = "use " + advice.Marker + ", or " + found.Fix
			found = found.With(advice)
		}
	}
	return found
}
