import { onboardCards } from '@gateway/scripts/demo/onboard-cards'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CardShop, cardShopOf } from '../support/cards.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'

let story: Shared
let shop: CardShop
beforeAll(async () => {
  story = await sharedStory()
  shop = cardShopOf(story.shop)
  await onboardCards(shop)
})
afterAll(() => story?.close())

type Members = Readonly<Record<string, unknown>>
const refund = (body: Members) => shop.request('POST /cards/escrow/refund', body)
const release = (escrowId: unknown) => shop.request('POST /cards/escrow/release', { escrowId })
const objectsOf = async (kind: string) => {
  const { effects } = await story.stripe.control.do('readLog')
  return effects.map(({ object }) => object as unknown as Members).filter(({ object }) => object === kind)
}

/** What the platform keeps of the application fee of a direct payment, by the processor. */
async function feeKept({ payment_intent_id: intent }: Members): Promise<number> {
  const charge = (await objectsOf('charge')).find((one) => one['payment_intent'] === intent)
  const fee = (await objectsOf('application_fee')).find(({ id }) => id === charge?.['application_fee'])
  return Number(fee?.['amount']) - Number(fee?.['amount_refunded'])
}

describe('cards.refund', () => {
  test('Partial refunds go down to zero; after each the fee is that of what is left, to the cent, and the shop hears of each.', async () => {
    const payment = await shop.createPaidCard({ amount: 2_599 })
    const left = [
      { amount: 1_050, fee: 15, status: 'partially_refunded' },
      { amount: 549, fee: 10, status: 'partially_refunded' },
      { amount: undefined, fee: 0, status: 'refunded' },
    ]
    for (const { amount, fee, status } of left) {
      const answer = await refund({ payment_id: payment['id'], ...(amount !== undefined && { amount }) })
      expect(answer).toMatchObject({ status: 200, body: { status: 'succeeded', amount_refunded: amount ?? 1_000, escrow_status: null } })
      await eventually('the fee at the processor', async () => (await feeKept(payment)) === fee)
      expect(await shop.readCard(payment['id'])).toMatchObject({ status, platform_fee_amount: fee })
    }
    const more = await refund({ payment_id: payment['id'], amount: 1 })
    expect(more.status).toBe(400)
    const events = await shop.cardEvents(payment['id'], 4)
    expect(events.map(({ type, data }) => [type, data['amount_refunded']])).toEqual([
      ['card_payment_success', undefined],
      ['card_refund', 1_050],
      ['card_refund', 549],
      ['card_refund', 1_000],
    ])
  })

  test('More than is left is refused with what is left.', async () => {
    const payment = await shop.createPaidCard({ amount: 1_000 })
    await refund({ payment_id: payment['id'], amount: 400 })
    const { status, body } = await refund({ payment_id: payment['id'], amount: 601 })
    expect([status, body['code'], body['details']]).toEqual([400, 'INVALID_AMOUNT', { field: 'amount', remaining: 600 }])
  })

  test('A refund that is repeated with its idempotency key refunds once.', async () => {
    const payment = await shop.createPaidCard({ amount: 1_000 })
    const again = () =>
      shop.request('POST /cards/refund', { payment_id: payment['id'], amount: 300 }, { 'idempotency-key': 'refund-twice' })
    const [first, second] = [await again(), await again()]
    expect(second.body['refund_id']).toBe(first.body['refund_id'])
    expect(await shop.readCard(payment['id'])).toMatchObject({ amount_refunded: 300, status: 'partially_refunded' })
  })
})

describe('cards.escrow.release', () => {
  test('What is left after a refund goes to the merchant once, less the fee; refund, transfer and fee are the capture.', async () => {
    const { id, escrow_id: escrow } = await shop.createPaidCard({ amount: 9_999, escrowMode: true })
    expect(await refund({ escrowId: escrow, amount: 3_333 })).toMatchObject({ status: 200, body: { escrow_status: 'partially_refunded' } })
    const released = await release(escrow)
    expect(released).toMatchObject({ status: 200, body: { amount_transferred: 6_600, escrow_id: escrow, escrow_status: 'released' } })
    expect((await objectsOf('transfer')).filter(({ transfer_group: group }) => group === escrow)).toMatchObject([{ amount: 6_600 }])
    expect((await release(escrow)).body['code']).toBe('INVALID_STATE')
    const events = await shop.cardEvents(id, 3)
    expect(events.map(({ type }) => type)).toEqual(['card_payment_success', 'card_refund', 'card_escrow_release'])
    expect(events[2]?.data).toMatchObject({
      transfer_id: released.body['transfer_id'],
      amount_transferred: 6_600,
      escrow_status: 'released',
    })
  })

  test('A refund after the release is taken back from the merchant; what the merchant no longer has is owed.', async () => {
    const { id, escrow_id: escrow } = await shop.createPaidCard({ amount: 10_000, escrowMode: true })
    await release(escrow)
    const { body: account } = await shop.request(`GET /cards/connect/status/${shop.businessId}`)
    await story.stripe.control.do('payOut', { account: String(account['processor_account_id']), currency: 'usd' })
    expect(await refund({ escrowId: escrow })).toMatchObject({ status: 200, body: { amount_refunded: 10_000, escrow_status: 'refunded' } })
    await shop.cardEvents(id, 3)
    const owed = () =>
      story.sql.query<{ units: string }>(
        `SELECT sum(entry.amount) AS units FROM entry JOIN account ON account.id = entry.account_id
          WHERE account.code = 'merchant:receivable' AND account.owner = $1`,
        [shop.businessId],
      )
    await eventually('the debt of the merchant', async () => (await owed()).rows[0]?.units === '-9900')
  })
})

