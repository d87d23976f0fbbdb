package configcommand

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// split returns the arguments in front of the two dashes, and the command line of the component after them.
func split(cmd *cobra.Command, args []string) (operands, flags []string) {
	if at := cmd.ArgsLenAtDash(); at >= 0 {
		return args[:at], args[at:]
	}
	return args, nil
}

// named are the operands of a verb: files and directories, by what the component takes them for.
type named struct{ files, instances, directories []string }

// starts returns the command lines that operands and flags amount to: one for each file of --config. All of them have
// the directories, the instance file and the flags.
func (a *client) starts(operands, flags []string) ([][]string, error) {
	component, err := a.Component()
	if err != nil {
		return nil, err
	}
	in, err := a.sorted(component, operands)
	if err != nil {
		return nil, err
	}
	if err := in.conflicts(component, flags); err != nil {
		return nil, err
	}
	var common []string
	for _, dir := range in.directories {
		common = append(common, "--config-dir="+dir)
	}
	var out [][]string
	for _, instance := range orNone(in.instances, "--instance-config=") {
		for _, file := range orNone(in.files, "--"+component.ConfigFlag+"=") {
			out = append(out, slices.Concat(file, common, instance, flags))
		}
	}
	return out, nil
}

// orNone returns the flag for each of some files, or no flag once.
func orNone(files []string, flag string) (out [][]string) {
	for _, file := range files {
		out = append(out, []string{flag + file})
	}
	if len(out) == 0 {
		return [][]string{nil}
	}
	return out
}

// sorted finds out what the operands are.
func (a *client) sorted(component *extension.Component, operands []string) (in named, err error) {
	for _, operand := range operands {
		info, err := os.Stat(operand)
		var cause *os.PathError
		switch {
		case operand == "-":
			in.files = append(in.files, operand)
		case errors.As(err, &cause):
			return in, fmt.Errorf("%s: %w", layers.Plain(operand), cause.Err)
		case info.IsDir():
			in.directories = append(in.directories, operand)
		case isInstance(component, operand):
			in.instances = append(in.instances, operand)
		default:
			in.files = append(in.files, operand)
		}
	}
	switch {
	case len(in.files) > 0 && component.ConfigFlag == "":
		return in, fmt.Errorf("%s: %s has no flag for a configuration file", layers.Plain(in.files[0]), component.Name)
	case len(in.directories) > 0 && !component.DropIns:
		return in, fmt.Errorf("%s: %s reads no drop-in files; specify a file",
			layers.Plain(in.directories[0]), component.Name)
	}
	return in, nil
}

// isInstance reports whether a file has the kind of the instance root.
func isInstance(component *extension.Component, name string) bool {
	at := slices.IndexFunc(component.Roots, func(r extension.Root) bool { return r.Instance })
	if at < 0 {
		return false
	}
	data := content(name)
	if data == nil {
		return false // The start reports it.
	}
	doc, _ := layers.Parse(layers.File{Name: name, Data: data, Header: component.Roots[at].Header})
	return doc.Kind == component.Roots[at].Kind
}

// content returns what is in a file; nil if a start would refuse to read it.
func content(name string) []byte {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > layers.MaxSize {
		return nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	return data
}

// conflicts refuses files that are named twice, as operands and by flags: the last one would be used.
func (in named) conflicts(component *extension.Component, flags []string) error {
	twice := func(flag string, operands []string) error {
		given := func(arg string) bool { return arg == "--"+flag || strings.HasPrefix(arg, "--"+flag+"=") }
		if len(operands) > 0 && slices.ContainsFunc(flags, given) {
			return fmt.Errorf("%s is the file of --%s, which follows the dashes, too: use one of them",
				layers.Plain(operands[0]), flag)
		}
		return nil
	}
	return cmp.Or(twice(component.ConfigFlag, in.files), twice("instance-config", in.instances))
}

// one inspects the only start that operands and flags amount to.
func (a *client) one(operands, flags []string) (*extension.Inspected, error) {
	starts, err := a.starts(operands, flags)
	if err != nil {
		return nil, err
	}
	if len(starts) > 1 {
		return nil, errors.New("several files are the main file: specify one, and drop-in files as a directory")
	}
	return a.inspect(starts[0], extension.Inspection{})
}

// nothing reports whether arguments name nothing, and the start without them reads no file.
func nothing(operands, flags []string, found *extension.Inspected) bool {
	return len(operands)+len(flags)+len(found.Files)+len(found.Skipped) == 0
}

// inspect is Inspect for the operating system of the command.
func (a *client) inspect(args []string, how extension.Inspection) (*extension.Inspected, error) {
	how.OS = a.os
	found, err := a.Inspect(args, how)
	if errors.Is(err, componentconfig.ErrHelp) {
		return nil, errShowsOnly
	}
	return found, err
}

var errShowsOnly = errors.New("the flags after the dashes ask for help or for the version: use the flags of a start")
