// Package scripttest runs the scripts (testscript, in txtar archives) that show the behavior of the command line.
//
// # Scripts
//
// [Scripts.Run] runs each script of a directory as a subtest. A script runs in a module of its own, $WORK. The module
// has the go.mod and go.sum of the golden module, unless the script has a go.mod or a directory named outside; so all
// imports of generated code are there without a network. $REPO is the repository. With Update, the files that cmp
// compares in a script are recorded.
//
// # Commands
//
// These commands are in addition to the commands of testscript (scripttest.go, run.go, serve.go, page.go, publish.go):
//
//	snapshot         records every file below $WORK: name, content, mode, time, identity
//	[!] unchanged    fails if anything differs from the snapshot, a new file included; with !, if nothing differs
//	same A B         fails unless the directories A and B have the same files, byte by byte
//	status N CMD...  runs a command as exec does, and fails unless its exit status is N
//	[!] tool T ...   runs a tool of this repository, from tools/T/go.mod or from tools/go.mod
//	[!] workflow F   runs the commands in the steps of a GitHub workflow, in a shell as GitHub does
//	[!] hooks F      runs the hooks that a pre-commit configuration declares on the spot, as pre-commit does
//	serve CMD P ...  runs a server on a free port of the loopback address (--port), and prints the pages at the paths P
//	page F           runs the consoles in a Markdown file, in an empty directory, and writes the files on the page, see
//	                 package markdown; with -after F, it continues in the working directory
//	publish V        puts the modules that users require into a module proxy, $WORK/proxy, as a pre-release of V,
//	                 $RELEASE; $MODULES is a module cache without these modules
//	offer D P@V      puts the directory D into the module proxy as the version V of the module P
//
// # Pages
//
// page runs all commands of a page in one shell, and compares their output with the page. A line of three dots on the
// page matches any number of lines. Text that differs between runs, such as a time, the number of a process or a
// digest, matches any other text of its kind; digests.go numbers the digests, so that a command can take the digest of
// this run. A test replaces 127.0.0 by a network of its own, since pages show fixed ports; with Update, it keeps the
// network, and records the output.
//
// # Findings
//
// Each script in testdata/script/findings has sources and the findings that it wants. archive.go reads these scripts
// without running them: [Extract] writes the sources of scripts that only generate into one module, a directory for
// each script, so that a test in a package can load all of them at once. [Archive.ByScript] and [Archive.Lines] sort
// findings by script, with the positions that the scripts want. [Sources] does the same for scripts that generate
// first.
//
// # Limits
//
// A script finds the programs of the test in PATH: a test passes them to testscript.Main. [Curl] is the program curl,
// with the options that pages use. Tests that read the scripts of findings must be in a directory two levels below the
// repository.
package scripttest
