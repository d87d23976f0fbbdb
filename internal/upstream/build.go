package upstream

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/upstream/universe"
)

// findPeers records the peers of all inputs, and reports peers that cannot be loaded.
func (r *run) findPeers() {
	for _, path := range slices.Sorted(maps.Keys(r.owner)) {
		pkg := r.session.Source(path)
		for _, p := range pkg.Peers() {
			r.peers[path] = append(r.peers[path], p)
			_, _, err := r.session.Types(p.Path)
			switch owner := r.owner[path]; {
			case err != nil && p.Tag.Name != "":
				r.findings[owner] = append(r.findings[owner], missing(r.session, p, err))
			case p.Tag.Name != "k8s:conversion-gen" || !onlyItself(pkg):
			case !r.session.Untagged(pkg, r.session.Source(owner)): // which is a finding already
				r.findings[owner] = append(r.findings[owner], diag.At(p.Tag.Pos, p.Tag.End, "peer-package",
					fmt.Sprintf("+k8s:conversion-gen=%s names the package that it is in", p.Path),
					"name the package of the types that these convert to"))
			}
		}
	}
}

// onlyItself reports whether the tags of a package have conversion-gen convert its types to the same package, and to no
// other. Beside another one, such a tag says where conversions written by hand are.
func onlyItself(pkg *load.Package) bool {
	found := false
	for _, tag := range pkg.Tags() {
		if tag.Name == "k8s:conversion-gen" && tag.Value != pkg.Path {
			return false
		}
		found = found || tag.Name == "k8s:conversion-gen"
	}
	return found
}

// build makes the universe of the batch that a group with the given inputs belongs to, or takes the one that is there.
// It is nil if the findings say why there is none.
func (r *run) build(inputs []string) (*universe.Universe, []diag.Diagnostic) {
	batch := r.batches[r.owner[inputs[0]]]
	var made built
	withKlog(func([]byte) {}, func() { // gengo tells of aliases whose comments do not count, which nobody has asked
		var ready bool
		if made, ready = r.universes[batch]; !ready {
			made = buildBatch(r, batch)
			r.universes[batch] = made
			maps.DeleteFunc(r.universes, func(other int, _ built) bool { return other < batch-1 }) // groups come in order
		}
	})
	at := sourceOf(r.session, inputs[:1]).clauseOf(inputs[0])
	if made.err != nil { // of gengo's own loader, where it has to be used
		return nil, []diag.Diagnostic{diag.At(at.pos, at.end, "slow-load",
			fmt.Sprintf("Kubernetes' generators cannot load this package: %v", made.err), buildWith)}
	}
	return made.universe, slowLoad(at, made.universe.Slow)
}

// buildBatch makes the universe of a batch: the inputs of its groups, the packages that their tags name, and the user's
// packages whose types they use.
func buildBatch(r *run, batch int) built {
	var inputs []string
	whole, named := map[string]bool{}, map[string]bool{} // peers that a tag names, and types that one names
	for path, owner := range r.owner {
		if r.batches[owner] != batch {
			continue
		}
		inputs = append(inputs, path)
		for _, p := range r.peers[path] {
			if _, _, err := r.session.Types(p.Path); err == nil && r.owner[p.Path] == "" {
				whole[p.Path] = whole[p.Path] || p.Tag.Name != "" && p.Interface == ""
			}
			named[p.Interface] = true
		}
	}
	inputs = slices.Sorted(maps.Keys(r.visible(inputs)))
	for _, path := range slices.AppendSeq(slices.Clone(inputs), maps.Keys(whole)) {
		if pkg, _, err := r.session.Types(path); err == nil && (r.owner[path] != "" || whole[path]) {
			for _, name := range pkg.Scope().Names() { // conversion-gen looks for a type of the same name in each peer
				named[name] = true
			}
		}
	}
	var peers []universe.Peer
	for _, path := range slices.Sorted(maps.Keys(whole)) {
		peer := universe.Peer{Path: path}
		if !whole[path] {
			peer.Named = func(name string) bool { return named[name] }
		}
		peers = append(peers, peer)
	}
	made, err := r.library.Build(inputs, peers)
	return built{made, err}
}

// buildWith is what helps where gengo is another one than this program was written for.
const buildWith = "build configgen with the k8s.io/code-generator that its go.mod requires"

// missing is the finding about a peer that cannot be loaded.
func missing(session *load.Session, p load.Peer, err error) diag.Diagnostic {
	if session.Directory(p.Path) != "" && session.Source(p.Path) == nil {
		fix, advice := "name a package of this module by its import path", diag.Advice{}
		var known []string
		for _, pkg := range session.Known() {
			known = append(known, pkg.Path)
		}
		if near, distance := diag.Nearest(p.Path, known); distance >= 0 && distance <= 2 {
			fix = "did you mean " + near + "?"
			advice = diag.Replace(p.Tag.Pos, p.Tag.End, "+"+strings.Replace(p.Tag.Line, p.Path, near, 1))
		}
		return diag.At(p.Tag.Pos, p.Tag.End, "peer-package",
			fmt.Sprintf("+%s names a package that does not exist: %s", p.Tag.Name, p.Path), fix).With(advice)
	}
	found := diag.At(
		p.Tag.Pos, p.Tag.End, "peer-package", fmt.Sprintf("cannot load %s: %v", p.Path, err),
		"name a package by its import path, and require its module",
	)
	found.Transient = true // it may be the network, or a cache of the go command
	return found
}

// slowLoad warns if making a universe took longer than it should, for the given reason.
func slowLoad(at span, reason error) []diag.Diagnostic {
	if reason == nil {
		return nil
	}
	warning := diag.At(at.pos, at.end, "slow-load", fmt.Sprintf(
		"Kubernetes' generators load every dependency from source, which takes longer and changes nothing else: %v",
		reason,
	), buildWith)
	warning.Severity = diag.Warning
	return []diag.Diagnostic{warning}
}

// extraPeers returns the peers of a tool's run that the tool does not take from tags itself.
func (r *run) extraPeers(tool tool, inputs []string) []string {
	var paths []string
	for _, path := range inputs {
		for _, peer := range r.peers[path] {
			_, _, err := r.session.Types(peer.Path)
			taken := tool.name == "defaulter-gen" && peer.Defaults || tool.name == "conversion-gen" && peer.Conversions
			if err == nil && taken {
				paths = append(paths, peer.Path)
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// visible returns the inputs, of any group, that tools see in a run: the inputs of the run, their peers, and the
// packages whose types they use.
func (r *run) visible(inputs []string) map[string]bool {
	visible, seen := map[string]bool{}, map[string]bool{}
	var show func(path string)
	show = func(path string) {
		if r.owner[path] != "" {
			visible[path] = true
		}
		if pkg := r.session.Source(path); pkg != nil && !seen[path] {
			seen[path] = true
			for _, imported := range load.Imports(pkg.Files) {
				show(imported)
			}
		}
	}
	for _, path := range inputs {
		show(path)
		for _, peer := range r.peers[path] {
			show(peer.Path)
		}
	}
	return visible
}
