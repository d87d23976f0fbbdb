#!/bin/sh
# Prints the directory of every module that is built and tested: all but the tools and the fixtures of tests.
set -eu
cd "$(dirname "$0")/.."
git ls-files --cached --others --exclude-standard go.mod '*/go.mod' | grep -v -e '^tools/' -e '^internal/' -e '^lint/rules/testdata/' | xargs -n 1 dirname
