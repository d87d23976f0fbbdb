// Package markers is the vocabulary of configgen: the lines of a doc comment that start with "+", what they may say, and what
// that means.
//
// Each marker is a Go struct. Its doc comment is the help that `configgen markers NAME` prints, its fields are the marker's
// arguments, and the field tagged `arg:"="` is what stands behind the equals sign. The table in vocabulary.go says where each
// one may stand. To add a marker, add a struct and a row.
//
// The grammar is that of k8s.io/gengo/v2/codetags, with raw values: +name, +name=value, +name(arg)=value and
// +name(arg: value, ...)=value. It is the grammar of Kubernetes' own tags, beside which these markers stand.
package markers
