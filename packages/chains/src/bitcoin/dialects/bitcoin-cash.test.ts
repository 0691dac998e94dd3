import { expect, test } from 'vitest'
import { bitcoinCashDialect } from './bitcoin-cash.ts'

const id = `fee${'ab'.repeat(30)}0`
const refusal = (code: number, message: string) => ({ code, message })

test.each([
  ['bchd has it in a block', `TX rejected: transaction already exists`],
  ['bchd has it in the mempool', `TX rejected: already have transaction ${id}`],
  ['Bitcoin Cash Node has it in a block', 'txn-already-known'],
  ['Bitcoin Cash Node has it in the mempool', 'txn-already-in-mempool'],
])('a transaction is known where %s', (_, message) => {
  expect(bitcoinCashDialect.isKnown(refusal(-26, message))).toBe(true)
})

test.each([
  ['bchd calls the fee too low', `TX rejected: transaction ${id} has 0 fees which is under the required amount of 192`],
  ['Bitcoin Cash Node calls the fee too low', 'min relay fee not met'],
  ['the mempool is full', 'mempool full'],
])('a refusal is about the price where %s', (_, message) => {
  expect(bitcoinCashDialect.isAboutPrice(refusal(-26, message))).toBe(true)
  expect(bitcoinCashDialect.isAboutPrice(refusal(-25, message))).toBe(false)
})

test.each([
  ['bchd knows another spend', `TX rejected: output ${id}:0 already spent by transaction ${id} in the memory pool`],
  ['Bitcoin Cash Node knows another spend', 'txn-mempool-conflict'],
])('a refusal is not about the price where %s, whatever characters the ids have', (_, message) => {
  expect(bitcoinCashDialect.isAboutPrice(refusal(-26, message))).toBe(false)
  expect(bitcoinCashDialect.isKnown(refusal(-26, message))).toBe(false)
})

test('a height is above the chain by the code of either node', () => {
  expect(bitcoinCashDialect.isAboveChain(refusal(-1, 'Block number out of range'))).toBe(true)
  expect(bitcoinCashDialect.isAboveChain(refusal(-8, 'Block height out of range'))).toBe(true)
  expect(bitcoinCashDialect.isAboveChain(refusal(-1, 'getblockhash height'))).toBe(false)
})
