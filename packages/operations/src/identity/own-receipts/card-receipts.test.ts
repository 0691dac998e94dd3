import { tables } from '@gateway/db/tables'
import { operatorName } from '@gateway/domain/accounts/operator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dispute as disputeAt, moveDispute, paidCard, refund, release } from '../../testing/card-money.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { withdrawReceipt } from '../receipts/withdraw-receipt.ts'
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

describe('a card payment that is refunded', () => {
  const isCounted = async (id: string) => {
    await writeReceipts(shop.ctx)
    const own = (await receiptsAbout(shop.ctx, merchant.did)).filter(({ source }) => source === `card:${id}`)
    return own.map(({ withdrawnAt }) => withdrawnAt === null)
  }

  test('counts until all of it is', async () => {
    const { id } = await paidCard(shop, { amount: 3_000 })
    await refund(shop, { payment_id: id, amount: 1_000 })
    expect(await isCounted(id)).toEqual([true])
    await refund(shop, { payment_id: id, amount: 2_000 })
    expect(await isCounted(id)).toEqual([false])
  })

  test('does not count when all of it was before its receipt is written', async () => {
    const { id } = await paidCard(shop, { amount: 3_000 })
    await refund(shop, { payment_id: id, amount: 3_000 })
    await tables(shop.ctx.orm.em.fork()).deleteFrom('receipt_source').where('kind', '=', 'card_refund').execute()
    expect(await isCounted(id)).toEqual([false])
  })
})

describe('a card escrow', () => {
  test('counts once, at its payment; its release binds its merchant as the beneficiary and asks for its credential', async () => {
    const payment = await inEscrow()
    const released = await writtenBy(() => release(shop, payment))
    expect(released).toEqual([])
    const own = (await receiptsAbout(shop.ctx, merchant.did)).filter(({ escrowId }) => escrowId === payment.escrowId)
    expect(own).toMatchObject([{ actionType: 'card_payment', amount: '20', usdCents: 2_000n, withdrawnAt: null }])
    const db = tables(shop.ctx.orm.em.fork())
    const party = db.selectFrom('escrow_party').select(['rail', 'role', 'did'])
    expect(await party.where('escrowId', '=', payment.escrowId ?? '').execute()).toEqual([
      { rail: 'card', role: 'beneficiary', did: merchant.did },
    ])
    const asked = await db.selectFrom('issuer_request').select('wanted').where('kind', '=', 'settlement').execute()
    expect(asked.filter(({ wanted }) => 'escrowId' in wanted && wanted.escrowId === payment.escrowId)).toMatchObject([
      { wanted: { did: merchant.did, role: 'beneficiary', amount: '19.8', currency: 'USD' } },
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

  test.each(['before', 'after'] as const)('stays withdrawn that an operator has withdrawn %s the merchant won', async (when) => {
    const payment = await inEscrow()
    const dispute = await disputeAt(shop, payment)
    const own = async () => {
      await writeReceipts(shop.ctx)
      const found = (await receiptsAbout(shop.ctx, merchant.did)).find(({ source }) => source === `dispute:${dispute}`)
      if (!found) throw new Error('the dispute has no receipt')
      return found
    }
    const withdraw = async () =>
      withdrawReceipt(shop.ctx, { id: (await own()).id, reason: 'Not the fault of the merchant', by: operatorName(shop.actor.merchantId) })
    await own()
    if (when === 'before') await withdraw()
    await moveDispute(shop, payment, { dispute, status: 'won' })
    const { withdrawnAt } = await own()
    if (when === 'after') await withdraw()
    await tables(shop.ctx.orm.em.fork())
      .updateTable('card_dispute')
      .set({ phase: 'open' })
      .where('processorDisputeId', '=', dispute)
      .execute()
    expect(await own()).toMatchObject({ withdrawnAt, withdrawnBy: 'operator' })
  })

  test('that is an inquiry costs nothing', async () => {
    const payment = await inEscrow()
    const written = await writtenBy(() => disputeAt(shop, payment, { isInquiry: true }))
    expect(written.filter(({ category }) => category === 'economic.dispute')).toEqual([])
  })
})
