package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"
	"testing"
)

// TestMutexIsUnlockedByTheFunctionThatLockedIt checks that no function of the runtime calls Unlock on a mutex before it
// has locked the mutex itself. A callee that gives up its caller's lock lets the state change under a caller that reads
// as if nothing could.
func TestMutexIsUnlockedByTheFunctionThatLockedIt(t *testing.T) {
	packages := map[string][]*ast.File{}
	positions := token.NewFileSet()
	for _, s := range sources(t, func(file string) bool {
		return strings.HasPrefix(file, "componentconfig/") && path.Ext(file) == ".go" && !within(file, "testdata")
	}) {
		file, err := parser.ParseFile(positions, s.path, s.text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		packages[path.Dir(s.path)] = append(packages[path.Dir(s.path)], file)
	}
	for _, files := range packages {
		for _, found := range foreignUnlocks(files) {
			t.Errorf("%s: %s unlocks %s, which it has not locked: lock, take what the step needs, unlock, work, lock again",
				positions.Position(found.call.Pos()), found.function,
				types.ExprString(found.call.Fun.(*ast.SelectorExpr).X))
		}
	}
}

// foreignUnlock is a call of Unlock in a function that has not called Lock before.
type foreignUnlock struct {
	function string
	call     *ast.CallExpr
}

// foreignUnlocks returns the calls that unlock a mutex that their function has not locked. A function literal is a
// function of its own, unless it is deferred.
func foreignUnlocks(files []*ast.File) []foreignUnlock {
	var all []foreignUnlock
	mutexes := mutexesOf(files)
	for _, file := range files {
		for _, declaration := range file.Decls {
			name := "package"
			if function, ok := declaration.(*ast.FuncDecl); ok {
				name = function.Name.Name
			}
			l := locks{mutexes: mutexes, locked: map[string]bool{}}
			ast.Inspect(declaration, l.visit)
			for _, call := range l.foreign {
				all = append(all, foreignUnlock{name, call})
			}
		}
	}
	return all
}

// locks reads one function.
type locks struct {
	mutexes map[string]bool
	// locked are the mutexes that the function has locked so far, for writing and for reading.
	locked  map[string]bool
	foreign []*ast.CallExpr
}

// visit is for ast.Inspect, which visits statements in the order of the source.
func (l *locks) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.DeferStmt:
		if literal, ok := n.Call.Fun.(*ast.FuncLit); ok {
			ast.Inspect(literal.Body, l.visit)
		} else if mutex, method := l.call(n.Call); method == "Unlock" && !l.locked[mutex] {
			l.foreign = append(l.foreign, n.Call)
		}
		return false
	case *ast.FuncLit:
		own := locks{mutexes: l.mutexes, locked: map[string]bool{}}
		ast.Inspect(n.Body, own.visit)
		l.foreign = append(l.foreign, own.foreign...)
		return false
	case *ast.CallExpr:
		switch mutex, method := l.call(n); {
		case method == "Lock":
			l.locked[mutex] = true
		case method == "Unlock" && !l.locked[mutex]:
			l.foreign = append(l.foreign, n)
		}
	}
	return true
}

// call returns the mutex that a call locks or unlocks, and which of both it does. For a lock for reading, the mutex has
// an R before its name.
func (l *locks) call(n *ast.CallExpr) (mutex, method string) {
	selector, ok := n.Fun.(*ast.SelectorExpr)
	if !ok || !l.mutexes[lastName(selector.X)] {
		return "", ""
	}
	method, reading := strings.CutPrefix(strings.Replace(selector.Sel.Name, "Try", "", 1), "R")
	if mutex = types.ExprString(selector.X); reading {
		mutex = "R " + mutex
	}
	return mutex, method
}

// lastName returns the name of a variable or a field.
func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// mutexesOf returns the names of the fields and variables of a package that are mutexes; an embedded mutex has the name
// of its type. Locks of files have an Unlock, too, and are no business of this test.
func mutexesOf(files []*ast.File) map[string]bool {
	names := map[string]bool{"Mutex": true, "RWMutex": true}
	add := func(declared []*ast.Ident, kind ast.Expr) {
		for _, name := range declared {
			if isMutex(kind) {
				names[name.Name] = true
			}
		}
	}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Field:
				add(n.Names, n.Type)
			case *ast.ValueSpec:
				add(n.Names, n.Type)
			}
			return true
		})
	}
	return names
}

func isMutex(e ast.Expr) bool {
	if pointer, ok := e.(*ast.StarExpr); ok {
		e = pointer.X
	}
	selector, ok := e.(*ast.SelectorExpr)
	return ok && slices.Contains([]string{"sync.Mutex", "sync.RWMutex", "sync.Locker"}, types.ExprString(selector))
}

// TestForeignUnlocks: each way to give up the lock of a caller is found. A function may unlock a mutex that it has
// locked itself.
func TestForeignUnlocks(t *testing.T) {
	const before = "package p\n\nvar rw sync.RWMutex\n\ntype c struct {\n\tmu   sync.Mutex\n\tfile fileLock\n}\n\n" +
		"func f() {\n"
	for body, want := range map[string]int{
		"c.mu.Unlock()\nc.check()\nc.mu.Lock()":                             1,
		"c.mu.Unlock()\ndefer c.mu.Lock()":                                  1,
		"defer c.mu.Lock()\nc.mu.Unlock()":                                  1,
		"defer c.mu.Unlock()":                                               1,
		"c.mu.Lock()\nd.mu.Unlock()":                                        1,
		"rw.Lock()\nrw.RUnlock()":                                           1,
		"c.mu.Lock()\ncall(func() { c.mu.Unlock() })":                       1,
		"go func() { c.mu.Unlock() }()":                                     1,
		"defer func() { c.mu.Unlock() }()":                                  1,
		"if x {\nc.mu.Unlock()\n}":                                          1,
		"c.mu.Lock()\ndefer c.mu.Unlock()":                                  0,
		"c.mu.Lock()\nc.mu.Unlock()\nc.check()\nc.mu.Lock()\nc.mu.Unlock()": 0,
		"c.mu.Lock()\ndefer func() { c.mu.Unlock() }()":                     0,
		"if c.mu.TryLock() {\ndefer c.mu.Unlock()\n}":                       0,
		"rw.RLock()\ndefer rw.RUnlock()":                                    0,
		"c.file.Unlock()":                                                   0,
		"go func() {\nc.mu.Lock()\nc.mu.Unlock()\n}()":                      0,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "", before+body+"\n}\n", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(foreignUnlocks([]*ast.File{file})); got != want {
			t.Errorf("%d unlocks without a lock, want %d:\n%s", got, want, body)
		}
	}
}
