import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ContractTerms } from '../escrows/contract.ts'
import { commitText, isPinnedWallet, walletText, type PinnedWallet } from './pin.ts'

const day = (n: number) => new Date(Date.UTC(2026, 9, n))
const HOUR_MS = 60 * 60 * 1_000
const wallet = (address: string | null, pinnedAt: Date, asset: PinnedWallet['asset'] = 'ETH'): PinnedWallet => ({
  asset,
  address,
  pinnedAt,
})
const pays = (
  wallets: readonly PinnedWallet[],
  address: string,
  asked: { now?: Date; asset?: PinnedWallet['asset']; delayMs?: number } = {},
) => isPinnedWallet(wallets, { asset: 'ETH', chain: 'ETH', address, now: day(5), delayMs: 0, ...asked })

describe('isPinnedWallet', () => {
  test('accepts the wallet in force, and its predecessor for one more day', () => {
    const history = [wallet('a', day(1)), wallet('b', day(4))]
    expect(pays(history, 'b')).toBe(true)
    expect(pays(history, 'a', { now: new Date(day(4).getTime() + 24 * HOUR_MS - 1) })).toBe(true)
    expect(pays(history, 'a', { now: new Date(day(4).getTime() + 24 * HOUR_MS) })).toBe(false)
    expect(pays(history, 'c')).toBe(false)
    expect(pays([], 'a')).toBe(false)
  })

  test('accepts the wallet of the chain’s coin for a token without its own wallet', () => {
    expect(pays([wallet('a', day(1))], 'a', { asset: 'USDC_ETH' })).toBe(true)
    expect(pays([wallet('a', day(1), 'BTC')], 'a', { asset: 'USDC_ETH' })).toBe(false)
  })

  test('rejects a wallet removed more than a day ago', () => {
    expect(pays([wallet('a', day(1)), wallet(null, day(3))], 'a')).toBe(false)
  })
})

describe('isPinnedWallet with a two-day wallet delay', () => {
  const delayMs = 48 * HOUR_MS
  const at = (now: Date, asset: PinnedWallet['asset'] = 'ETH') => ({ now, asset, delayMs })
  const after = (date: Date, hours: number) => new Date(date.getTime() + hours * HOUR_MS)

  test('accepts the old wallet until the delay ends and one more day, and the new one from then on, at most an hour early', () => {
    const history = [wallet('a', day(1)), wallet('b', day(4))]
    expect(pays(history, 'a', at(day(1)))).toBe(true)
    expect([46, 47, 48].map((hours) => pays(history, 'b', at(after(day(4), hours))))).toEqual([false, true, true])
    expect([47, 70, 71].map((hours) => pays(history, 'a', at(after(day(4), hours))))).toEqual([true, true, false])
  })

  test('keeps the old wallet and never accepts the foreign one when the change is reverted in time', () => {
    const history = [wallet('a', day(1)), wallet('foreign', day(4)), wallet('a', day(5))]
    for (const now of [day(4), day(5), day(6), day(8), day(20)])
      expect([pays(history, 'a', at(now)), pays(history, 'foreign', at(now))]).toEqual([true, false])
  })

  test('accepts a first wallet at once, and a token’s own wallet only after the delay when the chain had one before', () => {
    const together = [wallet('a', day(4)), wallet('t', day(4), 'USDC_ETH')]
    expect(pays(together, 't', at(day(4), 'USDC_ETH'))).toBe(true)
    const added = [wallet('a', day(1)), wallet('t', day(4), 'USDC_ETH')]
    expect([pays(added, 't', at(day(5), 'USDC_ETH')), pays(added, 't', at(day(6), 'USDC_ETH'))]).toEqual([false, true])
    expect(pays(added, 'a', at(day(5), 'USDC_ETH'))).toBe(true)
  })

  test('accepts at once a wallet named after the last one was removed', () => {
    const history = [wallet('a', day(1)), wallet(null, day(4)), wallet('b', day(7))]
    expect([pays(history, 'b', at(day(7))), pays(history, 'a', at(day(7)))]).toEqual([true, false])
  })
})

