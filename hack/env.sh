# shellcheck shell=sh
# The environment of tests, for scripts to read. All use the same: what one has built, others find in the build cache.
export GOWORK=off
# What is built has no path of this clone in it, so that the build cache has it from any other clone, too. Programs are
# linked without information for debuggers, which is faster.
# The tests of one package may take TEST_LIMIT, as go test -timeout reads it: an hour is for a busy machine.
TEST_LIMIT="${TEST_LIMIT-60m}"
GOFLAGS="$(go env GOFLAGS) -trimpath -ldflags=-w -timeout=$TEST_LIMIT"
export GOFLAGS
# Tests and what they start are short. Collecting their garbage less often saves a tenth of the time.
export GOGC="${GOGC-400}"
