#!/bin/sh
# bip21 writes an amount below a millionth of a bitcoin with an exponent, which the grammar of BIP 21 does not have, and reads its own text back.
#
# bip21 3.0.0 (npm) on Node.js 20, on Linux x64, seen 2026-11-30.
#
# The guess: `encode(address, { amount: 0.00000099 })`, 99 satoshis, gives `amount=0.00000099`: BIP 21 allows digits with at most one point (`*digit [ "." *digit ]`),
# and the package checks that the amount is a finite number. Seen instead: the number goes through String(), so 99 satoshis are `9.9e-7` and one is `1e-8`, while
# 100 are `0.000001`. Its own decode() takes them, so a round trip hides it; a reader that follows the grammar stops at the `e`. An amount
# that is handed in as text is written as it is, so text is the way out. Such amounts occur where the address is beside a Lightning invoice of a few satoshis.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >package.json <<'JSON'
{ "type": "module", "private": true, "dependencies": { "bip21": "3.0.0" } }
JSON
npm install --silent --no-audit --no-fund
cat >amounts.js <<'JS'
import { decode, encode } from 'bip21'
const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' // From BIP 173.
for (const amount of [0.000001, 0.00000099, '0.00000099', 0.00000001]) {
  const uri = encode(address, { amount })
  const written = uri.slice(uri.indexOf('amount=') + 7)
  console.log(JSON.stringify(amount), written, /^\d*(\.\d*)?$/.test(written) ? 'by the grammar' : 'not by the grammar', decode(uri).options.amount)
}
JS
seen=$(node amounts.js)
echo "$seen"
[ "$seen" = '0.000001 0.000001 by the grammar 0.000001
9.9e-7 9.9e-7 not by the grammar 9.9e-7
"0.00000099" 0.00000099 by the grammar 9.9e-7
1e-8 1e-8 not by the grammar 1e-8' ]
