package upstream

import (
	"fmt"
	"slices"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/upstream/universe"
)

// peer is a package that a tag names in a package of a group.
type peer struct {
	load.Peer
	owner string // the path of the group's package
}

// build makes the universe of the inputs and of the packages that their tags name.
func (r *run) build(inputs []string) {
	peers := map[string]bool{}
	var named []peer
	for _, path := range inputs {
		pkg := r.session.Source(path)
		for _, p := range pkg.Peers() {
			peers[p.Path] = true
			r.peers[path] = append(r.peers[path], p)
			if p.Tag.Name != "" {
				named = append(named, peer{p, r.owner[path]})
			}
		}
	}
	var paths []string
	for path := range peers {
		if r.owner[path] == "" {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	loaded := slices.DeleteFunc(
		slices.Clone(paths), func(path string) bool { _, _, err := r.session.Types(path); return err != nil },
	)
	for _, p := range named {
		if _, _, err := r.session.Types(p.Path); err != nil {
			r.findings[p.owner] = append(r.findings[p.owner], missing(r.session, p, err))
		}
	}
	var made *universe.Universe
	var err error
	withKlog(func([]byte) {}, func() { // gengo tells of aliases whose comments do not count, which nobody has asked
		made, err = universe.Build(r.session, inputs, loaded)
	})
	if err != nil { // of gengo's own loader, where it has to be used
		at := sourceOf(r.session, inputs[:1]).clauseOf(inputs[0])
		owner := r.owner[inputs[0]]
		r.findings[owner] = append(r.findings[owner], diag.At(at.pos, at.end, "slow-load", fmt.Sprintf(
			"Kubernetes' generators cannot load this package: %v", err,
		),
			"build configgen with the k8s.io/code-generator that its go.mod requires"))
		return
	}
	r.adopt(made, inputs)
}

// missing is the finding about a peer that cannot be loaded.
func missing(session *load.Session, p peer, err error) diag.Diagnostic {
	if session.Directory(p.Path) != "" && session.Source(p.Path) == nil {
		fix := "name a package of this module by its import path"
		var known []string
		for _, pkg := range session.Packages {
			known = append(known, pkg.Path)
		}
		if near, distance := diag.Nearest(p.Path, known); distance >= 0 && distance <= 2 {
			fix = "did you mean " + near + "?"
		}
		return diag.At(p.Tag.Pos, p.Tag.End, "peer-package",
			fmt.Sprintf("+%s names a package that does not exist: %s", p.Tag.Name, p.Path), fix)
	}
	found := diag.At(
		p.Tag.Pos, p.Tag.End, "peer-package", fmt.Sprintf("cannot load %s: %v", p.Path, err),
		"name a package by its import path, and require its module",
	)
	found.Passing = true // it may be the network, or a cache of the go command
	return found
}

// adopt takes the universe of the inputs, and warns if it took longer than it should.
func (r *run) adopt(made *universe.Universe, inputs []string) {
	r.universe = made
	if made.Slow == nil {
		return
	}
	at := sourceOf(r.session, inputs[:1]).clauseOf(inputs[0])
	warning := diag.At(at.pos, at.end, "slow-load", fmt.Sprintf(
		"Kubernetes' generators load every dependency from source, which takes longer and changes nothing else: %v",
		made.Slow,
	),
		"build configgen with the k8s.io/code-generator that its go.mod requires")
	warning.Severity = diag.Warning
	owner := r.owner[inputs[0]]
	r.findings[owner] = append(r.findings[owner], warning)
}

// extraPeers are the peers of a tool's run on the given inputs beyond those that the tool takes from tags itself.
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

// hidden are the packages that tools do not see when they run on the given inputs: other inputs, unless they are named
// as peers, or an input has types from them.
func (r *run) hidden(inputs []string) map[string]bool {
	hidden := map[string]bool{}
	for path := range r.owner {
		hidden[path] = true
	}
	seen := map[string]bool{}
	var show func(path string)
	show = func(path string) {
		delete(hidden, path)
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
	return hidden
}
