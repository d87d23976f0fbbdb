#!/bin/sh
# Runs for hours what "make test" runs for seconds: every fuzz target for SOAK (10m), then the random tests many times.
set -eu
cd "$(dirname "$0")/.."
export GOWORK=off
random() {
	echo "== $*"
	go test -timeout 0 "$@"
}
hack/fuzz.sh "${SOAK:-10m}"
random ./cmd/configgen -run 'RandomGroups|RandomValidation' -seeds 200
random ./cmd/configgen -run RandomTrees -seeds 500
random ./cmd/configgen -run CacheUnderEdits -uncached
random ./internal/upstream -v -run Equals -all
random ./internal/breaking -run 'Silent|NotBreaking' -edits 10000 -pairs 5000
random ./cmd/configgen -run Mutations -mutations 5000
random -vet=off -tags tools ./cmd/configgen -run 'OnOtherSystems|InitSoak'
for system in windows darwin; do
	echo "== all modules on $system"
	GOOS=$system hack/each.sh go vet ./...
done
echo "== published packages"
hack/published-kinds.sh
random ./cmd/configgen -run Removals -removals 300
cd componentconfig
random -race ./...
(cd dynamic/kube && random -race ./...)
(cd ../fleet && random -race ./...)
random . -run 'LoadsBackToTheIdenticalObject|EveryTypeLoadsBack' -configurations 20000
random . -run Mutations -mutations 20000 -longest 2s
random . -run Mistyped -mistyped 100000
random . -race -run RequestsDuringReloads -requests 10000
random . -run RandomStates -states 5000
random ./internal/filewatch -run Flips -flips 100000
random ./internal/layers -run 'Merg|Snapshot' -trees 200000 -swaps 200000
random ./dynamic -run 'RandomSequences|PlantedFaults' -sequences 1000000 -faults 100
random ./dynamic -run RandomDamage -damages 20000
(
	cd dynamic/kube/servertest
	random . -v -run '^TestFleet$' -instances 5000 -controllers 300 -idle 20m
	random . -v -run '^TestFleet$' -instances 500 -controllers 300 -restarts 100 -edits 1000
	random . -v -run '^TestPool$' -instances 5000 -controllers 300 -idle 20m -qps 20
	random . -v -run '^TestPoolWithOddStatuses$'
	random . -v -run '^TestPoolUnderFaults$' -shaken 5000 -controllers 300 -restarts 10 -kills 100
)
(cd ../fleet && random ./internal/rollout -run 'Histories|PlantedFaults' -histories 100000 -faults 100)
cd ../examples/sampleconfig
random ./cmd/relay -v -run CrashMatrix -every 0
random ./cmd/relay -run MigratesFiles -files 20000
random ./cmd/relay -run ManyRelays -processes 300
cd ../../testdata/migration
random ./kubelet -run Random -files 20000
cd ../replacements/kubeproxy
random ./kep784 -run MigrateRandom -files 20000
