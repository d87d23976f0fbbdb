package diag

// Nearest returns the candidate with the smallest edit distance to name, and the distance. Swapping two adjacent
// letters is one edit. Of several such candidates it returns the first; without candidates it returns "" and -1.
func Nearest(name string, candidates []string) (string, int) {
	best, distance := "", -1
	for _, c := range candidates {
		if d := editDistance(name, c); distance < 0 || d < distance {
			best, distance = c, d
		}
	}
	return best, distance
}

// editDistance returns the optimal string alignment distance of a and b.
func editDistance(a, b string) int {
	before, previous, current := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := 1; i <= len(a); i++ {
		current[0] = i
		for j := 1; j <= len(b); j++ {
			substitution := previous[j-1]
			if a[i-1] != b[j-1] {
				substitution++
			}
			current[j] = min(previous[j]+1, current[j-1]+1, substitution)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				current[j] = min(current[j], before[j-2]+1)
			}
		}
		before, previous, current = previous, current, before
	}
	return previous[len(b)]
}
