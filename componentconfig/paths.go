package componentconfig

import (
	"path/filepath"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// resolvePaths makes the file paths of one file absolute, against the folder that the file is in: the merged
// configuration no longer knows which file a path came from.
func resolvePaths(tree *layers.Node, patterns []string, dir string) {
	for _, leaf := range tree.Leaves() {
		if n := leaf.Node; n.Kind == layers.String && n.Text != "" && !filepath.IsAbs(n.Text) && anyBelow(leaf.Path.Pattern(), patterns) {
			n.Text = filepath.Join(dir, n.Text)
		}
	}
}

// absolute makes what is still relative absolute, against the working directory dir: paths of the command line and of
// defaults.
func absolute(path, dir string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}
