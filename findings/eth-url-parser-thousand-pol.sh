#!/bin/sh
# The npm package `eth-url-parser` rewrites the digits of a large EIP-681 value as an exponent that `BigInt` refuses: 999 POL are read, 1000 POL are not.
#
# eth-url-parser 1.0.4 (npm), with Node 20 or newer, on Linux x64, seen 2026-11-29.
#
# EIP-681 gives the value in the smallest unit, as digits or with an exponent. A confident guess is that a parser which answers a text leaves plain digits
# alone, or expands an exponent. It sends every value through bignumber.js and back: an exponent below 21 is expanded, and 21 digits or more, which the link
# had in full, come out as "1e+21". With 18 decimals that is 1000 coins: common for POL, never seen in tests with ether. Members such as gasPrice are not
# touched at all and keep their exponent. A wallet that writes BigInt(value) throws on the larger payment only. There is no form that a payee could send
# instead: both come out alike.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund eth-url-parser@1.0.4
cat >read.mjs <<'JS'
import { parse } from 'eth-url-parser'

const read = (value) => {
  const { parameters } = parse(`ethereum:0x89205A3A3b2A69De6Dbf7f01ED13B2108B2c43e7@137?value=${value}&gasPrice=3e9`)
  try {
    return `${parameters.value}, gasPrice ${parameters.gasPrice}, BigInt ${BigInt(parameters.value)}`
  } catch (error) {
    return `${parameters.value}, gasPrice ${parameters.gasPrice}, BigInt ${error.name}`
  }
}
for (const value of ['999000000000000000000', '1000000000000000000000', '9.99e20', '1e21', '1234567890123456789012']) console.log(`${value}: ${read(value)}`)
JS
cat >expected <<'TXT'
999000000000000000000: 999000000000000000000, gasPrice 3e9, BigInt 999000000000000000000
1000000000000000000000: 1e+21, gasPrice 3e9, BigInt SyntaxError
9.99e20: 999000000000000000000, gasPrice 3e9, BigInt 999000000000000000000
1e21: 1e+21, gasPrice 3e9, BigInt SyntaxError
1234567890123456789012: 1.234567890123456789012e+21, gasPrice 3e9, BigInt SyntaxError
TXT
node read.mjs | tee seen
diff expected seen
