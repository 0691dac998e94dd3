import { expect, test } from 'vitest'
import { gasPayerCoins } from '../custody/rules.ts'
import { chainsWhere, chainFacts, feePayerOf, hasGasPayer } from './chain-facts.ts'

test('a fee bump is allowed only where a second transaction is no double spend', () => {
  expect(chainsWhere(({ isReplaceable }) => isReplaceable)).toEqual(['BTC', 'ETH', 'POL'])
})

test('Transactions are numbered by their sender where deposits are contracts', () => {
  expect(chainsWhere(({ ordering }) => ordering === 'sender_sequence')).toEqual(['ETH', 'POL'])
})

test('The platform pays for payouts of contracts and of tokens', () => {
  expect(chainsWhere(hasGasPayer)).toEqual(['ETH', 'POL', 'SOL'])
  expect(chainsWhere(hasGasPayer)).toEqual(Object.keys(gasPayerCoins))
  expect(feePayerOf(chainFacts.SOL, 'SOL')).toBe('from_deposit')
  expect(feePayerOf(chainFacts.SOL, 'USDC_SOL')).toBe('from_platform')
  expect(feePayerOf(chainFacts.ETH, 'ETH')).toBe('from_platform')
})

test('Spent inputs alone prove a transaction dead where outputs are spent', () => {
  expect(chainsWhere(({ deathProof }) => deathProof === 'spent_inputs')).toEqual(['BTC', 'BCH'])
})

test('a receipt tells the outcome wherever a mined transaction can fail', () => {
  expect(chainsWhere(({ outcomeIn }) => outcomeIn === 'receipt')).toEqual(['ETH', 'POL', 'SOL'])
})

test('an orphaned deposit returns to the mempool, and later ones are treated with caution, on chains of outputs', () => {
  expect(chainsWhere(({ watchesMempool }) => watchesMempool)).toEqual(['BTC', 'BCH'])
  expect(chainsWhere(({ isReorgProne }) => isReorgProne)).toEqual(['BTC', 'BCH'])
})
