import { describe, expect, test } from 'vitest'
import type { ChainView, Deposit } from '../chainwatch/deposit.ts'
import { allExceptions, type AssessedPayment, assessPayment, hasRequiredConfirmations, policyOf, shownConfirmations } from './assessment.ts'
import { defaultRules } from './payment-rules.ts'

const OPENED = Date.UTC(2026, 9, 1, 12)
const minute = (minutes: number): Date => new Date(OPENED + minutes * 60_000)

const payment = (terms: Partial<AssessedPayment> = {}): AssessedPayment => ({
  state: 'pending',
  asset: 'BTC',
  dueUnits: 100_000n,
  toleranceUnits: 1n,
  toleranceBps: 0,
  expiresAt: minute(15),
  confirmationsRequired: 3,
  finalityRequired: false,
  includedHeight: null,
  exceptions: [],
  lateVerdict: null,
  acceptedAt: null,
  returningUnits: 0n,
  rules: defaultRules,
  ...terms,
})
const detected = (terms: Partial<AssessedPayment> = {}): AssessedPayment => payment({ state: 'detected', ...terms })

const seen = (id: string, units: bigint, facts: Partial<Deposit> = {}): Deposit => ({
  id: `BTC:${id}:0`,
  chain: 'BTC',
  txId: id,
  asset: 'BTC',
  units,
  state: 'seen',
  height: null,
  arrivedAt: minute(1),
  inheritedArrival: null,
  replaced: false,
  reorged: false,
  dead: false,
  ...facts,
})
const included = (id: string, units: bigint, facts: Partial<Deposit> & { height: number }): Deposit =>
  seen(id, units, { state: 'included', ...facts })
const gone = (id: string, units: bigint, facts: Partial<Deposit> = {}): Deposit => seen(id, units, { state: 'gone', ...facts })

const at = (height: number, minutes = 5, finalizedHeight?: number): ChainView => ({ height, finalizedHeight, at: minute(minutes) })

