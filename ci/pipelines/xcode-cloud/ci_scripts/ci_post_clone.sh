#!/bin/sh
# Puts this app through oncegate before a merge: Xcode Cloud runs this file after it has cloned the
# repository, and the build fails where the gate stays closed. Make the workflow a required check.
#
# 1. Write below where your copy of oncegate is kept, and which version of it is used.
set -eu
repository=${ONCEGATE_REPOSITORY:-https://git.example/your-organisation/oncegate.git}
version=${ONCEGATE_VERSION:-v0.1.0}

cd "$CI_PRIMARY_REPOSITORY_PATH"
rm -rf .oncegate
git clone --quiet --depth 1 --branch "$version" "$repository" .oncegate
.oncegate/ci/install --prefix "$PWD/.oncegate-install"
.oncegate-install/bin/oncegate run || status=$?
# Nothing but the log is kept of this step.
cat oncegate-report/summary.md
exit "${status:-0}"
