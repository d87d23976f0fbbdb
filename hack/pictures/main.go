// Pictures writes the pictures of the documentation as SVG files into docs/pictures. They have no fonts and no colors
// of their own for a background, so that they are legible on light and on dark pages.
//
//	go run ./hack/pictures
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	for name, content := range render() {
		if err := os.WriteFile(filepath.Join("docs/pictures", name), []byte(content), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "pictures:", err)
			os.Exit(1)
		}
	}
}
