package kube

import (
	"context"
	"errors"
	"net/url"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	clientdynamic "k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/cache"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
)

// contact knows whether the server answers. An informer that has synced once tells neither that access was revoked nor
// that the server hangs. A connection that is dead breaks by itself, because client-go pings it every 30 seconds over
// HTTP/2 and waits 15 for the answer. A watch on which the server has become silent does not, but a server sends a
// bookmark each minute, if anything of the kind has changed since the version that the watch began with. So a watch
// that has had bookmarks and has none any more is made anew. One that never had any says nothing about the server until
// client-go renews it, after five to ten minutes: to ask sooner would be a request of each instance every few minutes.
type contact struct {
	// changes gets a value when the server has answered again, or is lost.
	changes chan struct{}

	mu sync.Mutex
	// open: a request has had no good answer yet. why is the error of the last one, if any.
	open bool
	why  error
	// sends: the server has sent a bookmark on this watch.
	sends bool
	// waited is how many turns a request has been open, quiet how many nothing was heard.
	waited, quiet int
	// end ends the request or the watch. It is called without mu: it may ask the contact.
	end func()
	// lost is why the server is unavailable, nil if it is not.
	lost error
}

// Times of a contact.
const (
	// turnTime is the time between two looks at a contact.
	turnTime = 5 * time.Second
	// lostTurns is after how many turns without an answer the server is lost: with the pings, within a minute.
	lostTurns = 2
	// hangingTurns is after how many a request is made once more.
	hangingTurns = 12
	// silentTurns is how long a watch with bookmarks may be silent. Another one then asks the server whether it answers.
	silentTurns = 24
)

var errNoAnswer = errors.New("the server does not answer")

// listWatch lists and watches one object, and notes the answers.
func (c *contact) listWatch(client clientdynamic.ResourceInterface, name string) *cache.ListWatch {
	selector := fields.OneTermEqualSelector("metadata.name", name).String()
	return &cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
			o.FieldSelector = selector
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			c.asks(cancel)
			list, err := client.List(ctx, o)
			if err != nil { // Otherwise the watch comes next, and decides.
				c.answered(err)
			}
			return list, err
		},
		WatchFuncWithContext: func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
			o.FieldSelector = selector
			ctx, cancel := context.WithCancel(ctx)
			c.asks(cancel)
			w, err := client.Watch(ctx, o)
			c.answered(err)
			if err != nil {
				cancel()
				return nil, err
			}
			heard := make(chan watch.Event)
			listener := watch.NewProxyWatcher(heard)
			c.endBy(listener.Stop)
			go func() {
				defer close(heard)
				defer cancel()
				c.listen(w, heard, listener.StopChan())
			}()
			return listener, nil
		},
	}
}

// listen hands on the events of a watch and stops it.
func (c *contact) listen(w watch.Interface, heard chan<- watch.Event, stopped <-chan struct{}) {
	defer w.Stop()
	for {
		select {
		case <-stopped:
			return
		case e, open := <-w.ResultChan():
			if !open {
				return
			}
			if e.Type != watch.Error {
				c.answered(nil)
			}
			if e.Type == watch.Bookmark {
				c.bookmarked(e.Object)
			}
			select {
			case <-stopped:
				return
			case heard <- e:
			}
		}
	}
}

// asks notes that a request is made, which cancel ends.
func (c *contact) asks(cancel func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open, c.sends, c.end = true, false, cancel
}

// bookmarked notes a bookmark. The one that ends the first events of a watch comes once, and promises no others.
func (c *contact) bookmarked(o runtime.Object) {
	bookmark, err := meta.Accessor(o)
	if err != nil || bookmark.GetAnnotations()[metav1.InitialEventsAnnotationKey] != "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sends = true
}

func (c *contact) endBy(end func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.end = end
}

// answered notes what the server has answered, or sent.
func (c *contact) answered(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.why = plain(err); errors.Is(err, context.Canceled) { // The contact itself has ended the request.
		c.why = errNoAnswer
	}
	if err != nil {
		return
	}
	back := c.lost != nil
	c.open, c.waited, c.quiet, c.lost = false, 0, 0, nil
	if back {
		c.changed()
	}
}

// changed tells the receiver of changes that Fetch may return something else. It does not wait for the receiver.
func (c *contact) changed() {
	select {
	case c.changes <- struct{}{}:
	default: // One is waiting already.
	}
}

// errUndefined: the server has no resource of the name, so that nobody can create the object, or is not an API server.
var errUndefined = errors.New("the server does not know objects of this kind: apply their CustomResourceDefinition, " +
	"or correct the URL of the server")

// plain returns what an error of a request is about. The URL of a connection differs from try to try, and a condition
// with a new message would be reported each time.
func plain(err error) error {
	if failed := (*url.Error)(nil); errors.As(err, &failed) {
		return failed.Err
	}
	if apierrors.IsNotFound(err) && apierrors.HasStatusCause(err, metav1.CauseTypeUnexpectedServerResponse) {
		return errUndefined
	}
	return err
}

// turn looks at the contact once, and ends a request or a watch that is to be made anew.
func (c *contact) turn() {
	if end := c.tick(); end != nil {
		end()
	}
}

// tick counts a turn, and returns the function that ends the request or the watch if it is to be made anew.
func (c *contact) tick() (end func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.end == nil {
		return nil
	}
	c.quiet++
	if c.open {
		c.waited++
	}
	if c.sends && c.quiet == silentTurns || c.waited > 0 && c.waited%hangingTurns == 0 {
		end = c.end
	}
	if c.waited < lostTurns {
		return end
	}
	back := c.lost == nil
	if c.lost = c.why; c.lost == nil {
		c.lost = errNoAnswer
	}
	if back {
		c.changed()
	}
	return end
}

// keep looks at the contact until the context ends.
func (c *contact) keep(ctx context.Context) {
	for clock := protocol.ClockFrom(ctx, protocol.SystemClock()); ctx.Err() == nil; {
		select {
		case <-ctx.Done():
		case <-clock.After(turnTime):
			c.turn()
		}
	}
}

// begins reports whether no request has failed since the server was heard, and that was not long ago. A watch that has
// begun may be silent, too.
func (c *contact) begins() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.why == nil && c.lost == nil && c.quiet < lostTurns
}

// err is why the server is unavailable.
func (c *contact) err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lost
}
