import { expect, test } from 'vitest'
import { chainsWhere } from './chain-facts.ts'

test('a fee bump is allowed only where a second transaction is no double spend', () => {
  expect(chainsWhere(({ isReplaceable }) => isReplaceable)).toEqual(['BTC', 'ETH', 'POL'])
})

test('transactions are numbered by their sender, and the platform pays for them, where deposits are contracts', () => {
  expect(chainsWhere(({ ordering }) => ordering === 'sender_sequence')).toEqual(['ETH', 'POL'])
  expect(chainsWhere(({ networkFee }) => networkFee === 'from_deposit')).toEqual(['BTC', 'BCH'])
})

test('only spent inputs prove a transaction dead where outputs are spent', () => {
  expect(chainsWhere(({ deathProof }) => deathProof === 'spent_inputs')).toEqual(['BTC', 'BCH'])
})

test('a receipt tells the outcome wherever a mined transaction can fail', () => {
  expect(chainsWhere(({ outcomeIn }) => outcomeIn === 'receipt')).toEqual(['ETH', 'POL', 'SOL'])
})

test('an orphaned deposit returns to the mempool, and later ones are treated with caution, on chains of outputs', () => {
  expect(chainsWhere(({ watchesMempool }) => watchesMempool)).toEqual(['BTC', 'BCH'])
  expect(chainsWhere(({ isReorgProne }) => isReorgProne)).toEqual(['BTC', 'BCH'])
})
