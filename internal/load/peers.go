package load

import (
	"slices"
	"strings"

	conversionargs "k8s.io/code-generator/cmd/conversion-gen/args"
	gengotypes "k8s.io/gengo/v2/types"
)

// askingTags are the tags by which a package asks for one of Kubernetes' generators.
var askingTags = []string{
	"k8s:deepcopy-gen", "k8s:defaulter-gen", "k8s:conversion-gen", "k8s:register-gen", "groupName",
}

// AsksTools reports whether a package may ask for one of Kubernetes' generators. The generators have the last word.
func (p *Package) AsksTools() bool {
	return slices.ContainsFunc(p.Tags(), func(t Tag) bool { return slices.Contains(askingTags, t.Name) })
}

// Peer is a package that Kubernetes' generators look into for another one.
type Peer struct {
	Path string
	// Tag names the peer; it is empty if conversion-gen takes the peer into account for every package.
	Tag Tag
}

// Peers returns the packages whose declarations Kubernetes' generators look up for this one.
func (p *Package) Peers() []Peer {
	var peers []Peer
	for _, tag := range p.Tags() {
		global := InDoc(tag.Pos)
		switch {
		case tag.Name == "k8s:deepcopy-gen:interfaces":
			for _, name := range strings.Split(tag.Value, ",") {
				peers = append(peers, Peer{gengotypes.ParseFullyQualifiedName(strings.TrimSpace(name)).Package, tag})
			}
		case global && namesPackage(tag.Name) && tag.Value != "false" && !strings.HasPrefix(tag.Value, "."):
			peers = append(peers, Peer{tag.Value, tag}) // the generators refuse directories themselves
		}
		if global && tag.Name == "k8s:conversion-gen" {
			for _, path := range conversionargs.DefaultBasePeerDirs {
				peers = append(peers, Peer{Path: path})
			}
		}
	}
	return slices.DeleteFunc(peers, func(peer Peer) bool { return peer.Path == "" })
}

// namesPackage reports whether the value of a tag is an import path.
func namesPackage(name string) bool {
	return name == "k8s:conversion-gen" || name == "k8s:conversion-gen-external-types" || name == "k8s:defaulter-gen-input"
}
