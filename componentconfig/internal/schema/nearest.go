package schema

import "strings"

// Nearest returns the known name that may have been meant, or "".
func Nearest(name string, known []string) string {
	best, bestDistance := "", len(name)/3+1
	for _, k := range known {
		if strings.EqualFold(k, name) {
			return k
		}
		if d := Distance(strings.ToLower(name), strings.ToLower(k), bestDistance); d < bestDistance || d == bestDistance &&
			best == "" {
			best, bestDistance = k, d
		}
	}
	return best
}

// Distance counts the edits between two names (insert, delete, replace, transpose), up to limit+1.
func Distance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		row, up, up2 := rows[i%3], rows[(i+2)%3], rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(row[j-1]+1, up[j]+1, up[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], up2[j-2]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}
