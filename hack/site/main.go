// Site renders the documentation of configgen as a static site: README.md, docs/README.md and the pages that it lists,
// each as one file that needs no other, and a page with search. The Markdown is readable on the code host as it is; the
// site adds a page for each marker and for each code of findings. `make site` runs it, from the root of the repository.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

func main() {
	out := flag.String("out", "bin/site", "the `directory` that takes the pages")
	flag.Parse()
	if err := write(os.DirFS("."), *out); err != nil {
		fmt.Fprintln(os.Stderr, "site: "+err.Error())
		os.Exit(1)
	}
	fmt.Println(filepath.Join(*out, "index.html"))
}

// write renders the site of a repository into a directory.
func write(repository fs.FS, out string) error {
	s, err := read(repository)
	if err != nil {
		return err
	}
	files, err := s.render()
	if err != nil {
		return err
	}
	for name, content := range files {
		name = filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, content, 0o666); err != nil {
			return err
		}
	}
	return nil
}
