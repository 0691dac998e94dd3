import { expect, test } from 'vitest'
import genesis from '../../vectors/bitcoin-genesis.json' with { type: 'json' }
import { getBitcoinNetwork } from '../definitions/bitcoin.ts'
import { addressScript } from './address.ts'
import { type RawTransaction, findTransactionId, isCoinbase, readEffects } from './transaction.ts'

const network = getBitcoinNetwork('BTC', 'regtest')
const address = 'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9'
const script = addressScript(network, address)
const txId = 'cd'.repeat(32)
const spent = { txid: new Uint8Array(32).fill(0xab), index: 7, finalScriptSig: new Uint8Array(), sequence: 0xffff_ffff }
const nothing = { ...spent, txid: new Uint8Array(32), index: 0xffff_ffff }
const pay = (...outputs: RawTransaction['outputs']): RawTransaction => ({ version: 2, inputs: [spent], outputs, lockTime: 0 })

test('readEffects names a deposit by its output number, after any other outputs', () => {
  const note = { amount: 0n, script: Uint8Array.from([0x6a, 0x01, 0x2a]) }
  const bareKey = { amount: 5n, script: Uint8Array.from([0x21, ...new Uint8Array(33).fill(2), 0xac]) }
  const { transfers, inputs } = readEffects(network, txId, pay(note, bareKey, { amount: 9n, script }))
  expect(transfers).toEqual([{ ref: `${txId}:2`, txId, vout: 2, to: address, asset: 'BTC', token: null, units: 9n }])
  expect(inputs).toEqual([{ resource: 'ab'.repeat(32), sequence: 7, txId }])
})

test('readEffects ignores an output of zero', () => {
  expect(readEffects(network, txId, pay({ amount: 0n, script })).transfers).toEqual([])
})

test('readEffects marks a coinbase reward as spendable after 100 confirmations, without inputs', () => {
  const reward = { ...pay({ amount: 9n, script }), inputs: [nothing] }
  expect(isCoinbase(reward)).toBe(true)
  expect(isCoinbase(pay())).toBe(false)
  expect(readEffects(network, txId, reward)).toMatchObject({ transfers: [{ units: 9n, leastConfirmations: 100 }], inputs: [] })
  expect(readEffects(network, txId, pay({ amount: 9n, script })).transfers[0]).not.toHaveProperty('leastConfirmations')
})

test('findTransactionId returns the published id, and none for bytes that are no transaction', () => {
  const raw = Buffer.from(genesis.raw.slice(162), 'hex')
  expect(findTransactionId(raw)).toBe(genesis.txId)
  expect(findTransactionId(raw.subarray(1))).toBeUndefined()
  expect(findTransactionId(new Uint8Array())).toBeUndefined()
})
