#!/bin/sh
# Prints the directory of every module that is built and tested: all but the tools and the fixtures of tests. With the
# argument published, prints those that others can require: all but examples and tests.
set -eu
cd "$(dirname "$0")/.."
others='^tools/|^internal/|^lint/.*testdata/'
if test "${1-}" = published; then
	others="$others|^examples/|^testdata/|^componentconfig/dynamic/kube/servertest/"
fi
git ls-files --cached --others --exclude-standard go.mod '*/go.mod' | grep -Ev "$others" | xargs -n 1 dirname
