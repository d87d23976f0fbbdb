package componentconfig_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/internal/filewatch"
)

// TestRandomStatesWhileWatching changes the files of a component that watches them, without waiting for it to read
// them. It ends with the last of them in use.
func TestRandomStatesWhileWatching(t *testing.T) {
	const changes, text = 40, `"the last"`
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, 29))
		s := newPanelState(t, r)
		s.panelSettings, s.noDir, s.flags = panelSettings{plain: s.plain}, false, [2][]panelValue{}
		s.args = s.site.args([]string{"--config=$D/main.yaml", "--config-dir=$D/conf.d", "--path=some/where", "--num=3"})
		main := s.files[0]
		main.what, main.values = "values", nil
		for _, f := range s.files[1:] {
			f.what = "missing"
		}
		s.write()
		l := panelLoader(s.panelSettings, componentconfig.WithTiming(filewatch.Timing{Settle: time.Microsecond,
			Poll: time.Hour}, time.Millisecond))
		current, err := l.Load(s.args)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(context.Background())
		inUse, watched := make(chan string), make(chan error)
		go func() {
			watched <- l.Watch(ctx, s.args, current, componentconfig.Activation[panel]{
				Prepare: func(_ context.Context, next *componentconfig.Loaded[panel]) (func(), error) {
					return func() {
						select {
						case inUse <- next.Config.Text:
						case <-ctx.Done():
						}
					}, nil
				},
			})
		}()
		written := make(chan bool)
		go func() {
			defer close(written)
			for range changes {
				s.change(r, r.IntN(len(s.files)))
				s.write()
			}
			for _, f := range s.files {
				f.what = "missing"
			}
			main.what, main.values, s.noDir = "values", []panelValue{{panelFields[0], text}}, false
			s.write()
		}()
		for got := range inUse {
			if got == decoded(text) {
				break
			}
		}
		stop()
		<-written
		if err := <-watched; err != nil {
			t.Error(err)
		}
	}
}
