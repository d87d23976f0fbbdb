// Package parallel runs functions side by side. A panic in one of them does not end the program: it is handed on to the
// caller, who can make an internal error of it.
package parallel

import (
	"fmt"
	"runtime/debug"
	"sync"
)

// Group is a number of functions that run side by side. The zero value has no limit.
type Group struct {
	workers sync.WaitGroup
	slots   chan struct{}
	once    sync.Once
	failure *Panic
}

// Limited returns a group that runs at most as many functions at a time as the limit says.
func Limited(limit int) *Group { return &Group{slots: make(chan struct{}, limit)} }

// Panic is what Wait panics with: the cause and the stack of the first function that did.
type Panic struct {
	Cause any
	Stack []byte
}

// String returns the cause.
func (p *Panic) String() string { return fmt.Sprint(p.Cause) }

// Go runs a function, which may call Go itself if the group has no limit. It waits for a slot in a group with a limit.
func (g *Group) Go(work func()) {
	if g.slots != nil {
		g.slots <- struct{}{}
	}
	g.workers.Add(1)
	go func() {
		defer g.workers.Done()
		defer func() {
			if cause := recover(); cause != nil {
				g.once.Do(func() { g.failure = &Panic{cause, debug.Stack()} })
			}
			if g.slots != nil {
				<-g.slots
			}
		}()
		work()
	}()
}

// Wait waits for all functions. It panics with a *Panic if one of them did.
func (g *Group) Wait() {
	g.workers.Wait()
	if g.failure != nil {
		panic(g.failure)
	}
}
