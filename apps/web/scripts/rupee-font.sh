#!/bin/sh
# Cuts the rupee sign out of Inter's Latin Extended file (85 kB) into a variable font of its own (1.2 kB).
# Needed again only when @fontsource-variable/inter changes its outlines. Wants Python 3 with pip.
# Inter is licensed under the SIL Open Font License 1.1, which allows this; see the package's LICENSE.
set -eu
cd "$(dirname "$0")/.."
venv="$(mktemp -d)"
trap 'rm -rf "$venv"' EXIT
python3 -m venv "$venv"
"$venv/bin/pip" --quiet install fonttools==4.60.1 brotli==1.1.0
"$venv/bin/pyftsubset" ../../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2 \
  --unicodes=U+20B9 --layout-features='*' --flavor=woff2 --output-file=src/ui/fonts/inter-rupee.woff2
