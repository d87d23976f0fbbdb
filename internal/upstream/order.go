package upstream

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/load"
)

// memoryCopy is a conversion that takes the memory of one struct for the other.
var memoryCopy = regexp.MustCompile(
	`func autoConvert_\w+\(in \*([\w.]+), out \*[\w.]+, s \w+\.Scope\) error \{\n\t\*out = \*\(\*`,
)

// exchanged finds structs whose conversion would exchange the values of fields: conversion-gen compares the types of
// fields, not their names, before it takes the memory of one struct for another, so that fields of one type may not
// change places.
func (r *run) exchanged(inputs []string, files []generators.File) []diag.Diagnostic {
	var findings []diag.Diagnostic
	s := sourceOf(r.session, inputs)
	for _, file := range files {
		if file.Name != "zz_generated.conversion.go" {
			continue
		}
		for _, found := range memoryCopy.FindAllSubmatch(file.Content, -1) {
			name := string(found[1][strings.LastIndexByte(string(found[1]), '.')+1:])
			var ours, peers []*load.Type
			for _, path := range inputs {
				pkg := r.session.Source(path)
				switch t := s.types[path+"."+name]; {
				case t == nil:
				case pkg.Dir == file.Dir:
					ours = append(ours, t)
				default:
					peers = append(peers, t)
				}
			}
			for _, t := range ours {
				for _, peer := range peers {
					if field, other := moved(t, peer); field != nil {
						findings = append(findings, diag.At(s.at(field.Span).pos, s.at(field.Span).end, "field-order",
							fmt.Sprintf(
								"conversions of %s take the memory of one struct for the other, and in its peer the field in the place "+
									"of %s is %s",
								name, field.Name, other.Name,
							),
							"give both structs their fields in one order, or write +configgen:output(skipUnsafe: true)"))
					}
				}
			}
		}
	}
	return findings
}

// moved is the first field of t in whose place the peer has another, where both have the same fields.
func moved(t, peer *load.Type) (field, other *load.Field) {
	if len(t.Fields) != len(peer.Fields) {
		return nil, nil
	}
	for i, f := range t.Fields {
		if peer.Field(f.Name) == nil {
			return nil, nil // renamed, which is for the tool to see
		}
		if field == nil && peer.Fields[i].Name != f.Name {
			field, other = f, peer.Fields[i]
		}
	}
	return field, other
}

// afterwards finds what is wrong with files that the tools wrote without a word.
func (r *run) afterwards(inputs []string, files []generators.File) []diag.Diagnostic {
	return slices.Concat(r.unregistered(inputs, files), r.exchanged(inputs, files), r.unreached(inputs, files))
}
