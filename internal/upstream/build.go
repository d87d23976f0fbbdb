package upstream

import (
	"fmt"
	"maps"
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
			r.peers[path] = append(r.peers[path], p.Path)
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
			found := diag.At(
				p.Tag.Pos, p.Tag.End, "peer-package", fmt.Sprintf("cannot load %s: %v", p.Path, err),
				"name a package by its import path, and require its module",
			)
			found.Passing = true // it may be the network, or a cache of the go command
			r.findings[p.owner] = append(r.findings[p.owner], found)
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

// hidden are the packages that tools do not see when they run on the given inputs: the inputs of other groups, unless
// they are named as peers.
func (r *run) hidden(inputs []string) map[string]bool {
	hidden := maps.Clone(r.all)
	for _, path := range inputs {
		delete(hidden, path)
		for _, peer := range r.peers[path] {
			delete(hidden, peer)
		}
	}
	return hidden
}
