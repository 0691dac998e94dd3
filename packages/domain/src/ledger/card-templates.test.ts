import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CardHolding,
  cardCostPaid,
  cardEscrowFunded,
  cardFeeEarned,
  cardFeeReturned,
  cardMoved,
  cardReleased,
  cardUnmatched,
  cardUnmatchedMoved,
} from './card-templates.ts'
import { type EscrowSums, escrowPosition } from './card-position.ts'
import { accountBounds, type LedgerTransfer } from './entry.ts'

const shop: CardHolding = { currency: 'EUR', mode: 'live', businessId: 'shop' }
const lines = ({ entries }: LedgerTransfer): string[] => entries.map(({ code, owner, units }) => `${code} ${owner} ${units}`)

const funded: EscrowSums = { capturedMinor: 10_000n, feeBps: 100, goneMinor: 0n, transfer: null }
const released: EscrowSums = { ...funded, transfer: { transferredMinor: 9_900n, reversedMinor: 0n } }

/** Books the way from one position of an escrow to another. */
const moved = (from: EscrowSums, to: EscrowSums): LedgerTransfer =>
  cardMoved(shop, { kind: 'card_dispute', ref: 'txn_1', before: escrowPosition(from), after: escrowPosition(to) })

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

  test('L13: what leaves is taken from what is held, and the merchant owes what was not there any more', () => {
    expect(lines(moved(funded, { ...funded, goneMinor: 1_000n }))).toEqual(['escrow:held shop -1000', 'card:clearing platform 1000'])
    expect(lines(moved({ ...funded, goneMinor: 9_000n }, { ...funded, goneMinor: 12_000n }))).toEqual([
      'escrow:held shop -1000',
      'merchant:receivable shop -2000',
      'card:clearing platform 3000',
    ])
  })

  test('L13: after the release it becomes a debt less the fallen fee, which a reversal pays', () => {
    const gone = { ...released, goneMinor: 1_000n }
    expect(lines(moved(released, gone))).toEqual([
      'merchant:receivable shop -990',
      'platform:fee platform -10',
      'card:clearing platform 1000',
    ])
    const reversed = { ...gone, transfer: { transferredMinor: 9_900n, reversedMinor: 990n } }
    expect(lines(moved(gone, reversed))).toEqual(['merchant:receivable shop 990', 'card:clearing platform -990'])
  })

  test('L13: what comes back after its reversal is owed to the merchant', () => {
    const reversed = { ...released, transfer: { transferredMinor: 9_900n, reversedMinor: 990n } }
    expect(lines(moved({ ...reversed, goneMinor: 1_000n }, reversed))).toEqual([
      'merchant:payable shop 990',
      'platform:fee platform 10',
      'card:clearing platform -1000',
    ])
  })

  test('L15: a charge of another amount waits for a decision', () => {
    expect(lines(cardUnmatched(shop, { id: 'ch_1', amountMinor: 7n }))).toEqual(['card:clearing platform -7', 'suspense:unknown shop 7'])
    const back = cardUnmatchedMoved(shop, { kind: 'card_refund', ref: 're_1', goneMinor: 7n })
    expect(lines(back)).toEqual(['card:clearing platform 7', 'suspense:unknown shop -7'])
  })

  test('L11 to L13 keep every account within its bounds, and end where the sums say, whatever leaves and comes back', () => {
    const drawn = fc.record({
      captured: fc.bigInt(1n, 99_999_999n),
      bps: fc.integer({ min: 0, max: 1_000 }),
      early: fc.array(fc.integer({ min: -100, max: 100 }), { maxLength: 5 }),
      late: fc.array(fc.tuple(fc.integer({ min: -100, max: 100 }), fc.integer({ min: 0, max: 100 })), { maxLength: 5 }),
    })
    fc.assert(
      fc.property(drawn, ({ captured, bps, early, late }) => {
        const book = [cardEscrowFunded(shop, { id: 'ch_1', amountMinor: captured })]
        let sums: EscrowSums = { capturedMinor: captured, feeBps: bps, goneMinor: 0n, transfer: null }
        const move = (to: EscrowSums): void => {
          book.push(moved(sums, to))
          sums = to
        }
        const goneAfter = (percent: number): bigint => {
          const gone = sums.goneMinor + (captured * BigInt(percent)) / 100n
          return gone > 0n ? gone : 0n
        }
        for (const percent of early) move({ ...sums, goneMinor: goneAfter(percent) })
        const { heldMinor } = escrowPosition(sums)
        const feeMinor = (heldMinor * BigInt(bps)) / 10_000n
        const transferredMinor = heldMinor - feeMinor
        if (heldMinor > 0n) {
          book.push(cardReleased(shop, { id: 'e1', transferMinor: transferredMinor, feeMinor }))
          sums = { ...sums, transfer: { transferredMinor, reversedMinor: 0n } }
          for (const [percent, share] of late) {
            move({ ...sums, goneMinor: goneAfter(percent) })
            move({ ...sums, transfer: { transferredMinor, reversedMinor: (transferredMinor * BigInt(share)) / 100n } })
          }
        }
        const end = escrowPosition(sums)
        const balances: Record<string, bigint> = balancesAfter(book)
        const of = (code: string): bigint => balances[code] ?? 0n
        expect([of('escrow:held'), of('platform:fee'), of('merchant:payable') + of('merchant:receivable')]).toEqual([
          end.heldMinor,
          end.feeMinor,
          end.owedMinor,
        ])
        expect(of('merchant:payable') * of('merchant:receivable')).toBe(0n)
      }),
    )
  })
})
