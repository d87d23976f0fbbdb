package emit

import (
	"fmt"
	"strings"
)

// lineLength is where comments are wrapped.
const lineLength = 120

// Doc writes lines of a comment, wrapped.
func (f *File) Doc(format string, args ...any) {
	line := ""
	for _, word := range strings.Fields(fmt.Sprintf(format, args...)) {
		if line != "" && len("// ")+len(line)+1+len(word) > lineLength {
			f.Comment(line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	f.Comment(line)
}