describe('a pending payment', () => {
  test('stays unchanged without deposits', () => {
    expect(assessPayment(payment(), [], at(10))).toEqual({
      receivedUnits: 0n,
      exceptions: [],
      txId: null,
      includedHeight: null,
      inputs: [],
    })
  })

  test('shows no transaction id for an internal transfer', () => {
    const traceless = included('a', 100_000n, { height: 8, id: 'BTC:a' })
    expect(assessPayment(payment(), [traceless], at(8)).txId).toBeNull()
    expect(assessPayment(payment(), [traceless, seen('b', 1n)], at(8)).txId).toBe('b')
  })

  test('becomes detected when its deposit is first seen, before any block', () => {
    expect(assessPayment(payment(), [seen('a', 100_000n)], at(10))).toEqual({
      receivedUnits: 100_000n,
      exceptions: [],
      txId: 'a',
      includedHeight: null,
      inputs: ['detect'],
    })
  })

  test('emits every step when its deposit is first seen in a block', () => {
    expect(assessPayment(payment(), [included('a', 100_000n, { height: 10 })], at(10)).inputs).toEqual(['detect', 'include'])
    // More elements than a function accepts as arguments.
    const parts = Array.from({ length: 200_000 }, (_, n) => included(`part-${n}`, 1n, { height: 10 + (n % 2) }))
    expect(assessPayment(payment({ dueUnits: 200_000n }), parts, at(11)).inputs).toEqual(['detect', 'include'])
    expect(assessPayment(payment(), [included('a', 100_000n, { height: 10 })], at(12)).inputs).toEqual(['detect', 'include', 'confirm'])
  })

  test('counts as paid with one quoted unit missing, and as underpaid with two', () => {
    expect(assessPayment(payment(), [seen('a', 99_999n)], at(10))).toMatchObject({ exceptions: [], inputs: ['detect'] })
    expect(assessPayment(payment(), [seen('a', 99_998n)], at(10))).toMatchObject({
      receivedUnits: 99_998n,
      exceptions: ['underpaid'],
      txId: 'a',
      inputs: [],
    })
  })

  test('completes an underpayment by a second deposit to the same address', () => {
    const first = included('a', 40_000n, { height: 8 })
    expect(assessPayment(payment({ exceptions: ['underpaid'] }), [first, seen('b', 60_000n)], at(10))).toEqual({
      receivedUnits: 100_000n,
      exceptions: ['multiple'],
      txId: 'a',
      includedHeight: null,
      inputs: ['detect'],
    })
  })

  test('counts a deposit that arrived in the window, however late the watcher reads it', () => {
    const onWindow = included('a', 100_000n, { height: 10, arrivedAt: minute(14) })
    expect(assessPayment(payment(), [onWindow], at(12, 60)).inputs).toEqual(['detect', 'include', 'confirm'])
  })

  test('ignores a deposit at or after the deadline, apart from the late flag', () => {
    const late = included('a', 100_000n, { height: 10, arrivedAt: minute(15) })
    expect(assessPayment(payment(), [late], at(20, 16))).toMatchObject({ receivedUnits: 100_000n, exceptions: ['late'], inputs: [] })
    const justInTime = included('a', 100_000n, { height: 10, arrivedAt: new Date(minute(15).getTime() - 1) })
    expect(assessPayment(payment(), [justInTime], at(20, 16))).toMatchObject({ exceptions: [], inputs: ['detect', 'include', 'confirm'] })
  })

  test('ignores a late top-up', () => {
    const parts = [seen('a', 60_000n), seen('b', 60_000n, { arrivedAt: minute(16) })]
    expect(assessPayment(payment(), parts, at(10, 17)).inputs).toEqual([])
  })

  test('ignores a late deposit in place of an unmined deposit of the window', () => {
    const onWindow = [included('a', 60_000n, { height: 5 }), seen('b', 60_000n)]
    const late = included('c', 60_000n, { height: 6, arrivedAt: minute(16) })
    expect(assessPayment(payment(), [...onWindow, late], at(8, 17)).inputs).toEqual(['detect'])
    expect(assessPayment(detected(), [...onWindow, late], at(8, 17)).inputs).toEqual([])
  })

  test('counts nothing of another asset and sets the wrong_asset flag', () => {
    const token = seen('a', 100_000n, { asset: null })
    expect(assessPayment(payment({ asset: 'USDC_ETH' }), [token], at(10))).toEqual({
      receivedUnits: 0n,
      exceptions: ['wrong_asset'],
      txId: null,
      includedHeight: null,
      inputs: [],
    })
    expect(assessPayment(payment({ asset: 'USDC_ETH' }), [seen('a', 100_000n, { asset: 'ETH' })], at(10)).inputs).toEqual([])
  })

  test('ignores a vanished deposit', () => {
    expect(assessPayment(payment(), [gone('a', 100_000n, { replaced: true })], at(10))).toMatchObject({
      receivedUnits: 0n,
      exceptions: ['replaced'],
      inputs: [],
    })
  })
})

describe('an expired payment', () => {
  const expired = (terms: Partial<AssessedPayment> = {}): AssessedPayment => payment({ state: 'expired', ...terms })

  test('becomes detected again, with a permanent late flag, when a deposit of its window reappears', () => {
    const back = included('a', 100_000n, { height: 10 })
    expect(assessPayment(expired(), [back], at(10, 60))).toMatchObject({ exceptions: ['late'], inputs: ['detect', 'include'] })
    expect(assessPayment(detected({ exceptions: ['late'] }), [back], at(10, 60)).exceptions).toEqual(['late'])
  })

  test('takes no input from late money; it only accumulates the amount and flags', () => {
    const late = [included('a', 100_000n, { height: 5, arrivedAt: minute(15) }), seen('b', 7n, { arrivedAt: minute(30) })]
    expect(assessPayment(expired(), late, at(20, 31))).toMatchObject({
      receivedUnits: 100_007n,
      exceptions: ['overpaid', 'late', 'multiple'],
      inputs: [],
    })
  })

  test('gets no late flag while only a part of the amount is present', () => {
    expect(assessPayment(expired(), [seen('a', 40_000n)], at(10, 60))).toMatchObject({ exceptions: ['underpaid'], inputs: [] })
  })
})

