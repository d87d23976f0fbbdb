package dynamic

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
)

// BenchmarkDynamicStart compares a whole start, from the arguments to the validated object, with one that has dynamic
// configuration: confirmed, and on trial. The two alternate, so that other load on the machine affects both. It reports
// medians in milliseconds: the start without (ms-without), the start with (ms-with), their difference (ms-more), how
// long the disk took to sync (ms-syncing) and to rename (ms-renaming), which waits for the same journal, and the number
// of syncs of a start. The files are on the disk of the temporary directory.
func BenchmarkDynamicStart(b *testing.B) {
	for _, name := range []string{"confirmed", "trial"} {
		b.Run(name, func(b *testing.B) {
			s := newSite(b, map[string]string{"config.yaml": v1Header + "port: 1\n"})
			m := machine{s, &pushed{changes: make(chan struct{}, 1)}, nil, nil}
			files := &timedFiles{Files: store.SystemFiles()}
			m.files = files
			without := []string{"--config=" + filepath.Join(s.dir, "config.yaml")}
			m.args = append(slices.Clone(without), "--dynamic-config-dir="+filepath.Join(s.dir, "state"))
			m.source.push(v1Header + "port: 2\n")
			m.start(nil)
			if name == "confirmed" {
				m.start(confirmLoaded)
			}
			trials, _ := os.ReadFile(filepath.Join(s.dir, "state", "trials"))
			l := m.loader()
			var plain, assigned, more, syncing, renaming []float64
			load := func(args []string) (*componentconfig.Loaded[relay.RelayConfiguration], float64) {
				begin := time.Now()
				loaded, err := l.Load(args)
				if err != nil {
					b.Fatal(err)
				}
				return loaded, float64(time.Since(begin)) / 1e6
			}
			for b.Loop() {
				_, before := load(without)
				*files = timedFiles{Files: files.Files}
				out, after := load(m.args)
				// It does not end by a crash, or it would be given up.
				ControllerOf(out).settle()
				if ControllerOf(out).decision.Layer != LayerAssigned || ControllerOf(out).Close() != nil {
					b.Fatal(ControllerOf(out).decision)
				}
				putBack(b, filepath.Join(s.dir, "state", "trials"), trials)
				plain, assigned, more = append(plain, before), append(assigned, after), append(more, after-before)
				syncing, renaming = append(syncing, float64(files.took)/1e6), append(renaming, float64(files.renaming)/1e6)
			}
			b.ReportMetric(0, "ns/op")
			for unit, all := range map[string][]float64{"ms-without": plain, "ms-with": assigned, "ms-more": more,
				"ms-syncing": syncing, "ms-renaming": renaming} {
				slices.Sort(all)
				b.ReportMetric(all[len(all)/2], unit)
			}
			b.ReportMetric(float64(files.syncs), "syncs")
		})
	}
}

// putBack undoes what a start has written, and syncs it, so that the next start does not have to.
func putBack(b *testing.B, name string, data []byte) {
	b.Helper()
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		b.Fatal(err)
	}
	_, err = f.Write(data)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		b.Fatal(err)
	}
}

// timedFiles counts the syncs, and how long they and the renames took.
type timedFiles struct {
	store.Files
	syncs          int
	took, renaming time.Duration
}

func (f *timedFiles) Within(dir string) store.Files {
	f.Files = f.Files.Within(dir)
	return f
}

func (f *timedFiles) sync(do func() error) error {
	begin := time.Now()
	err := do()
	f.syncs, f.took = f.syncs+1, f.took+time.Since(begin)
	return err
}

func (f *timedFiles) Rename(from, to string) error {
	begin := time.Now()
	err := f.Files.Rename(from, to)
	f.renaming += time.Since(begin)
	return err
}

func (f *timedFiles) SyncDir(dir string) error {
	return f.sync(func() error { return f.Files.SyncDir(dir) })
}

func (f *timedFiles) Create(name string) (store.WriteFile, error) {
	file, err := f.Files.Create(name)
	return timedFile{file, f}, err
}

type timedFile struct {
	store.WriteFile
	files *timedFiles
}

func (f timedFile) Sync() error { return f.files.sync(f.WriteFile.Sync) }
