package dynamic

import (
	"path"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/memfs"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// misreading is a disk that once returns other bytes than a file has.
type misreading struct {
	store.Files
	at *int
}

func (m misreading) Within(dir string) store.Files { return misreading{m.Files.Within(dir), m.at} }

func (m misreading) ReadFile(name string, limit int) ([]byte, error) {
	data, err := m.Files.ReadFile(name, limit)
	if *m.at--; *m.at == 0 && len(data) > 0 {
		data[len(data)/2] ^= 1
	}
	return data, err
}

// TestOneWrongReadingCostsNothing: what is read right the second time is intact, and stays where it is.
func TestOneWrongReadingCostsNothing(t *testing.T) {
	for n, at := 1, 0; at <= 0; n++ {
		r := newRig(t)
		r.confirmed("a")
		r.assign("b", accepted)
		r.next()
		at = n
		r.opts.system.files = misreading{r.disk, &at}
		d := r.next()
		r.uses(d, LayerAssigned, "b")
		if moved := memfs.Names(r.disk, path.Join(stateDir, store.QuarantineDir)); d.Attempt != 2 || len(moved) > 0 {
			t.Errorf("reading %d: %s; in quarantine is %q", n, d, moved)
		}
	}
}

// TestLostLedger: without the ledger, what is assigned may be known to be bad. It is not tried if this build has
// confirmed something else; an operator can have it tried, and a push replaces it.
func TestLostLedger(t *testing.T) {
	for _, damage := range []func(*rig){
		func(r *rig) { r.disk.Find(path.Join(stateDir, store.LedgerFile)).Data = []byte("garbage") },
		func(r *rig) { must(r.disk.Remove(path.Join(stateDir, store.LedgerFile))) },
	} {
		r := newRig(t)
		r.assign("b", accepted)
		damage(r)
		r.uses(r.next(), LayerAssigned, "b") // There is nothing better than to try it.
		r = newRig(t)
		r.confirmed("a")
		damage(r)
		r.uses(r.next(), LayerAssigned, "a") // It needs no ledger.
		r.assign("b", accepted)
		damage(r)
		for range 2 {
			r.uses(r.next(), LayerLastKnownGood, "a")
			r.condition(metav1.ConditionFalse, ReasonFailed)
			r.says("the record of its trials is lost, and another configuration is known to be good")
		}
		must2(r.controller.Clear(""))
		r.uses(r.next(), LayerAssigned, "b")
		damage(r)
		r.next()
		r.assign("c", accepted)
		r.uses(r.next(), LayerAssigned, "c")
		// What another build has confirmed is not better.
		r.opts.Build = "next build"
		damage(r)
		r.uses(r.next(), LayerAssigned, "c")
	}
}
