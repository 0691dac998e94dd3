#!/bin/sh
# The digits that Intl gives a currency change within one line of Node.js: an amount in minor units, written by them, becomes a hundred times itself.
#
# node 24.13.0 (ICU 77.1) and 24.21.0 (ICU 78.3) (npm), on Linux x64, seen 2026-11-30.
#
# The guess: `resolvedOptions().maximumFractionDigits` of a currency is its minor unit of ISO 4217, which ECMA-402 demanded until 2024, so that a processor's
# integer can be divided by that power of ten. Seen instead: it is what the CLDR of the day wants shown, and since tc39/ecma402#922 it may be anything. Until ICU 77,
# HUF, COP, IDR and PKR had 2, as ISO 4217 has; since ICU 78 they have 0. RSD went the other way, from 0 to 2, and IQD has 0 in both, where ISO 4217 has 3. So
# 123450 fillér, written with Intl's digits, is 1,234.50 forints before the update and 123,450 after it; a browser changes with its own update. The digits
# have to come from the processor's table, and Intl only draws them.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >package.json <<'JSON'
{ "private": true, "dependencies": { "before": "npm:node@24.13.0", "after": "npm:node@24.21.0" } }
JSON
npm install --silent --no-audit --no-fund
cat >digits.js <<'JS'
const digitsOf = (currency) => new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
console.log(['HUF', 'COP', 'IDR', 'PKR', 'RSD', 'IQD', 'EUR', 'JPY'].map((currency) => `${currency} ${digitsOf(currency)}`).join(', '))
JS
before=$(node_modules/before/bin/node digits.js)
after=$(node_modules/after/bin/node digits.js)
echo "24.13.0: $before"
echo "24.21.0: $after"
[ "$before" = 'HUF 2, COP 2, IDR 2, PKR 2, RSD 0, IQD 0, EUR 2, JPY 0' ]
[ "$after" = 'HUF 0, COP 0, IDR 0, PKR 0, RSD 2, IQD 0, EUR 2, JPY 0' ]