describe('a dispute', () => {
  const open = async (payment: Members, isInquiry = false) =>
    story.stripe.control.do('openDispute', { charge: String(payment['payment_intent_id']), isInquiry })

  test('Won, it gives the payment the state from before; lost, it keeps it disputed and refunds the escrow.', async () => {
    const won = await shop.createPaidCard({ amount: 3_000 })
    const opened = await open(won)
    await shop.cardReaches(won['id'], 'disputed')
    const [, event] = await shop.cardEvents(won['id'], 2)
    expect(event).toMatchObject({ type: 'card_dispute_created', data: { reason: 'fraudulent', amount: 3_000 } })
    await story.stripe.control.do('moveDispute', { dispute: opened.id, status: 'won' })
    await shop.cardReaches(won['id'], 'succeeded')

    const lost = await shop.createPaidCard({ amount: 4_000, escrowMode: true })
    const { id: dispute } = await open(lost)
    await shop.cardReaches(lost['id'], ({ escrow_status: escrow }) => escrow === 'disputed')
    expect((await release(lost['escrow_id'])).status).toBe(400)
    expect((await refund({ escrowId: lost['escrow_id'] })).status).toBe(400)
    await story.stripe.control.do('moveDispute', { dispute, status: 'lost' })
    await shop.cardReaches(lost['id'], ({ escrow_status: escrow }) => escrow === 'refunded')
    expect(await shop.readCard(lost['id'])).toMatchObject({ status: 'disputed' })
  })

  test('Lost and appealed, it is answered once more and may still be won; the shop is told of it once.', async () => {
    const payment = await shop.createPaidCard({ amount: 6_000 })
    const { id: name } = await open(payment)
    await shop.cardReaches(payment['id'], 'disputed')
    const reaches = (status: string) =>
      eventually(`the dispute to be ${status}`, async () => {
        const { body } = await shop.request(`GET /cards/disputes/${name}`)
        return body['status'] === status && body
      })
    await story.stripe.control.do('moveDispute', { dispute: name, status: 'lost' })
    expect(await reaches('lost')).toMatchObject({ can_respond: false })
    await story.stripe.control.do('moveDispute', { dispute: name, status: 'appeal_needs_response' })
    const { id } = await reaches('appeal_needs_response')
    const sent = await shop.request(`POST /cards/disputes/${String(id)}/evidence`, { uncategorized_text: 'Delivered', submit: true })
    expect(sent.body).toMatchObject({ status: 'appeal_under_review', can_respond: false, submission_count: 1 })
    await story.stripe.control.do('moveDispute', { dispute: name, status: 'won' })
    expect(await shop.cardReaches(payment['id'], 'succeeded')).toMatchObject({ merchant_amount: 5_940 })
    expect((await shop.cardEvents(payment['id'], 2)).map(({ type }) => type)).toEqual(['card_payment_success', 'card_dispute_created'])
    const { movements } = await story.stripe.control.do('readLog')
    const moved = movements.filter(({ source }) => source === name).map(({ amount }) => amount)
    expect(moved.reduce((sum, amount) => sum + amount, 0)).toBe(0)
  })

  test('An inquiry that becomes a dispute takes the money then, and the shop is told then.', async () => {
    const payment = await shop.createPaidCard({ amount: 7_000 })
    const { id: name } = await open(payment, true)
    await eventually('the inquiry to be known', async () => (await shop.request(`GET /cards/disputes/${name}`)).status === 200)
    expect(await shop.readCard(payment['id'])).toMatchObject({ status: 'succeeded' })
    await story.stripe.control.do('moveDispute', { dispute: name, status: 'needs_response' })
    await shop.cardReaches(payment['id'], 'disputed')
    expect((await shop.cardEvents(payment['id'], 2)).map(({ type }) => type)).toEqual(['card_payment_success', 'card_dispute_created'])
  })

  test('An inquiry changes no state and no money; while it is open its escrow is neither released nor refunded.', async () => {
    const payment = await shop.createPaidCard({ amount: 2_000, escrowMode: true })
    const { id: inquiry } = await open(payment, true)
    await eventually('the inquiry to be known', async () =>
      JSON.stringify((await shop.request('GET /cards/disputes')).body).includes(inquiry),
    )
    expect((await release(payment['escrow_id'])).status).toBe(400)
    expect((await refund({ escrowId: payment['escrow_id'] })).status).toBe(400)
    expect(await shop.readCard(payment['id'])).toMatchObject({ status: 'succeeded', escrow_status: 'funded' })
    await story.stripe.control.do('moveDispute', { dispute: inquiry, status: 'warning_closed' })
    await eventually('the escrow to be free', async () => (await release(payment['escrow_id'])).status === 200)
  })
})
