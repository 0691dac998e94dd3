import { type SmtpSink, startSmtpSink } from '@gateway/devnet/mail/smtp-sink'
import { eventually } from '@gateway/testing/wait'
import { invoiceWorkflowId } from '@gateway/workflows/invoices/signals'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Saying, say } from '../support/say.ts'
import { openStory, type Story } from '../support/story.ts'
import { runs } from './api-crashes.ts'
import { count } from './journey.ts'
import { arm, crash, end } from './processes.ts'

let story: Story
let mail: SmtpSink
beforeAll(async () => {
  mail = await startSmtpSink()
  story = await openStory({ chains: ['BTC'], smtpUrl: mail.url })
})
afterAll(async () => {
  await story?.close()
  await mail?.stop()
})

const DUE = { due_date: '2099-12-31' }
const ask = (route: string, wish: Saying = {}) => say(story.gateway.api, route, { key: story.shop.key, ...wish })
const create = (wish: Saying = {}) =>
  ask('POST /invoices', { body: { amount: 50, currency: 'USD', crypto_currency: 'BTC', ...DUE }, ...wish })
const taken = () => count(story, 'invoice_number')

async function publish(): Promise<string> {
  const { body } = await create()
  expect(await ask(`POST /invoices/${String(body['id'])}/publish`)).toMatchObject({ status: 200, body: { status: 'sent' } })
  return String(body['id'])
}

test('S0a: the API dies before the commit of an invoice; its number is not taken, and the next invoice gets it', async () => {
  const before = await taken()
  await arm(story, 'api', 'S0a')
  await expect(create()).rejects.toThrow('fetch failed')
  await crash(story, 'api')
  expect(await taken()).toBe(before)
  await story.gateway.start('api')
  expect(await create()).toMatchObject({ status: 201, body: { invoice_number: `INV-${before + 1}` } })
})

test('S0b: the API dies after the commit of an invoice, before its response; a retry gets the same invoice, and one number is taken', async () => {
  const before = await taken()
  const headers = { 'idempotency-key': 'invoice-after-crash' }
  await arm(story, 'api', 'S1')
  await expect(create({ headers })).rejects.toThrow('fetch failed')
  await crash(story, 'api')
  expect(await taken()).toBe(before + 1)
  await story.gateway.start('api')
  expect(await create({ headers })).toMatchObject({ status: 201, body: { invoice_number: `INV-${before + 1}` } })
  expect(await taken()).toBe(before + 1)
  expect(await count(story, 'invoice')).toBe(before + 1)
})

test('S1b: the API dies with an invoice sent and its workflow not started; the outbox keeps the message, one run starts, and it was sent once', async () => {
  const { body } = await create()
  const id = String(body['id'])
  const workflowId = invoiceWorkflowId(id)
  await end(story, 'worker')
  await arm(story, 'api', 'S1b')
  await expect(ask(`POST /invoices/${id}/publish`)).rejects.toThrow('fetch failed')
  await crash(story, 'api')
  expect(await count(story, 'outbox WHERE workflow_id = $1', [workflowId])).toBe(1)
  expect(await runs(story, workflowId)).toBe(0)
  await Promise.all([story.gateway.start('api'), story.gateway.start('worker')])
  await eventually('the workflow to start', async () => (await runs(story, workflowId)) === 1)
  expect(await ask(`POST /invoices/${id}/publish`)).toMatchObject({ status: 200, body: { status: 'sent', idempotentReplay: true } })
  expect(await count(story, "event WHERE object_id = $1 AND type = 'invoice.sent'", [id])).toBe(1)
  expect(await count(story, "payout_terms WHERE subject = 'invoice' AND subject_id = $1", [id])).toBe(1)
})

test('S0a: the API dies before the commit of a renewed quote; the ended one stays alone, and the next view quotes once', async () => {
  const id = await publish()
  const past = `valid_from = valid_from - interval '1 hour', valid_until = valid_until - interval '1 hour'`
  await story.sql.query(`UPDATE invoice_quote SET ${past} WHERE invoice_id = $1`, [id])
  await arm(story, 'api', 'S0a')
  const view = () => say(story.gateway.api, `GET /invoices/${id}/pay`)
  await expect(view()).rejects.toThrow('fetch failed')
  await crash(story, 'api')
  expect(await count(story, 'invoice_quote WHERE invoice_id = $1', [id])).toBe(1)
  await story.gateway.start('api')
  const [first, second] = [await view(), await view()]
  expect([first.status, first.body['expiresAt']]).toEqual([200, second.body['expiresAt']])
  expect(await count(story, 'invoice_quote WHERE invoice_id = $1', [id])).toBe(2)
  expect(await count(story, 'invoice_quote WHERE invoice_id = $1 AND valid_until > now()', [id])).toBe(1)
})

test('S24: the series role dies with a document written and not stored; it is written again, and the client gets one letter with the stored bytes', async () => {
  const email = 'lena@hoffmann.example'
  const client = await ask('POST /clients', { body: { name: 'Lena Hoffmann', email } })
  const { body } = await create({ body: { amount: 50, currency: 'USD', crypto_currency: 'BTC', client_id: client.body['id'] } })
  const id = String(body['id'])
  // What was published before has its document.
  await eventually('every document', async () => (await count(story, 'invoice_document WHERE bytes IS NULL')) === 0)
  await arm(story, 'worker', 'S24')
  expect(await ask(`POST /invoices/${id}/send`)).toMatchObject({ status: 200, body: { emailAccepted: true } })
  await crash(story, 'worker')
  expect(await count(story, 'invoice_document WHERE id = $1 AND bytes IS NULL', [id])).toBe(1)
  const letters = () => mail.emails.filter(({ to }) => to.includes(email))
  expect(letters()).toEqual([])
  await story.gateway.start('worker')
  await eventually('the letter', async () => letters().length > 0)
  const answer = await fetch(`${story.gateway.api}/api/invoices/${id}/pay/pdf`)
  const sha256 = createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')
  expect(answer.headers.get('etag')).toBe(`"${sha256}"`)
  expect(letters().map(({ attachments }) => attachments.map(({ content }) => createHash('sha256').update(content).digest('hex')))).toEqual([
    [sha256],
  ])
})
