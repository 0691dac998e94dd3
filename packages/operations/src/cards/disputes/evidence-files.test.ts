import { tables } from '@gateway/db/tables'
import type { EvidenceFile } from '@gateway/domain/cards/evidence-file'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paidCard, tell } from '../../testing/card-money.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { sendEvidence } from './answer-dispute.ts'

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
const receipt: EvidenceFile = { kind: 'receipt', name: 'receipt.pdf', bytes: pdf }
type Evidence = Parameters<typeof sendEvidence>[1]['evidence']
const send = (more: Partial<Evidence> = {}, ctx = shop.ctx, actor = shop.actor) =>
  sendEvidence(ctx, { actor, evidence: { id: dispute, isFinal: false, texts: {}, files: [receipt], ...more } })
const stored = () => tables(shop.ctx.orm.em.fork()).selectFrom('card_evidence_file').select('id').execute()
const uploads = async () =>
  (await shop.stripe.control.do('readLog')).requests.filter(({ path, executed, replayed }) => path === '/v1/files' && executed && !replayed)

const shownAtProcessor = async () => {
  const { effects } = await shop.stripe.control.do('readLog')
  return effects.map(({ object }) => object as unknown as Record<string, unknown>).findLast(({ id }) => id === dispute)
}
const aFile = expect.stringMatching(/^file_/)

test('files and texts reach the dispute on the account of its charge, each once, and none of their bytes stay here', async () => {
  await shop.stripe.control.do('failApi', { moment: 'after', answer: 'html_502', method: 'POST', path: '/v1/files' })
  const hear = async ({ ms }: { ms: number }) => {
    shop.ctx.clock.advance(ms)
    await shop.work()
  }
  const letters: EvidenceFile = { kind: 'customer_communication', name: 'letters.pdf', bytes: pdf }
  const found = await send({ files: [receipt, letters], texts: { customer_name: 'Lena' } }, { ...shop.ctx, hear })
  expect(found).toMatchObject({ hasEvidence: true, submissions: 0, status: 'needs_response' })
  expect((await uploads()).map((request) => request.account)).toEqual([account, account])
  expect(await shownAtProcessor()).toMatchObject({
    evidence: { receipt: aFile, customer_communication: aFile, customer_name: 'Lena' },
  })
  expect(await stored()).toEqual([])
})

test('a file that the processor refuses refuses the evidence, and its bytes do not stay here either', async () => {
  await shop.stripe.control.do('failApi', { moment: 'before', answer: 'status_404', method: 'POST', path: '/v1/files' })
  await expect(send()).rejects.toMatchObject({ code: 'PROCESSOR_ERROR' })
  expect(await stored()).toEqual([])
})

test('a file of another type is refused before anything is stored', async () => {
  const page = { ...receipt, bytes: new TextEncoder().encode('<html>') }
  await expect(send({ files: [page] })).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field: 'receipt' }] })
  expect(await stored()).toEqual([])
})

test('another merchant finds no dispute to send a file to, and a decided one takes none', async () => {
  const stranger = { ...shop.actor, merchantId: shop.ctx.ids.uuid() }
  await expect(send({}, shop.ctx, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await shop.stripe.control.do('moveDispute', { dispute, status: 'won' })
  await tell(shop, { type: 'charge.dispute.closed', objectId: dispute, account })
  await expect(send()).rejects.toMatchObject({ code: 'INVALID_STATE' })
  expect(await stored()).toEqual([])
})
