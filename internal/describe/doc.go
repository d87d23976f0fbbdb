// Package describe makes the descriptor of a group of its model: what files, command lines and other programs can rely
// on, without what only generators of Go code need.
package describe
