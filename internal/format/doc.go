// Package format defines the formats of the marker +format: what a text in a format is, as the generators check it
// and as generated code does. Flags, legacy defaults and validation all use it, so that they agree on every text.
//
// Flags check the formats of addresses while they are parsed, by the codecs of package componentconfig/flagvalue. The
// checks here call the same codecs.
package format
