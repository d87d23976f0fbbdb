package breaking

import "strings"

// Rule explains some differences.
type Rule struct {
	// Code is the code of its findings, which internal/rule explains. It is empty for changes that break nothing.
	Code string
	// Alpha, Beta and GA are the levels in the tracks of versions. Compatible is the level of changes that a track allows.
	Alpha, Beta, GA Level
	// run returns explanations of differences that no rule before it took.
	run func(*comparison) []explanation
}

// explanation is what some differences mean. The first of them has the place of the finding.
type explanation struct {
	of           []*difference
	level        Level // empty for the level of the rule
	message, fix string
}

// softened returns the levels of the rules that do not report an error in each track: in alpha, beta and GA versions.
func softened() map[string][3]Level {
	return map[string][3]Level{
		"CB001": {Warning, Error, Error},
		"CB002": {Warning, Error, Error},
		"CB003": {Warning, Error, Error},
		"CB004": {Warning, Error, Error},
		"CB005": {Warning, Error, Error},
		"CB006": {Warning, Error, Error},
		"CB007": {Compatible, Error, Error},
		"CB008": {Warning, Error, Error},
		"CB010": {Warning, Error, Error},
		"CB011": {Warning, Error, Error},
		"CB012": {Warning, Error, Error},
		"CB013": {Warning, Error, Error},
		"CB015": {Warning, Error, Error},
		"CB016": {Compatible, Warning, Error},
		"CB017": {Warning, Error, Error},
		"CB018": {Compatible, Warning, Error},
		"CB019": {Compatible, Warning, Warning},
		"CB020": {Compatible, Warning, Error},
		"CB021": {Warning, Error, Error},
		"CB023": {Compatible, Warning, Warning},
		"CB099": {Warning, Error, Error},
	}
}

// Rules are all rules, in the order in which they take differences.
func Rules() []Rule {
	rules := []Rule{{Alpha: Wording, Beta: Wording, GA: Wording, run: each(sameMeaning)}}
	for _, family := range [][]Rule{
		deprecationRules(), kindRules(), fieldRules(), limitRules(), flagRules(), settingRules(), goRules(), compatible(),
	} {
		rules = append(rules, family...)
	}
	rules = append(rules, Rule{Code: "CB099", run: rest})
	levels := softened()
	for i, r := range rules {
		if r.Code == "" {
			continue
		}
		level, ok := levels[r.Code]
		if !ok {
			level = [3]Level{Error, Error, Error}
		}
		rules[i].Alpha, rules[i].Beta, rules[i].GA = level[0], level[1], level[2]
	}
	return rules
}

// rest is what nobody explained.
func rest(c *comparison) []explanation {
	var found []explanation
	for _, d := range c.open(func(*difference) bool { return true }) {
		message := ""
		switch {
		case d.gone():
			message = c.name(d.was) + " is gone"
		case d.added():
			message = c.name(d.Of) + " is new"
		default:
			message = c.name(d.was) + ": " + changed(d)
		}
		found = append(found, explanation{of: []*difference{d}, message: message,
			fix: "make sure that existing files and command lines keep their meaning, or take it back"})
	}
	return found
}

// track is the stability of a version, by the convention of Kubernetes.
type track string

const (
	alpha track = "alpha"
	beta  track = "beta"
	ga    track = "GA"
)

func (r Rule) level(t track) Level {
	switch t {
	case alpha:
		return r.Alpha
	case beta:
		return r.Beta
	}
	return r.GA
}

// trackOf returns the track of a version. A name without a track is the name of a stable version.
func trackOf(version string) track {
	switch {
	case strings.Contains(version, "alpha"):
		return alpha
	case strings.Contains(version, "beta"):
		return beta
	}
	return ga
}

// track is the track of what has changed. What applies to all versions of a kind is as stable as the most stable one.
func (c *comparison) track(d *difference) track {
	if found := c.conventional(d); found != alpha || !c.strict {
		return found
	}
	return beta
}

// conventional is the track by the names of the versions.
func (c *comparison) conventional(d *difference) track {
	if d.was.Version != "" && !d.was.Removed {
		return trackOf(d.was.Version)
	}
	kind := d.was.Kind
	if ignored(d.was) {
		kind = ""
		if !ignored(d.Of) {
			kind = d.Of.Kind
		}
	}
	if found := c.mostStable(kind); found != "" {
		return found
	}
	if found := c.mostStable(""); found != "" { // of a struct of flags, which has no versions
		return found
	}
	return ga
}

// mostStable is the best track of a kind in the older API, or of all kinds; empty if there is none.
func (c *comparison) mostStable(kind string) track {
	var found track
	for _, row := range c.old.rows {
		if !isVersion(row.Identity) || kind != "" && row.Kind != kind {
			continue
		}
		switch t := trackOf(row.Version); {
		case t == ga:
			return ga
		case found != beta:
			found = t
		}
	}
	return found
}

// each makes the run of a rule that explains differences one by one.
func each(explain func(*comparison, *difference) (explanation, bool)) func(*comparison) []explanation {
	return func(c *comparison) []explanation {
		var found []explanation
		for _, d := range c.open(func(*difference) bool { return true }) {
			if e, ok := explain(c, d); ok {
				e.of = append([]*difference{d}, e.of...)
				found = append(found, e)
			}
		}
		return found
	}
}
