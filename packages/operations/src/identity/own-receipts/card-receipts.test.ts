import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dispute as disputeAt, moveDispute, paidCard, release } from '../../testing/card-money.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { receiptsAbout, storeParty, type TestParty, writeReceipts } from '../../testing/test-identity.ts'

let shop: CardShop
let merchant: TestParty
beforeAll(async () => {
  shop = await openCardShop()
  await shop.onboard()
  await paidCard(shop, { amount: 1_000 })
  merchant = await storeParty(shop.ctx, shop.actor)
})
afterAll(() => closeCardShop(shop))

/** Receipts that `work` has brought, without those of before. */
async function writtenBy(work: () => Promise<unknown>) {
  await writeReceipts(shop.ctx)
  const before = (await receiptsAbout(shop.ctx, merchant.did)).length
  await work()
  await writeReceipts(shop.ctx)
  return (await receiptsAbout(shop.ctx, merchant.did)).slice(before)
}

const inEscrow = (amount = 2_000) => paidCard(shop, { amount, escrow_mode: true })

describe('a card payment', () => {
  test('that succeeds gives its merchant one receipt, with an unknown counterparty', async () => {
    expect(await writtenBy(() => paidCard(shop, { amount: 2_500 }))).toMatchObject([
      {
        category: 'economic.transaction',
        actionType: 'card_payment',
        outcome: 'accepted',
        counterpartyDid: null,
        amount: '25',
        currency: 'USD',
        usdCents: 2_500n,
        weightHundredths: 1_000,
        isVerified: true,
      },
    ])
  })

  test('that succeeded before its merchant had a DID has none', async () => {
    const receipts = await receiptsAbout(shop.ctx, merchant.did)
    expect(receipts.filter(({ amount }) => amount === '10')).toEqual([])
  })

  test('in another currency counts its value in dollars', async () => {
    expect(await writtenBy(() => paidCard(shop, { amount: 9_200, currency: 'eur' }))).toMatchObject([
      { amount: '92', currency: 'EUR', usdCents: 10_000n },
    ])
  })
})

describe('a card escrow', () => {
  test('that is released binds its merchant as the beneficiary, who gets a receipt of the transfer', async () => {
    const payment = await inEscrow()
    const [released, ...others] = await writtenBy(() => release(shop, payment))
    expect(others).toEqual([])
    expect(released).toMatchObject({ actionType: 'card_escrow_released', escrowId: payment.escrowId, amount: '19.8', usdCents: 1_980n })
    const party = tables(shop.ctx.orm.em.fork()).selectFrom('escrow_party').select(['rail', 'role', 'did'])
    expect(await party.where('escrowId', '=', payment.escrowId ?? '').execute()).toEqual([
      { rail: 'card', role: 'beneficiary', did: merchant.did },
    ])
  })
})

describe('a dispute at the processor', () => {
  test('costs once, however often it changes', async () => {
    const payment = await inEscrow()
    const written = await writtenBy(async () => {
      const id = await disputeAt(shop, payment)
      for (const status of ['under_review', 'lost'] as const) await moveDispute(shop, payment, { dispute: id, status })
    })
    expect(written.filter(({ category }) => category === 'economic.dispute')).toMatchObject([
      { actionType: 'card_dispute', weightHundredths: -5_000, outcome: 'disputed', withdrawnAt: null, usdCents: null },
    ])
  })

  test('that is won costs no more', async () => {
    const payment = await inEscrow()
    const id = await disputeAt(shop, payment)
    const costing = async () => {
      await writeReceipts(shop.ctx)
      return (await receiptsAbout(shop.ctx, merchant.did))
        .filter(({ source }) => source === `dispute:${id}`)
        .map(({ withdrawnAt }) => withdrawnAt === null)
    }
    expect(await costing()).toEqual([true])
    await moveDispute(shop, payment, { dispute: id, status: 'won' })
    expect(await costing()).toEqual([false])
  })

  test('that is an inquiry costs nothing', async () => {
    const payment = await inEscrow()
    const written = await writtenBy(() => disputeAt(shop, payment, { isInquiry: true }))
    expect(written.filter(({ category }) => category === 'economic.dispute')).toEqual([])
  })
})
