import type { FlushEntity } from '@gateway/db/chainwatch/flush.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import { expect, test } from 'vitest'
import type { Covered } from './covered-deposits.ts'
import { isAsPlanned } from './settle-as-planned.ts'

// Of the rows only what decides is filled in.
const leg = { id: 'leg', purpose: 'forward', ref: 'payment', units: 1_000n, feeUnits: 10n } as SpendIntentEntity
const paying = (merchantUnits: bigint) => ({ merchantUnits, feeUnits: 10n, networkFeeUnits: 0n }) as FlushEntity
const flush = paying(990n)
const commit = { id: 'terms', subject: 'payment', subjectId: 'payment', feeBps: 100, conditions: null, asset: 'USDC_ETH' } as const
const deposit = (units: bigint, changed: Partial<Covered> = {}): Covered => ({
  id: 'deposit',
  units,
  creditRevision: 0,
  reorged: false,
  intentId: 'leg',
  heldIn: 'payment:held',
  ...changed,
})
const covered = [deposit(600n), deposit(400n)]

test('a flush of exactly the credited deposits of its leg left as planned', () => {
  expect(isAsPlanned(leg, { flush, covered, commit, left: [] })).toBe(true)
})

test.each([
  ['of a deposit that is not credited', { covered: [deposit(600n), deposit(400n, { creditRevision: null })] }],
  ['of a deposit of no leg', { covered: [deposit(600n), deposit(400n, { intentId: null })] }],
  ['of more than its deposits', { flush: paying(991n) }],
  ['of less than its leg', { covered: [deposit(600n)], flush: paying(590n) }],
  ['that leaves a deposit of its leg', { left: [{ id: 'dead', units: 0n }] }],
  ['by the terms of another object', { commit: { ...commit, subjectId: 'another' } }],
  ['by terms of another purpose', { commit: { ...commit, subject: 'refund' } as const }],
  ['by terms with another fee', { commit: { ...commit, feeBps: 200 } }],
])('a flush %s did not', (_case, changed) => {
  expect(isAsPlanned(leg, { flush, covered, commit, left: [], ...changed } as Parameters<typeof isAsPlanned>[1])).toBe(false)
})
