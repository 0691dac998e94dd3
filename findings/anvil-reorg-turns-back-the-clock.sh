#!/bin/sh
# After `anvil_reorg` the clock of anvil stays behind for good, by the age of the block that both branches have in common.
#
# @foundry-rs/anvil 1.7.1 (npm), on Linux x64, seen 2026-11-29.
#
# A reorganisation replaces blocks, so a confident guess is that it touches the chain alone: the new blocks may have old times, and the next one has that
# of its mining again. Seen instead: every later block is late by what the abandoned ones were older than now, whenever it is mined. Whatever waits for the
# time of a block to pass a moment, such as the end of a payment's window, waits longer than its test. `anvil_setTime` with the time of day sets it right.
set -eu
folder=$(mktemp -d)
node=
trap '[ -z "$node" ] || kill "$node"; rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @foundry-rs/anvil@1.7.1
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil --host 127.0.0.1 --port "$port" --no-mining --silent &
node=$!
cat >ask.mjs <<'JS'
const ask = async (method, params = []) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(`http://127.0.0.1:${process.argv[2]}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  return (await answer.json()).result
}
const pause = (ms) => new Promise((done) => setTimeout(done, ms))
const seconds = () => Math.floor(Date.now() / 1_000)
/** How late the next block is, to the nearest five seconds. */
const late = async () => {
  await ask('evm_mine')
  const { timestamp } = await ask('eth_getBlockByNumber', ['latest', false])
  return Math.round((seconds() - Number(timestamp)) / 5) * 5
}

for (;;) if (await ask('eth_chainId').catch(() => undefined)) break; else await pause(100)
await ask('evm_mine')
await pause(10_000)
console.log('before:', await late())
await ask('anvil_reorg', [1, []])
console.log('after:', await late())
await pause(5_000)
console.log('five seconds later:', await late())
await ask('anvil_setTime', [seconds()])
console.log('after anvil_setTime:', await late())
JS
cat >expected <<'TXT'
before: 0
after: 10
five seconds later: 10
after anvil_setTime: 0
TXT
node ask.mjs "$port" | tee seen
diff expected seen