describe('a detected payment', () => {
  test('takes the include input once per block', () => {
    const deposit = included('a', 100_000n, { height: 10 })
    expect(assessPayment(detected(), [deposit], at(10))).toMatchObject({ includedHeight: 10, inputs: ['include'] })
    expect(assessPayment(detected({ includedHeight: 10 }), [deposit], at(11)).inputs).toEqual([])
  })

  test('confirms at exactly the required confirmations', () => {
    const deposit = included('a', 100_000n, { height: 10 })
    expect([11, 12, 13].map((head) => assessPayment(detected({ includedHeight: 10 }), [deposit], at(head)).inputs)).toEqual([
      [],
      ['confirm'],
      ['confirm'],
    ])
  })

  test('waits for the finalized block at any depth when finality is required', () => {
    const terms = detected({ asset: 'ETH', confirmationsRequired: 12, finalityRequired: true, includedHeight: 100 })
    const deposit = included('a', 100_000n, { height: 100, asset: 'ETH' })
    const inputsWhen = (finalized: number | undefined) => assessPayment(terms, [deposit], at(500, 5, finalized)).inputs
    expect([undefined, 99, 100].map(inputsWhen)).toEqual([[], [], ['confirm']])
    expect(assessPayment(terms, [deposit], at(105, 5, 104)).inputs).toEqual([])
  })

  test('waits for the youngest of the deposits it needs', () => {
    const parts = [included('a', 50_000n, { height: 5 }), included('b', 50_000n, { height: 9 })]
    expect(assessPayment(detected({ includedHeight: 9 }), parts, at(10))).toMatchObject({ includedHeight: 9, inputs: [] })
    expect(assessPayment(detected({ includedHeight: 9 }), parts, at(11)).inputs).toEqual(['confirm'])
  })

  test('ignores surplus deposits: the deepest deposits complete it', () => {
    const enough = included('a', 100_000n, { height: 5, arrivedAt: minute(2) })
    const more = seen('b', 500_000n, { arrivedAt: minute(1) })
    expect(assessPayment(detected({ includedHeight: 5 }), [more, enough], at(7))).toEqual({
      receivedUnits: 100_000n,
      exceptions: [],
      txId: 'a',
      includedHeight: 5,
      inputs: ['confirm'],
    })
    const younger = included('b', 500_000n, { height: 7, arrivedAt: minute(1) })
    expect(assessPayment(detected({ includedHeight: 5 }), [younger, enough], at(7)).inputs).toEqual(['confirm'])
  })

  test('returns to pending with a replaced flag when its deposit is replaced within the window', () => {
    expect(assessPayment(detected(), [gone('a', 100_000n, { replaced: true })], at(10))).toEqual({
      receivedUnits: 0n,
      exceptions: ['replaced'],
      txId: null,
      includedHeight: null,
      inputs: ['vanish'],
    })
  })

  test('returns to pending when its block is orphaned within the window and the deposit vanishes', () => {
    const orphaned = gone('a', 100_000n, { reorged: true })
    expect(assessPayment(detected({ includedHeight: 10 }), [orphaned], at(10))).toMatchObject({
      exceptions: ['reorged'],
      includedHeight: null,
      inputs: ['vanish'],
    })
  })

  test('returns to pending when one of two parts vanishes and the rest is too little', () => {
    const left = included('a', 50_000n, { height: 5 })
    expect(assessPayment(detected(), [left, gone('b', 50_000n, { replaced: true })], at(9))).toMatchObject({
      receivedUnits: 50_000n,
      exceptions: ['underpaid', 'replaced'],
      inputs: ['vanish'],
    })
  })

  test('stays detected when a replacement pays as much', () => {
    const both = [gone('a', 100_000n, { replaced: true }), seen('b', 100_000n)]
    expect(assessPayment(detected(), both, at(10))).toMatchObject({ exceptions: ['replaced'], txId: 'b', inputs: [] })
  })

  test('loses its block in a reorg and takes the include input again in the next one', () => {
    const back = seen('a', 100_000n, { reorged: true })
    const afterwards = assessPayment(detected({ includedHeight: 10 }), [back], at(10))
    expect(afterwards).toMatchObject({ exceptions: ['reorged'], includedHeight: null, inputs: [] })
    const again = included('a', 100_000n, { height: 11, reorged: true })
    expect(assessPayment(detected({ includedHeight: null, exceptions: ['reorged'] }), [again], at(11)).inputs).toEqual(['include'])
  })

  test('waits after the window until its vanished deposit is proven dead', () => {
    expect(assessPayment(detected(), [gone('a', 100_000n, { replaced: true })], at(10, 15)).inputs).toEqual([])
    expect(assessPayment(detected(), [gone('a', 100_000n, { replaced: true, dead: true })], at(10, 15)).inputs).toEqual(['die'])
    expect(assessPayment(detected(), [gone('a', 100_000n, { replaced: true, dead: true })], at(10, 14)).inputs).toEqual(['vanish'])
  })

  test('waits while a sufficient deposit may still reappear', () => {
    const parts = [gone('a', 100_000n, { dead: true }), gone('b', 100_000n)]
    expect(assessPayment(detected(), parts, at(10, 20)).inputs).toEqual([])
  })

  test('returns to pending, to expire as underpaid, when a needed part is dead and another part is present', () => {
    const parts = [included('a', 50_000n, { height: 5 }), gone('b', 50_000n, { replaced: true, dead: true })]
    expect(assessPayment(detected(), parts, at(9, 20))).toMatchObject({ receivedUnits: 50_000n, inputs: ['vanish'] })
  })

  test('returns to pending when the deposits that may reappear are too little', () => {
    const parts = [gone('a', 90_000n, { dead: true }), gone('b', 10_000n)]
    expect(assessPayment(detected(), parts, at(9, 20)).inputs).toEqual(['vanish'])
  })

  test('resumes when a dead deposit is mined after all', () => {
    expect(assessPayment(detected(), [included('a', 100_000n, { height: 9, dead: true })], at(9, 20)).inputs).toEqual(['include'])
  })

  test('accepts late money only at a good rate, and waits for the rate verdict', () => {
    const parts = [gone('a', 100_000n, { replaced: true, dead: true }), included('b', 100_000n, { height: 9, arrivedAt: minute(20) })]
    const judged = (terms: Partial<AssessedPayment>) => assessPayment(detected(terms), parts, at(11, 21))
    expect(judged({})).toMatchObject({ exceptions: ['late', 'replaced'], inputs: [] })
    expect(judged({ lateVerdict: 'good' }).inputs).toEqual(['include', 'confirm'])
    expect(judged({ lateVerdict: 'poor' }).inputs).toEqual(['vanish'])
  })
})