/** A statement of which every member is drawn. */
const statement = fc.record({
  deploymentId: fc.string(),
  network: fc.string(),
  businessId: fc.string(),
  mode: fc.constantFrom('live' as const, 'test' as const),
  usdRate: fc.string(),
  pinnedAt: fc.constant(day(1)),
  commit: fc.record({
    id: fc.string(),
    subject: fc.constant('payment' as const),
    subjectId: fc.string(),
    chain: fc.constantFrom('BTC' as const, 'ETH' as const),
    asset: fc.constantFrom('BTC' as const, 'ETH' as const, 'USDC_ETH' as const),
    address: fc.string(),
    source: fc.oneof(
      fc.record({ kind: fc.constant('pool' as const), generation: fc.nat(9), idx: fc.nat(9) }),
      fc.record({ kind: fc.constant('create2' as const), factory: fc.string(), initHash: fc.string(), salt: fc.string() }),
    ),
    recipients: fc.array(fc.record({ role: fc.constantFrom('merchant' as const, 'platform' as const), address: fc.string() }), {
      maxLength: 3,
    }),
    feeBps: fc.nat(1_000),
  }),
})

const word = fc.string({ maxLength: 3 })
const contract: fc.Arbitrary<ContractTerms> = fc.record({
  id: word,
  depositor: word,
  beneficiary: word,
  token: word,
  amount: word,
  feeReceiver: word,
  feeBps: fc.nat(1_000),
  decider: word,
  releaseHash: word,
  deadline: fc.nat(),
  chainId: fc.nat(),
})

describe('commitText', () => {
  test('gives equal texts only for equal statements', () => {
    fc.assert(
      fc.property(statement, statement, (a, b) => {
        expect(commitText(a)).toBe(commitText({ ...a, commit: { ...a.commit } }))
        expect(commitText(a) === commitText(b)).toBe(JSON.stringify(a) === JSON.stringify(b))
      }),
    )
  })

  test('gives different texts for statements that differ in one member', () => {
    fc.assert(
      fc.property(statement, (a) => {
        const { commit } = a
        const changed = [
          { ...a, businessId: `${a.businessId}x` },
          { ...a, network: `${a.network}x` },
          { ...a, usdRate: `${a.usdRate}0` },
          { ...a, commit: { ...commit, id: `${commit.id}x` } },
          { ...a, commit: { ...commit, subjectId: `${commit.subjectId}x` } },
          { ...a, commit: { ...commit, address: `${commit.address}x` } },
          { ...a, commit: { ...commit, feeBps: commit.feeBps + 1 } },
          { ...a, commit: { ...commit, recipients: [...commit.recipients, { role: 'merchant' as const, address: '' }] } },
        ]
        expect(new Set([a, ...changed].map(commitText)).size).toBe(changed.length + 1)
      }),
    )
  })

  test('includes every term of a contract', () => {
    fc.assert(
      fc.property(statement, contract, (a, terms) => {
        const conditions = { amountUnits: '1', tokenHash: 'aa', expiresAt: '' }
        const of = (held: ContractTerms) => commitText({ ...a, commit: { ...a.commit, conditions: { ...conditions, contract: held } } })
        const changed = Object.keys(terms).map((name) => of({ ...terms, [name]: 'other' }))
        const bare = commitText({ ...a, commit: { ...a.commit, conditions } })
        expect(new Set([of(terms), bare, ...changed]).size).toBe(changed.length + 2)
      }),
    )
  })

  test('includes the pin time for a refund only, so that its hold cannot be shortened', () => {
    fc.assert(
      fc.property(statement, (a) => {
        const back = { ...a, commit: { ...a.commit, subject: 'refund' as const } }
        expect(commitText({ ...back, pinnedAt: day(2) })).not.toBe(commitText(back))
        expect(commitText({ ...a, pinnedAt: day(2) })).toBe(commitText(a))
        expect(commitText(back)).not.toBe(commitText(a))
      }),
    )
  })

  test('never equals the text of a statement about a wallet', () => {
    fc.assert(
      fc.property(statement, (a) => {
        const { deploymentId, network, businessId, mode, commit } = a
        const seen = { position: '1', chain: commit.chain, asset: commit.asset, address: commit.address, pinnedAt: day(1) }
        expect(walletText({ deploymentId, network, businessId, mode, ...seen })).not.toBe(commitText(a))
      }),
    )
  })
})
