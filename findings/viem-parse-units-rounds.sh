#!/bin/sh
# `parseUnits` of viem rounds an amount that is finer than the token, up as well as down to nothing; ethers refuses the same texts.
#
# viem 2.57.1 and ethers 6.17.0 (npm), with Node 20 or newer, on Linux x64, seen 2026-11-29.
#
# Both libraries have a function of this name and read the same texts into the same integers, so a confident guess is that one can stand for the other.
# With a finer amount, ethers raises; viem rounds half up: 1.9999999 USDC are two dollars, half a unit is one, and 0.0000004 USDC are nothing at all, from
# which a transfer of zero is made that succeeds. Whoever turns what a customer typed into units with viem must look at the number of decimals first.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund viem@2.57.1 ethers@6.17.0
cat >read.mjs <<'JS'
import { parseUnits as ethers } from 'ethers'
import { parseUnits as viem } from 'viem'

const seen = (parse, text) => {
  try {
    return parse(text, 6)
  } catch (error) {
    return error.code ?? error.name
  }
}
for (const text of ['1.999999', '1.9999999', '0.0000005', '0.0000004', '-0.0000005']) console.log(`${text}: viem ${seen(viem, text)}, ethers ${seen(ethers, text)}`)
JS
node read.mjs | tee seen
cat >expected <<'TXT'
1.999999: viem 1999999, ethers 1999999
1.9999999: viem 2000000, ethers NUMERIC_FAULT
0.0000005: viem 1, ethers NUMERIC_FAULT
0.0000004: viem 0, ethers NUMERIC_FAULT
-0.0000005: viem -1, ethers NUMERIC_FAULT
TXT
diff expected seen
