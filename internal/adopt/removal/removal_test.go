package removal_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/internal/adopt/removal"
	"github.com/configgen/configgen/internal/adopt/source"
	"github.com/configgen/configgen/internal/testfiles"
)

var updating = flag.Bool("update", false, "record the files without registrations")

// TestRemove removes registrations from the packages in testdata, which are all in one module. The comment of an
// archive is the request: root FUNCTION; generated FUNCTION for TYPE: FLAGS, or called FUNCTION for TYPE: FLAGS; sets
// FUNCTION; delegated FUNCTION: FLAGS; unproven FLAGS. P is the package.
func TestRemove(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	dir := t.TempDir()
	testfiles.Requirements(t, "../../../testdata/adopt", dir)
	archives := map[string]*txtar.Archive{}
	for _, name := range names {
		archive := testfiles.Archive(t, name)
		archives[name] = archive
		for _, file := range archive.Files {
			if !strings.HasPrefix(file.Name, "want/") {
				testfiles.Write(t, filepath.Join(dir, caseOf(name), file.Name), withLineEnds(file.Name, file.Data))
			}
		}
	}
	module, err := source.Load(t.Context(), source.Request{Dir: dir, Packages: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		t.Run(caseOf(name), func(t *testing.T) { testCase(t, module, dir, name, archives[name]) })
	}
}

func caseOf(name string) string { return strings.TrimSuffix(filepath.Base(name), ".txtar") }

// withLineEnds returns the tested content of a file: files with an even number of letters in their names get the line
// ends of Windows.
func withLineEnds(name string, content []byte) []byte {
	if len(filepath.Base(name))%2 > 0 {
		return content
	}
	return bytes.ReplaceAll(content, []byte("\n"), []byte("\r\n"))
}

func testCase(t *testing.T, module *source.Module, dir, name string, archive *txtar.Archive) {
	request := parseRequest(t, module, "example.com/adopt/"+caseOf(name), string(archive.Comment))
	var got []txtar.File
	for _, file := range archive.Files {
		if !strings.HasPrefix(file.Name, "want/") {
			got = append(got, file)
		}
	}
	var report strings.Builder
	result, err := removal.Remove(request)
	if err == nil && len(result.Stay) > 0 { // the caller generates the functions without them
		for _, note := range result.Stay {
			fmt.Fprintf(&report, "stays: %s\n", note)
			for i := range request.Generated {
				g := &request.Generated[i]
				g.Flags = slices.DeleteFunc(g.Flags, func(flag string) bool { return flag == note.Flag })
			}
		}
		result, err = removal.Remove(request)
	}
	if err != nil {
		fmt.Fprintf(&report, "error: %v\n", err)
	} else {
		fmt.Fprintf(&report, "removed: %s\n", strings.Join(result.Removed, " "))
		for _, note := range result.Kept {
			fmt.Fprintf(&report, "kept: %s\n", note)
		}
		for _, note := range result.Notes {
			fmt.Fprintf(&report, "note: %s\n", note)
		}
		for _, file := range slices.Sorted(maps.Keys(result.Edits)) {
			below, err := filepath.Rel(filepath.Join(dir, caseOf(name)), file)
			if err != nil {
				t.Fatal(err)
			}
			edited := bytes.ReplaceAll(result.Edits[file], []byte("\r\n"), []byte("\n"))
			if string(withLineEnds(below, edited)) != string(result.Edits[file]) {
				t.Errorf("%s: the line ends changed: %q", below, result.Edits[file])
			}
			got = append(got, txtar.File{Name: "want/" + filepath.ToSlash(below), Data: edited})
		}
	}
	text := strings.ReplaceAll(report.String(), filepath.Join(dir, caseOf(name))+string(filepath.Separator), "")
	got = append(got, txtar.File{Name: "want/report", Data: []byte(text)})
	if *updating {
		archive.Files = got
		testfiles.Write(t, name, txtar.Format(archive))
	}
	found := &txtar.Archive{Comment: archive.Comment, Files: got}
	if diff := cmp.Diff(string(txtar.Format(archive)), string(txtar.Format(found))); diff != "" {
		t.Error(diff)
	}
}

// parseRequest reads the comment of an archive.
func parseRequest(t *testing.T, module *source.Module, path, comment string) removal.Request {
	request := removal.Request{Module: module, Staying: map[string]removal.Note{}}
	var roots []*types.Func
	for line := range strings.Lines(strings.NewReplacer("P.", path+".", "P/", path+"/").Replace(comment)) {
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		before, after, _ := strings.Cut(rest, ": ")
		last := len(request.Generated) - 1
		switch verb {
		case "root":
			roots = append(roots, find(t, module, rest))
			request.Roots = append(request.Roots, rest)
		case "generated", "called":
			g := removal.Generated{
				Called: verb == "called", Flags: strings.Fields(after), Delegated: map[string][]string{},
			}
			full, of, _ := strings.Cut(before, " for ")
			g.Type, g.Method = of, strings.HasPrefix(full, "(")
			at := strings.LastIndexByte(full, '.')
			g.Package, g.Name = strings.TrimPrefix(full[:at], "(*"), full[at+1:]
			request.Generated = append(request.Generated, g)
		case "sets":
			request.Generated[last].Sets = rest
		case "delegated":
			request.Generated[last].Delegated[before] = strings.Fields(after)
		case "unproven":
			for _, flag := range strings.Fields(rest) {
				request.Staying[flag] = removal.Note{Why: "the generated flag is not proven to be equal"}
			}
		}
	}
	request.Facts = module.Facts(roots...)
	for _, r := range request.Facts.Registrations {
		request.Flags = append(request.Flags, r.Flag)
	}
	for _, g := range request.Generated {
		request.Flags = append(request.Flags, g.Flags...)
	}
	return request
}

// find finds a function by its name in package go/types.
func find(t *testing.T, module *source.Module, name string) *types.Func {
	t.Helper()
	at := strings.LastIndexByte(name, '.')
	owner, method := name[:at], name[at+1:]
	if pkg := module.Package(owner); pkg != nil {
		if f, ok := pkg.Types.Scope().Lookup(method).(*types.Func); ok {
			return f
		}
	}
	owner = strings.Trim(owner, "(*)")
	at = strings.LastIndexByte(owner, '.')
	pkg := module.Package(owner[:at])
	if pkg == nil {
		t.Fatalf("package %s not found", owner[:at])
	}
	receiver := types.NewPointer(pkg.Types.Scope().Lookup(owner[at+1:]).Type())
	object, _, _ := types.LookupFieldOrMethod(receiver, true, pkg.Types, method)
	f, ok := object.(*types.Func)
	if !ok {
		t.Fatalf("%s not found", name)
	}
	return f
}
