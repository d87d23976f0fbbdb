package configcommand

import (
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// spread is how the configurations of many processes differ.
type spread struct {
	// Same are the processes with the configuration that the others are compared with: the configuration of the arguments,
	// or of most processes.
	Same []string `json:"same"`
	// Groups are the others, by what differs.
	Groups []group `json:"groups"`
	// Varied are the fields of the instance configurations in which most processes have no common value.
	Varied []string `json:"varied,omitempty"`
	// Conditions are the conditions of processes that do not use their files.
	Conditions []condition `json:"conditions,omitempty"`
	// Silent is the number of processes that did not answer.
	Silent int `json:"noAnswer,omitempty"`
	// here reports that the configuration comes from the arguments.
	here bool
}

// group is some processes with equal configurations.
type group struct {
	Processes []string `json:"processes"`
	Changes   []change `json:"changes"`
	first     answer
}

// compareRunning compares running processes with an operand and flags. Without these, a single process is compared with
// the defaults, and several are compared with what most of them have. The instance roots of several are compared with
// each other.
func compareRunning(a *client, cmd *cobra.Command, q *asking, operands, flags []string) (result, error) {
	if len(operands) > 1 {
		return nil, unexpected(operands[1])
	}
	for _, path := range q.ignored {
		if _, err := a.find(path); err != nil {
			return nil, fmt.Errorf("--ignore: %w", err)
		}
	}
	answers, silent, err := q.shown(a, cmd)
	if err != nil {
		return nil, err
	}
	single := len(answers)+silent == 1
	if single {
		warn(cmd, answers, silent)
	}
	varied, common := instancesOf(answers)
	ignored := func(l extension.Leaf) bool {
		return slices.ContainsFunc(q.ignored, func(path string) bool { return layers.Below(plain(l.Path), plain(path)) })
	}
	kept := func(c compared) compared {
		c.leaves = slices.DeleteFunc(slices.Clone(c.leaves), func(l extension.Leaf) bool {
			return ignored(l) || !single && varied[l.Key] != nil
		})
		return c
	}
	read := func(w answer) compared { return kept(w.compared()) }
	out := spread{Same: []string{}, Groups: []group{}, Silent: silent, here: len(operands)+len(flags) > 0}
	groups, local := grouped(answers, func(w answer) []extension.Leaf { return read(w).leaves }), compared{}
	if out.here || single {
		if local, err = here(a, operands, flags); err == nil {
			err = local.comparable(cmd)
		}
		if err != nil {
			return nil, err
		}
	} else {
		local = groups[0].first.compared()
	}
	if out.here && !single {
		local.leaves = slices.DeleteFunc(local.leaves, func(l extension.Leaf) bool { return l.Instance })
		local.leaves = append(local.leaves, common...)
	}
	local = kept(local)
	if single {
		return differ(read(answers[0]), local), nil
	}
	for _, leaf := range varied {
		if !ignored(*leaf) {
			out.Varied = append(out.Varied, layers.Plain(index.ReplaceAllString(leaf.Path, "")))
		}
	}
	slices.Sort(out.Varied)
	out.Varied = slices.Compact(out.Varied)
	for _, g := range groups {
		if g.Changes = differ(local, read(g.first)).Changes; len(g.Changes) == 0 {
			out.Same = append(out.Same, g.Processes...)
		} else {
			out.Groups = append(out.Groups, g)
		}
	}
	out.Conditions = slices.DeleteFunc(conditionsOf(answers), func(c condition) bool { return c.State == isCurrent })
	return out, nil
}

// instancesOf returns the leaves of the instance roots for which no value is common to more than half of the processes,
// by key, and the leaves that more than half have in common.
func instancesOf(answers []answer) (varied map[string]*extension.Leaf, common []extension.Leaf) {
	holders, unset := map[[2]string][]extension.Leaf{}, map[string]int{}
	processes := 0
	for _, w := range answers {
		if w.old {
			continue
		}
		processes++
		for _, leaf := range leavesOf(w.shown) {
			if leaf.Instance {
				value := [2]string{leaf.Key, leaf.Text}
				holders[value] = append(holders[value], leaf)
				unset[leaf.Key]--
			}
		}
	}
	varied = map[string]*extension.Leaf{}
	for _, leaves := range holders {
		varied[leaves[0].Key] = &leaves[0]
	}
	for value, leaves := range holders {
		switch key := value[0]; {
		case 2*len(leaves) > processes:
			common = append(common, leaves[0])
			delete(varied, key)
		case 2*(processes+unset[key]) > processes:
			delete(varied, key)
		}
	}
	return varied, common
}

// compared is the configuration of a process.
func (w answer) compared() compared {
	return compared{name: "the running process", known: true, leaves: leavesOf(w.shown), masked: true, shared: w.old}
}

// grouped returns processes by some of their leaves, the largest group first.
func grouped(answers []answer, leaves func(answer) []extension.Leaf) (groups []group) {
	known := map[[sha256.Size]byte]int{}
	for _, answer := range answers {
		hash := sha256.New()
		for _, leaf := range leaves(answer) {
			fmt.Fprintf(hash, "%q %q\n", leaf.Key, leaf.Text) //nolint:errcheck // A hash accepts everything.
		}
		sum := [sha256.Size]byte(hash.Sum(nil))
		at, ok := known[sum]
		if !ok {
			at, known[sum] = len(groups), len(groups)
			groups = append(groups, group{first: answer})
		}
		groups[at].Processes = append(groups[at].Processes, answer.name)
	}
	slices.SortStableFunc(groups, func(x, y group) int { return len(y.Processes) - len(x.Processes) })
	return groups
}

// status is the exit status of the command: incomplete answers are no answer.
func (s spread) status() error {
	switch {
	case s.Silent > 0:
		return extension.Exit{Status: failed}
	case len(s.Groups) > 0:
		return errFindings
	}
	return nil
}

// text prints the groups.
func (s spread) text(out io.Writer) error {
	var b strings.Builder
	if s.here {
		fmt.Fprintf(&b, "%d as here\n", len(s.Same))
	} else {
		fmt.Fprintf(&b, "%d alike\n", len(s.Same))
	}
	for _, g := range s.Groups {
		b.WriteString(counted(len(g.Processes), "differs:", "differ:"))
		indent := "\n  "
		if len(g.Changes) == 1 {
			indent = " "
		}
		for _, c := range g.Changes {
			b.WriteString(indent + layers.Plain(c.Field) + " " + briefly(c.From) + " -> " + briefly(c.To))
			if c.source != "" {
				b.WriteString(" from " + c.source)
			}
		}
		b.WriteString("\n" + names("  in ", "     ", g.Processes))
	}
	for _, c := range s.Conditions {
		b.WriteString(c.text(false))
	}
	if len(s.Varied) > 0 {
		b.WriteString("not compared, because no value is that of most: " + strings.Join(s.Varied, ", ") + "\n")
	}
	if s.Silent > 0 {
		fmt.Fprintf(&b, "%d did not answer\n", s.Silent)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func counted(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}

// names lists the first of some processes, one a line.
func names(first, rest string, all []string) string {
	const most = 10
	text := first + strings.Join(all[:min(most, len(all))], "\n"+rest)
	if len(all) > most {
		text += fmt.Sprintf("\n%sand %d more", rest, len(all)-most)
	}
	return text + "\n"
}
