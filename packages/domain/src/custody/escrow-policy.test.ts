import { describe, expect, test } from 'vitest'
import type { Commit } from './intent.ts'
import type { OutcomeFacts, PayoutFacts, PinFacts } from './policy-facts.ts'
import { judgePayout } from './policy.ts'
import { purposes, rowOfTerms, type TermsSubject } from './purposes.ts'

const conditions = { amountUnits: '100000', tokenHash: 'aa', expiresAt: '2026-11-01T00:00:00.000Z' }

const contract = {
  id: '0x01',
  depositor: 'depositor',
  beneficiary: 'beneficiary',
  token: '0x00',
  amount: '100000',
  feeReceiver: 'platform',
  feeBps: 100,
  decider: 'decider',
  releaseHash: '0x02',
  deadline: 1_800_000_000,
  chainId: 1,
}

const everybody = [
  { role: 'beneficiary', address: 'beneficiary address' },
  { role: 'platform', address: 'platform address' },
  { role: 'depositor', address: 'depositor address' },
] as const

const commitOf = (
  subject: TermsSubject,
  { recipients, hasContract }: { recipients: Commit['recipients']; hasContract: boolean },
): Commit => ({
  id: 'commit-1',
  subject,
  subjectId: 'escrow-1',
  chain: 'BTC',
  asset: 'BTC',
  address: 'deposit address',
  source: { kind: 'pool', generation: 0, idx: 7 },
  recipients,
  feeBps: rowOfTerms(subject).payees.length > 1 ? 100 : 0,
  conditions: hasContract ? { ...conditions, contract } : conditions,
})

interface Told {
  readonly units?: bigint
  readonly feeUnits?: bigint
  readonly excessUnits?: bigint
  readonly hasContract?: boolean
  readonly outcome?: Partial<OutcomeFacts>
  readonly subject?: TermsSubject
  readonly recipients?: Commit['recipients']
  readonly back?: PinFacts['back']
  readonly pausedBy?: string
  readonly state?: PayoutFacts['intent']['state']
}

const provenOf = (purpose: string): OutcomeFacts => ({
  recorded: purpose === 'escrow_release' ? 'release' : 'refund',
  proof: 'valid',
  onChain: undefined,
  isOver: false,
  isLapsed: false,
  heldUnits: 0n,
  isReleasePlanned: true,
})

type Purpose = 'escrow_release' | 'escrow_refund' | 'escrow_excess'
const waiting = { state: 'planned', pausedBy: undefined } as const
const feeOf = (purpose: Purpose): bigint => (purpose === 'escrow_release' ? 1_000n : 0n)

/** A void payout has no deposits. */
const sourceOf = (state: PayoutFacts['intent']['state'], units: bigint): PayoutFacts['source'] =>
  state === 'void' ? { attachedUnits: 0n, confirmedUnits: 0n, foreign: 0 } : { attachedUnits: units, confirmedUnits: units, foreign: 0 }

/** What the policy says of a payout of an escrow, which no other rule objects to. */
function judge(purpose: Purpose, told: Told = {}): string {
  const { subject = purposes[purpose].termsOf, recipients = everybody, back, hasContract = false } = told
  const { units = 100_000n, feeUnits = feeOf(purpose), excessUnits = 0n, outcome } = told
  const { state, pausedBy } = { ...waiting, ...told }
  const facts: PayoutFacts = {
    intent: { purpose, ref: 'escrow-1', chain: 'BTC', asset: 'BTC', units, excessUnits, feeUnits, businessId: 'shop', mode: 'live', state },
    pin: { state: 'valid', commit: commitOf(subject, { recipients, hasContract }), businessId: 'shop', mode: 'live', back },
    source: sourceOf(state, units),
    pausedBy,
    blockSpace: { isAboveCap: false, reason: 'fee_rate_above_cap' },
    round: undefined,
    network: { served: 'mainnet', sealed: 'mainnet' },
    velocity: { usdCents: 1n, hourCents: 0n, dayCents: 0n, bestHourCents: 0n, floors: { hourCents: 100n, dayCents: 100n } },
    approvals: 0,
    outcome: { ...provenOf(purpose), heldUnits: units, ...outcome },
  }
  const verdict = judgePayout(facts)
  return verdict.outcome === 'allow' ? 'allow' : `${verdict.outcome} ${verdict.reason}`
}

