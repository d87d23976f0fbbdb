# shellcheck shell=sh
# The environment of tests, for scripts to read. All use the same: what one has built, others find in the build cache.
export GOWORK=off
# What is built has no path of this clone in it, so that the build cache has it from any other clone, too. Programs are
# linked without information for debuggers, which is faster.
GOFLAGS="$(go env GOFLAGS) -trimpath -ldflags=-w"
export GOFLAGS
# Tests and what they start are short. Collecting their garbage less often saves a tenth of the time.
export GOGC="${GOGC-400}"
