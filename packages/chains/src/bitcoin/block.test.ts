import { expect, test } from 'vitest'
import genesis from '../../vectors/bitcoin-genesis.json' with { type: 'json' }
import { getBitcoinNetwork } from '../definitions/bitcoin.ts'
import { decodeBlock } from './block.ts'

test('the first block of regtest decodes to the published hash, transaction and time, without transfers', () => {
  const asked = { height: 0, hash: genesis.hash, raw: Buffer.from(genesis.raw, 'hex') }
  const block = decodeBlock(getBitcoinNetwork('BTC', 'regtest'), asked)
  expect(genesis.hash).toBe(getBitcoinNetwork('BTC', 'regtest').genesisHash)
  expect(block).toEqual({
    height: 0,
    hash: genesis.hash,
    parentHash: '00'.repeat(32),
    at: new Date('2011-02-02T23:16:42Z'),
    txIds: [genesis.txId],
    transfers: [],
    inputs: [],
    flushes: [],
  })
})
