package upstream

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
)

// malformed reports whether the tools cannot parse a tag, or not as one of theirs: none of these has arguments.
func malformed(t load.Tag) bool { return t.Malformed || t.Arguments && taken(t.Name) }

// unreadableTag is the finding about a tag that the tools cannot parse.
func unreadableTag(t load.Tag) diag.Diagnostic {
	return diag.At(t.Pos, t.End, "tag-syntax", fmt.Sprintf("+%s cannot be read", t.Name),
		fmt.Sprintf("write the tag as in +%s=value", t.Name))
}

// taken reports whether one of the tools reads the tag of the given name.
func taken(name string) bool {
	base, _, _ := strings.Cut(strings.TrimPrefix(name, "k8s:"), ":")
	switch strings.TrimSuffix(strings.TrimSuffix(base, "-external-types"), "-input") {
	case "deepcopy-gen", "defaulter-gen", "conversion-gen", "conversion-fn", "register-gen":
		return strings.HasPrefix(name, "k8s:")
	}
	return name == "groupName" || name == "default"
}
