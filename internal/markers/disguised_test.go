package markers

import "testing"

// TestDisguisedMarkers checks the findings about lines of prose that were meant as markers, and lines beside them that
// are prose.
func TestDisguisedMarkers(t *testing.T) {
	const invisible = "a marker has invisible or full-width characters and is not read; use "
	const alone = "a marker is on a line of its own, without bullets, numbers, brackets, quotes or a second plus sign; " +
		"use "
	checkMistakes(t, []mistake{
		{OnField, "\u200b+flag=x", []string{"1:1-11 " + invisible + "+flag=x (unknown-marker)"}},
		{OnField, "\u00a0+path", []string{"1:1-8 " + invisible + "+path (unknown-marker)"}},
		{OnField, "+\u200bflag=x", []string{"1:1-11 " + invisible + "+flag=x (unknown-marker)"}},
		{OnField, "＋flag=x", []string{"1:1-10 " + invisible + "+flag=x (unknown-marker)"}},
		{OnField, "＋ｆｌａｇ＝x", []string{"1:1-20 " + invisible + "+flag=x (unknown-marker)"}},
		{OnField, "- +flag=x", []string{
			"1:1-10 " + alone + "+flag=x (unknown-marker)"}},
		{OnType, "* +config", []string{
			"1:1-10 " + alone + "+config (unknown-marker)"}},
		{OnField, "(+flag)", []string{"1:1-8 " + alone + "+flag (unknown-marker)"}},
		{OnField, "1. +flag=x", []string{"1:1-11 " + alone + "+flag=x (unknown-marker)"}},
		{OnField, "2) +optional", []string{"1:1-13 " + alone + "+optional (unknown-marker)"}},
		{OnField, "++flag", []string{"1:1-7 " + alone + "+flag (unknown-marker)"}},
		{OnField, "`+flag(hidden: true)=x`", []string{"1:1-24 " + alone + "+flag(hidden: true)=x (unknown-marker)"}},
		{OnField, "(+flag and +path)", nil},
		{OnField, "1. +flag is first", nil},
		{OnField, "x++", nil},
		{OnField, "k8s:minimum=1", []string{
			"1:1-14 a marker begins with a plus sign; use +k8s:minimum=1 (unknown-marker)"}},
		{OnField, "configgen:flag=x", []string{
			"1:1-17 a marker begins with a plus sign; use +flag=x (unknown-marker)"}},
		{OnField, "configgen:skip", []string{
			"1:1-15 a marker begins with a plus sign; use +configgen:skip (unknown-marker)"}},
		{OnField, "Port of the server. +flag", []string{
			"1:21-26 +flag has no effect at the end of a line of text; write it on a line of its own (unknown-marker)"}},
		{OnField, "Port of the server: +flag(hidden: true)=port", []string{
			"1:21-45 +flag(hidden: true)=port has no effect at the end of a line of text; write it on a line of its own " +
				"(unknown-marker)"}},
		{OnField, "Without the marker +flag", []string{
			"1:20-25 +flag has no effect at the end of a line of text; write it on a line of its own (unknown-marker)"}},
		{OnField, "Fields that +flag names, and those with +path=false for a while", nil},
		{OnField, "// +flag", nil},
		{OnField, "Without +reload=hot.", nil},
		{OnField, "- +optional fields", nil},
		{OnField, "The kind must have +config", nil}, // which a field cannot have
		{OnField, "It is +optional", nil},
		{OnField, "k8s:minimum is not checked", nil},
		{OnField, "configgen: a generator", nil},
		{OnPackage, "k8s:minimum=1", nil},
		{OnField, "１ + flag", nil},
	})
}