describe('a payment past detection', () => {
  test.each(['confirmed', 'forwarding', 'forwarded', 'failed'] as const)(
    'takes no input from the chain in state %s; it only accumulates the amount and flags',
    (state) => {
      const deposits = [included('a', 100_000n, { height: 5 }), included('b', 7n, { height: 20, arrivedAt: minute(30) })]
      expect(assessPayment(payment({ state, includedHeight: 5 }), deposits, at(20, 31))).toMatchObject({
        receivedUnits: 100_007n,
        exceptions: ['overpaid', 'late', 'multiple'],
        inputs: [],
      })
    },
  )

  test('counts only mined deposits, not those in the mempool or returned to it by a reorg', () => {
    const deposits = [included('a', 100_000n, { height: 5 }), seen('b', 7n), seen('c', 9n, { reorged: true })]
    expect(assessPayment(payment({ state: 'forwarded' }), deposits, at(20, 31)).receivedUnits).toBe(100_000n)
    expect(assessPayment(detected({ confirmationsRequired: 1 }), deposits, at(20))).toMatchObject({
      receivedUnits: 100_000n,
      inputs: ['include', 'confirm'],
    })
  })

  test('keeps its status when its deposit is orphaned', () => {
    const orphaned = gone('a', 100_000n, { reorged: true, dead: true })
    expect(assessPayment(payment({ state: 'confirmed' }), [orphaned], at(20, 31))).toMatchObject({
      receivedUnits: 0n,
      exceptions: ['reorged'],
      inputs: [],
    })
  })

  test('becomes underpaid when a part is orphaned, because flags do not depend on the status', () => {
    const parts = [included('a', 50_000n, { height: 5 }), gone('b', 50_000n, { reorged: true })]
    expect(assessPayment(payment({ state: 'forwarded' }), parts, at(20)).exceptions).toEqual(['underpaid', 'multiple', 'reorged'])
  })
})

