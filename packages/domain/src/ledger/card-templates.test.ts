import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CardHolding,
  cardCostPaid,
  cardDisputeReinstated,
  cardDisputeWithdrawn,
  cardEscrowFunded,
  cardFeeEarned,
  cardFeeReturned,
  cardRefunded,
  cardRefundFailed,
  cardReleased,
  cardTransferReversed,
  cardUnmatched,
} from './card-templates.ts'
import { accountBounds, type LedgerTransfer } from './entry.ts'

const shop: CardHolding = { currency: 'EUR', mode: 'live', businessId: 'shop' }
const lines = ({ entries }: LedgerTransfer): string[] => entries.map(({ code, owner, units }) => `${code} ${owner} ${units}`)
const held = { isReleased: false, feeFallMinor: 0n }

/** Balances after each transfer; throws where one leaves the bounds of its account or does not add up. */
function balancesAfter(transfers: readonly LedgerTransfer[]): Record<string, bigint> {
  const balances: Record<string, bigint> = {}
  for (const { entries } of transfers) {
    expect(entries.reduce((sum, { units }) => sum + units, 0n)).toBe(0n)
    for (const { code, units } of entries) {
      const balance = (balances[code] = (balances[code] ?? 0n) + units)
      const { floor, ceiling } = accountBounds[code]
      if ((floor !== null && balance < floor) || (ceiling !== null && balance > ceiling)) throw new Error(`${code} is ${balance}`)
    }
  }
  return Object.fromEntries(Object.entries(balances).filter(([, balance]) => balance !== 0n))
}

describe('ledger transfers of cards', () => {
  test('L10: a direct charge books the fee alone, and a refund its share', () => {
    const earned = cardFeeEarned(shop, { id: 'ch_1', feeMinor: 100n })
    expect(earned).toMatchObject({ kind: 'card_charge', ref: 'ch_1', asset: 'EUR', mode: 'live', chain: null, reverses: null })
    expect(lines(earned)).toEqual(['card:clearing platform -100', 'platform:fee platform 100'])
    expect(lines(cardFeeReturned(shop, { id: 'r1', feeMinor: 34n }))).toEqual(['card:clearing platform 34', 'platform:fee platform -34'])
  })

  test('L11: an escrow owes the whole charge, and the processor’s cost is the platform’s', () => {
    expect(lines(cardEscrowFunded(shop, { id: 'ch_1', amountMinor: 10_000n }))).toEqual([
      'card:clearing platform -10000',
      'escrow:held shop 10000',
    ])
    expect(lines(cardCostPaid(shop, { id: 'txn_1', costMinor: 320n }))).toEqual([
      'card:clearing platform 320',
      'platform:cost platform -320',
    ])
  })

  test('L12: a release divides what is held among the merchant and the platform', () => {
    expect(lines(cardReleased(shop, { id: 'e1', transferMinor: 9_900n, feeMinor: 100n }))).toEqual([
      'escrow:held shop -10000',
      'platform:fee platform 100',
      'card:clearing platform 9900',
    ])
  })

  test('L13: a refund takes what is held, and after the release becomes a debt less the fallen fee', () => {
    const refund = { id: 'r1', amountMinor: 1_000n }
    expect(lines(cardRefunded(shop, { ...refund, ...held }))).toEqual(['escrow:held shop -1000', 'card:clearing platform 1000'])
    expect(lines(cardRefunded(shop, { ...refund, isReleased: true, feeFallMinor: 10n }))).toEqual([
      'merchant:receivable shop -990',
      'platform:fee platform -10',
      'card:clearing platform 1000',
    ])
    expect(lines(cardTransferReversed(shop, { id: 'trr_1', amountMinor: 990n }))).toEqual([
      'card:clearing platform -990',
      'merchant:receivable shop 990',
    ])
  })

  test('a failed refund and a reinstated dispute take back exactly what they had moved', () => {
    const moved = { id: 'r1', amountMinor: 1_000n, isReleased: true, feeFallMinor: 10n }
    const funded = cardEscrowFunded(shop, { id: 'ch_1', amountMinor: 1_000n })
    const released = cardReleased(shop, { id: 'e1', transferMinor: 990n, feeMinor: 10n })
    const before = balancesAfter([funded, released])
    expect(balancesAfter([funded, released, cardRefunded(shop, moved), cardRefundFailed(shop, moved)])).toEqual(before)
    expect(balancesAfter([funded, released, cardDisputeWithdrawn(shop, moved), cardDisputeReinstated(shop, moved)])).toEqual(before)
  })

  test('L15: a charge of another amount waits for a decision', () => {
    expect(lines(cardUnmatched(shop, { id: 'ch_1', amountMinor: 7n }))).toEqual(['card:clearing platform -7', 'suspense:unknown shop 7'])
  })

  test('L11 to L13 leave the platform its fee and the shortfall as a debt, for any amounts', () => {
    const drawn = fc.record({
      captured: fc.bigInt(1n, 99_999_999n),
      bps: fc.integer({ min: 0, max: 1_000 }),
      percents: fc.tuple(...Array.from({ length: 3 }, () => fc.integer({ min: 0, max: 100 }))),
    })
    fc.assert(
      fc.property(drawn, ({ captured, bps, percents: [before = 0, after = 0, recovered = 0] }) => {
        const feeOf = (base: bigint): bigint => (base * BigInt(bps)) / 10_000n
        const early = (captured * BigInt(before)) / 100n
        const left = captured - early
        const late = (left * BigInt(after)) / 100n
        const fall = feeOf(left) - feeOf(left - late)
        const reversed = ((late - fall) * BigInt(recovered)) / 100n
        const balances = balancesAfter([
          cardEscrowFunded(shop, { id: 'ch_1', amountMinor: captured }),
          cardRefunded(shop, { id: 'r1', amountMinor: early, ...held }),
          cardReleased(shop, { id: 'e1', transferMinor: left - feeOf(left), feeMinor: feeOf(left) }),
          cardRefunded(shop, { id: 'r2', amountMinor: late, isReleased: true, feeFallMinor: fall }),
          cardTransferReversed(shop, { id: 'trr_1', amountMinor: reversed }),
        ])
        const [fee, shortfall] = [feeOf(left - late), late - fall - reversed]
        expect({ 'platform:fee': 0n, 'merchant:receivable': 0n, 'card:clearing': 0n, ...balances }).toEqual({
          'platform:fee': fee,
          'merchant:receivable': -shortfall,
          'card:clearing': shortfall - fee,
        })
      }),
    )
  })
})