describe('the outcome of an escrow', () => {
  test('a proven one is paid', () => {
    expect([judge('escrow_release'), judge('escrow_refund')]).toEqual(['allow', 'allow'])
  })

  test.each<[string, Told, string]>([
    ['is recorded by nobody', { outcome: { recorded: undefined, proof: 'missing' } }, 'deny outcome_is_not_proven'],
    ['is the other one', { outcome: { recorded: 'refund' } }, 'deny outcome_is_not_proven'],
    ['has no proof', { outcome: { proof: 'missing' } }, 'deny outcome_is_not_proven'],
    ['is not due yet', { outcome: { proof: 'early' } }, 'hold outcome_is_not_due'],
  ])('a release is not signed when its outcome %s', (_what, told, verdict) => {
    expect(judge('escrow_release', told)).toBe(verdict)
  })

  test.each<[string, Told]>([
    ['less than the amount', { units: 99_999n, feeUnits: 999n }],
    ['a fee of the excess', { units: 150_000n, feeUnits: 1_500n, excessUnits: 50_000n }],
    ['an excess that belongs to the beneficiary', { excessUnits: 1n }],
    ['an excess kept for the beneficiary', { units: 150_000n, excessUnits: 0n }],
    ['no fee', { feeUnits: 0n }],
  ])('a release with %s is not the committed one', (_what, told) => {
    expect(judge('escrow_release', told)).toBe('deny intent_differs_from_commit')
  })

  test('a release returns the excess, and takes its fee of the amount alone', () => {
    expect(judge('escrow_release', { units: 150_000n, excessUnits: 50_000n })).toBe('allow')
  })

  test('a release whose terms name no depositor pays the amount, and nothing above it to anybody', () => {
    const recipients = everybody.slice(0, 2)
    expect(judge('escrow_release', { recipients })).toBe('allow')
    expect(judge('escrow_release', { recipients, units: 150_000n, excessUnits: 50_000n })).toBe('deny intent_differs_from_commit')
    expect(judge('escrow_release', { recipients, units: 150_000n, feeUnits: 1_500n })).toBe('deny intent_differs_from_commit')
  })

  test('a release by terms whose depositor was named later is paid after their hold', () => {
    const named = { subject: 'escrow_overpaid', units: 150_000n, excessUnits: 50_000n } as const
    expect(judge('escrow_release', { ...named, back: { isUsable: false, isWithdrawn: false } })).toBe('hold not_usable_yet')
    expect(judge('escrow_release', { ...named, back: { isUsable: true, isWithdrawn: false } })).toBe('allow')
    expect(judge('escrow_refund', { ...named, feeUnits: 1_000n })).toBe('deny intent_differs_from_commit')
  })

  test('a refund with a fee is not the committed one', () => {
    expect(judge('escrow_refund', { feeUnits: 1n })).toBe('deny intent_differs_from_commit')
  })
})

describe('an outcome that its contract contradicts', () => {
  const contradicted = { hasContract: true, outcome: { onChain: 'release' } } as const

  test.each(['planned', 'held'] as const)('its %s payout waits with the reason', (state) => {
    expect(judge('escrow_refund', { ...contradicted, state })).toBe('hold contract_decided_otherwise')
  })

  test.each(['signed', 'broadcast', 'void'] as const)(
    'the transaction of its %s payout may be replaced: later ones wait for its nonce',
    (state) => {
      expect(judge('escrow_refund', { ...contradicted, state })).toBe('allow')
    },
  )

  test('a void payout is replaced within the caps and pauses like any other', () => {
    expect(judge('escrow_refund', { ...contradicted, state: 'void', pausedBy: 'asset:BTC' })).toBe('hold paused:asset:BTC')
  })
})

describe('a return beside an outcome', () => {
  const open = { recorded: undefined, proof: 'missing' } as const

  test('a return is paid with a proven outcome, whichever it is', () => {
    expect(judge('escrow_excess', { outcome: { recorded: 'release' } })).toBe('allow')
    expect(judge('escrow_excess', { outcome: { recorded: 'release', proof: 'missing' } })).toBe('deny outcome_is_not_proven')
    expect(judge('escrow_excess', { outcome: { recorded: 'release', isReleasePlanned: false } })).toBe('hold outcome_is_not_due')
  })

  test('a contract returns the excess once it has recorded an outcome, whatever the rows say', () => {
    expect(judge('escrow_excess', { hasContract: true, outcome: { onChain: 'refund', proof: 'missing' } })).toBe('allow')
    expect(judge('escrow_excess', { hasContract: true, outcome: { ...open, onChain: 'refund' } })).toBe('allow')
    expect(judge('escrow_excess', { hasContract: true })).toBe('hold outcome_is_not_due')
    expect(judge('escrow_excess', { outcome: { onChain: 'refund', proof: 'missing' } })).toBe('deny outcome_is_not_proven')
    expect(judge('escrow_release', { hasContract: true, outcome: { proof: 'missing' } })).toBe('deny outcome_is_not_proven')
    expect(judge('escrow_release', { hasContract: true, outcome: { proof: 'recorded' } })).toBe('allow')
  })

  test('without an outcome only a part of the amount goes back after the escrow is over, and anything after its grace', () => {
    expect(judge('escrow_excess', { units: 99_999n, outcome: { ...open, isOver: true } })).toBe('allow')
    expect(judge('escrow_excess', { units: 60_000n, outcome: { ...open, isOver: true, heldUnits: 100_000n } })).toBe(
      'hold outcome_is_not_due',
    )
    expect(judge('escrow_excess', { units: 99_999n, outcome: open })).toBe('hold outcome_is_not_due')
    expect(judge('escrow_excess', { units: 100_000n, outcome: { ...open, isOver: true } })).toBe('hold outcome_is_not_due')
    expect(judge('escrow_excess', { units: 100_000n, outcome: { ...open, isOver: true, isLapsed: true } })).toBe('allow')
  })
})
