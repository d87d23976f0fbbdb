package flagtext

import "unicode"

// JSON is the JSON name that Kubernetes gives a Go name: TLSCertFile becomes tlsCertFile.
func JSON(name string) string {
	runes, lower := []rune(name), []rune(name)
	for i, r := range runes {
		if !unicode.IsUpper(r) || i > 0 && i+1 < len(runes) && unicode.IsLower(runes[i+1]) && !pluralAt(runes, i+1) {
			break
		}
		lower[i] = unicode.ToLower(r)
	}
	return string(lower)
}

// pluralAt reports whether the letter at i is the s of several abbreviations, as in IPs and URLsByName.
func pluralAt(runes []rune, i int) bool {
	return runes[i] == 's' && i > 1 && unicode.IsUpper(runes[i-2]) && (i+1 == len(runes) || unicode.IsUpper(runes[i+1]))
}