describe('exceptions', () => {
  test('set overpaid above one quoted unit of surplus and clear it with the deposit', () => {
    const excess = (units: bigint) => assessPayment(payment(), [seen('a', units)], at(10)).exceptions
    expect([100_000n, 100_001n, 100_002n].map(excess)).toEqual([[], [], ['overpaid']])
    const ether = payment({ asset: 'ETH', dueUnits: 10n ** 18n, toleranceUnits: 10n ** 10n })
    const ofEther = (units: bigint) => assessPayment(ether, [seen('a', units, { asset: 'ETH' })], at(10)).exceptions
    expect([10n ** 18n + 10n ** 10n, 10n ** 18n + 10n ** 10n + 1n].map(ofEther)).toEqual([[], ['overpaid']])
    const orphaned = [included('a', 100_000n, { height: 5 }), gone('b', 50_000n, { reorged: true })]
    expect(assessPayment(payment({ exceptions: ['overpaid', 'multiple'] }), orphaned, at(10)).exceptions).toEqual(['multiple', 'reorged'])
  })

  test('keep late, wrong_asset, replaced and reorged for ever and recompute the others', () => {
    expect(assessPayment(payment({ exceptions: allExceptions }), [seen('a', 100_000n)], at(10)).exceptions).toEqual([
      'late',
      'wrong_asset',
      'replaced',
      'reorged',
    ])
  })

  test('keep multiple for deposits that were mined, and clear it with one that never was', () => {
    const first = included('a', 100_000n, { height: 5 })
    const flagged = payment({ exceptions: ['multiple'] })
    expect(assessPayment(flagged, [first, gone('b', 7n, { reorged: true })], at(10)).exceptions).toContain('multiple')
    expect(assessPayment(flagged, [first, gone('b', 7n, { replaced: true })], at(10)).exceptions).toEqual(['replaced'])
  })

  test('omit multiple for one deposit beside one of a wrong asset', () => {
    const deposits = [seen('a', 100_000n), seen('b', 5n, { asset: null })]
    expect(assessPayment(payment(), deposits, at(10)).exceptions).toEqual(['wrong_asset'])
  })
})

describe('shown confirmations', () => {
  test("count the deposit's own block, stop at the required number and are zero before a block", () => {
    const policy = policyOf(payment())
    expect([9, 10, 11, 12, 50].map((head) => shownConfirmations(policy, 10, at(head)))).toEqual([0, 1, 2, 3, 3])
    expect(shownConfirmations(policy, null, at(50))).toBe(0)
  })

  test('stay one short until the finalized block includes the deposit', () => {
    const policy = { confirmations: 12, finality: true }
    expect([9, 10].map((finalized) => shownConfirmations(policy, 10, at(40, 5, finalized)))).toEqual([11, 12])
    expect(shownConfirmations(policy, 10, at(12, 5, 9))).toBe(3)
  })

  test('change from 0 of 1 to 1 of 1 on a chain with only final blocks', () => {
    const policy = { confirmations: 1, finality: true }
    expect([9, 10].map((finalized) => shownConfirmations(policy, 10, at(40, 5, finalized)))).toEqual([0, 1])
  })

  test('reach the required number exactly when the payment is confirmed', () => {
    expect([11, 12].map((head) => hasRequiredConfirmations(payment(), 10, at(head)))).toEqual([false, true])
  })
})
