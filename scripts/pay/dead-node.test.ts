import { temporaryFolder } from '@gateway/devnet/processes/temporary-folder'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { walletNames, writeDevFile } from '../stack/dev-file.ts'
import { eachChain } from '../stack/each-chain.ts'
import { runPay } from './run-pay.ts'

const SENT = 'f0'.repeat(32)
const TO = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const NOWHERE = '127.0.0.1:1'

/** A node that sends, and whose connection breaks when it is to mine. */
const node = createServer((request, response) => {
  void request.toArray().then((chunks: Buffer[]) => {
    const { method } = JSON.parse(Buffer.concat(chunks).toString()) as { method: string }
    if (method === 'anvil_mine' || method === 'getnewaddress') response.destroy()
    else response.end(JSON.stringify({ result: method === 'eth_estimateGas' ? '0x5208' : SENT }))
  })
})
const folder = temporaryFolder()
let address: string
beforeAll(async () => {
  node.listen(0, '127.0.0.1')
  await once(node, 'listening')
  address = `127.0.0.1:${(node.address() as AddressInfo).port}`
})
afterAll(async () => {
  node.close()
  await once(node, 'close')
  folder.remove()
})

/** Runs `npm run pay` on a stack whose gateway answers at no address and whose nodes are there; tells what it printed and why it failed. */
async function payAt(place: string, ...words: string[]) {
  const stack = {
    pid: 1,
    api: 'http://127.0.0.1:2',
    postgres: '',
    temporal: { address: '', ui: '' },
    chains: {
      ...eachChain(() => ({ rpc: `http://${place}` })),
      BTC: { rpc: `http://user:secret@${place}`, faucetWallet: 'faucet' },
    },
    wallets: Object.fromEntries(walletNames.map((name) => [name, ''])),
    demo: { businessId: '', apiKey: '', email: '', password: '' },
  }
  writeDevFile(folder.path, JSON.stringify(stack))
  const printed: string[] = []
  const failure: unknown = await runPay(words, { DATA_DIR: folder.path }, (text) => printed.push(text)).catch((error: unknown) => error)
  return { printed, failure: failure instanceof Error ? failure.message : failure }
}

test.each([
  ['BTC', 'bcrt1q', 'Bitcoin'],
  ['ETH', TO, 'Ethereum'],
  ['USDC_ETH', TO, 'Ethereum'],
])('a payment in %s names the node that does not answer, and nothing of its password', async (asset, to, name) => {
  expect(await payAt(NOWHERE, asset, to, '0.1')).toEqual({
    printed: [],
    failure: `The ${name} node at ${NOWHERE} does not answer: start it with "npm run dev"`,
  })
})

test.each([
  ['BTC', 'bcrt1q', 'Bitcoin'],
  ['ETH', TO, 'Ethereum'],
])('a payment in %s that was sent and could not be mined prints its transaction first', async (asset, to, name) => {
  expect(await payAt(address, asset, to, '0.1')).toEqual({
    printed: [`Paid 0.1 ${asset} to ${to}.\nTransaction ${SENT}`],
    failure: `The transaction is sent, and mining a block for it failed: the ${name} node at ${address} does not answer: start it with "npm run dev"`,
  })
})
