import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paidCard, tell } from '../../testing/card-money.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { sendEvidenceFile } from './send-evidence-file.ts'

let shop: CardShop
let account: string
let dispute: string
beforeAll(async () => {
  shop = await openCardShop()
  account = await shop.onboard()
  const payment = await paidCard(shop, { amount: 2_000 })
  dispute = (await shop.stripe.control.do('openDispute', { charge: payment.chargeId ?? '' })).id
  await tell(shop, { type: 'charge.dispute.created', objectId: dispute, account })
})
afterAll(() => closeCardShop(shop))
beforeEach(() => shop.ctx.clock.advance(1_000))

const pdf = new TextEncoder().encode('%PDF-1.7 a receipt')
const send = (more: Partial<Parameters<typeof sendEvidenceFile>[1]> = {}) =>
  sendEvidenceFile(shop.ctx, { actor: shop.actor, dispute, kind: 'receipt', name: 'receipt.pdf', bytes: pdf, ...more })
const stored = () => tables(shop.ctx.orm.em.fork()).selectFrom('card_evidence_file').select('id').execute()
const uploads = async () =>
  (await shop.stripe.control.do('readLog')).requests.filter(({ path, executed, replayed }) => path === '/v1/files' && executed && !replayed)

test('a file reaches the dispute on the account of its charge, once, and none of its bytes stay here', async () => {
  await shop.stripe.control.do('failApi', { moment: 'after', answer: 'html_502', method: 'POST', path: '/v1/files' })
  const hear = async ({ ms }: { ms: number }) => {
    shop.ctx.clock.advance(ms)
    await shop.work()
  }
  const found = await sendEvidenceFile(
    { ...shop.ctx, hear },
    { actor: shop.actor, dispute, kind: 'receipt', name: 'receipt.pdf', bytes: pdf },
  )
  expect(found).toMatchObject({ hasEvidence: true, submissions: 0, status: 'needs_response' })
  expect((await uploads()).map((request) => request.account)).toEqual([account])
  const { effects } = await shop.stripe.control.do('readLog')
  const shown = effects.map(({ object }) => object as unknown as Record<string, unknown>).find(({ id }) => id === dispute)
  expect(shown).toMatchObject({ evidence: { receipt: expect.stringMatching(/^file_/) } })
  expect(await stored()).toEqual([])
})

test('a file of another type is refused before anything is stored', async () => {
  const page = new TextEncoder().encode('<html>')
  await expect(send({ bytes: page })).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field: 'file' }] })
  expect(await stored()).toEqual([])
})

test('another merchant finds no dispute to send a file to, and a decided one takes none', async () => {
  await expect(send({ actor: { ...shop.actor, merchantId: shop.ctx.ids.uuid() } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await shop.stripe.control.do('moveDispute', { dispute, status: 'won' })
  await tell(shop, { type: 'charge.dispute.closed', objectId: dispute, account })
  await expect(send()).rejects.toMatchObject({ code: 'INVALID_STATE' })
})
