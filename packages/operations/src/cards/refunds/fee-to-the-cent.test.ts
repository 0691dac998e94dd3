import { tables } from '@gateway/db/tables'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookedBy, objectsOf, paidCard, refund, release } from '../../testing/card-money.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'

// No process shares it, so a draw can change the fee.
const plan = { feeBps: 100, monthlyTransactions: 10_000 }

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop({ plans: { starter: plan, professional: plan } })
  await shop.onboard()
  // The processor's own cost leaves a merchant below 0 whose payments are all refunded, and nothing could be taken back.
  for (const currency of ['usd', 'jpy']) await paidCard(shop, { amount: 90_000_000, currency })
})
afterAll(() => closeCardShop(shop))

interface Draw {
  readonly amount: number
  readonly bps: number
  readonly currency: 'usd' | 'jpy'
  /** Parts of what is left, in hundredths; everything at the end. */
  readonly parts: readonly number[]
  /** Before which refund an escrow is released. */
  readonly releasedAt: number
}

const draws = fc.record<Draw>({
  amount: fc.integer({ min: 60, max: 999_999 }),
  bps: fc.integer({ min: 1, max: 1_000 }),
  currency: fc.constantFrom('usd', 'jpy'),
  parts: fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 3 }),
  releasedAt: fc.integer({ min: 0, max: 3 }),
})

/** The refunds of a draw, which take everything. */
function amountsOf({ amount, parts }: Draw): number[] {
  let left = amount
  const some = parts.map((part) => {
    const taken = Math.floor((left * part) / 100)
    left -= taken
    return taken
  })
  return [...some, left].filter((taken) => taken > 0)
}

const feeOf = (left: number, bps: number): number => Math.floor((left * bps) / 10_000)

describe('whatever is refunded in whichever parts', () => {
  test('the fee that stays of a direct payment is exactly the fee of what is left, after each refund', async () => {
    await fc.assert(
      fc.asyncProperty(draws, async (draw) => {
        plan.feeBps = draw.bps
        const payment = await paidCard(shop, { amount: draw.amount, currency: draw.currency })
        let left = draw.amount
        for (const amount of amountsOf(draw)) {
          await refund(shop, { payment_id: payment.id, amount })
          await shop.work()
          left -= amount
          const fee = (await objectsOf(shop, 'application_fee')).find(({ id }) => id === payment.applicationFeeId)
          expect(Number(fee?.['amount'] ?? 0) - Number(fee?.['amount_refunded'] ?? 0)).toBe(feeOf(left, draw.bps))
        }
        expect((await shop.card(payment.id)).payment).toMatchObject({ state: 'refunded', refundedMinor: BigInt(draw.amount) })
      }),
      { numRuns: 8 },
    )
    expect(await shop.untrue()).toEqual([])
  })

  test('an escrow ends without fee, without held money and without debt, whenever it is released', async () => {
    await fc.assert(
      fc.asyncProperty(draws, async (draw) => {
        plan.feeBps = draw.bps
        const payment = await paidCard(shop, { amount: draw.amount, currency: draw.currency, escrow_mode: true })
        const amounts = amountsOf(draw)
        const changes = await bookedBy(shop, async () => {
          for (const [index, amount] of amounts.entries()) {
            if (index === Math.min(draw.releasedAt, amounts.length - 1)) await release(shop, payment)
            await refund(shop, { escrow_id: payment.escrowId, amount })
            await shop.work()
          }
        })
        const currency = draw.currency.toUpperCase()
        expect(changes).toEqual({ [`${currency} card:clearing`]: BigInt(draw.amount), [`${currency} escrow:held`]: -BigInt(draw.amount) })
        const { escrow } = await shop.card(payment.id)
        expect(escrow?.state).toBe('refunded')
        expect(escrow?.reversedMinor).toBe(escrow?.transferredMinor)
      }),
      { numRuns: 8 },
    )
    expect(await shop.untrue()).toEqual([])
    const holds = await tables(shop.ctx.orm.em.fork()).selectFrom('card_payment').select('id').where('holdReason', 'is not', null).execute()
    expect(holds).toEqual([])
  })
})
