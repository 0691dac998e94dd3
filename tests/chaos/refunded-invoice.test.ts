import { bitcoinBalance } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import { payAsset } from '@gateway/scripts/pay/rails'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasReadAll } from '../support/chain-heights.ts'
import { operate } from '../support/operator.ts'
import { type Said, say } from '../support/say.ts'
import { mine, openStory, type Story } from '../support/story.ts'
import { newWallets } from '../support/wallets.ts'
import { arm, crash } from './processes.ts'

const HELD = 100_000n

let story: Story
let id: string
let address: string
beforeAll(async () => {
  story = await openStory({ chains: ['BTC'], returnHoldHours: 0 })
  address = (await newWallets(story.served)).BTC
  id = await heldInvoice()
})
afterAll(() => story?.close())

const ask = (route: string, body?: Readonly<Record<string, unknown>>): Promise<Said> =>
  say(story.gateway.api, route, { key: story.shop.key, ...(body && { body }) })

/** An invoice at whose address money came after its quote had ended. */
async function heldInvoice(): Promise<string> {
  const terms = { business_id: story.shop.businessId, amount: 100, currency: 'USD', crypto_currency: 'BTC' }
  const invoiceId = String((await ask('POST /invoices', terms)).body['id'])
  const { body } = await ask(`POST /invoices/${invoiceId}/publish`)
  await story.sql.query(
    `UPDATE invoice_quote SET valid_from = valid_from - interval '1 hour', valid_until = valid_until - interval '1 hour' WHERE invoice_id = $1`,
    [invoiceId],
  )
  await payAsset(story.chains, 'BTC', { to: String(body['payment_address']), units: HELD })
  await eventually('the late deposit to be booked', async () => {
    const isRead = await hasReadAll(story, 'BTC')
    const { rows } = await story.sql.query(`SELECT FROM deposit WHERE subject_id = $1 AND held_in = 'suspense:late'`, [invoiceId])
    if (rows.length === 0 && isRead) await mine(story, 'BTC', 1)
    return rows.length > 0
  })
  return invoiceId
}

const intents = async () => (await story.sql.query(`SELECT state, amount FROM spend_intent WHERE purpose = 'invoice_refund'`)).rows
const attempts = async (): Promise<{ state: string; fee: string; handle: string }[]> =>
  (
    await story.sql.query<{ state: string; fee: string; handle: string }>(
      `SELECT attempt.state, attempt.fee, attempt.handle FROM spend_attempt attempt
        JOIN spend_intent intent ON intent.lead_id = attempt.intent_id WHERE intent.purpose = 'invoice_refund'`,
    )
  ).rows
const refunds = async () => (await ask(`GET /invoices/${id}/refunds`)).body['refunds']

/** The refund, which passes one crash after the other. */
let handle = ''

test('S4: the signer dies before it checks a planned refund of an invoice, which is signed once afterwards', async () => {
  await arm(story, 'signer', 'S4')
  const said = await ask(`POST /invoices/${id}/refunds`, { address, amount_crypto: '0.001' })
  expect([said.status, said.body['status']]).toEqual([201, 'named'])
  expect(await operate(story, 'held')).toContain(address)
  await crash(story, 'signer')
  expect(await attempts()).toEqual([])
})

test('S5: the signer dies with the signature of a refund of an invoice in memory; it signs again, for the same address', async () => {
  await story.gateway.start('signer', { FAILPOINT: 'attemptSigned' })
  await crash(story, 'signer')
  expect([await intents(), await attempts()]).toMatchObject([[{ amount: String(HELD) }], []])
  await arm(story, 'worker', 'S7')
  await story.gateway.start('signer')
  await eventually('the signature', async () => (await attempts()).length === 1)
  handle = (await attempts())[0]?.handle ?? ''
})

test('S7: the worker dies after a node accepted a refund of an invoice and before recording it; the same bytes are broadcast', async () => {
  await crash(story, 'worker')
  expect(await attempts()).toMatchObject([{ state: 'signed', handle }])
  expect(await callRpc(story.bitcoin.rpc, { method: 'getrawmempool' })).toContain(handle)
  await story.gateway.start('worker', { FAILPOINT: 'beforeSettlement' })
  await eventually('the transaction', async () => (await attempts())[0]?.state === 'broadcast')
  expect(await attempts()).toHaveLength(1)
})

test('S9: the worker dies with a refund of an invoice mined and not posted; it is posted once, and nothing is held any more', async () => {
  await mine(story, 'BTC', 6)
  await crash(story, 'worker')
  expect(await refunds()).toMatchObject([{ status: 'paying', amount_paid: '0' }])
  await story.gateway.start('worker')
  await eventually('the refund to be final', async () => {
    const [refund] = (await refunds()) as { status: string }[]
    return refund?.status === 'refunded'
  })
  expect(await refunds()).toMatchObject([{ amount_paid: '0.001', address, tx_hashes: [handle] }])
  const [attempt] = await attempts()
  expect(await bitcoinBalance(story.bitcoin, address)).toBe(HELD - BigInt(attempt?.fee ?? 0))
  const { rows } = await story.sql.query(
    `SELECT code, bal FROM account WHERE bal <> 0 AND code IN ('suspense:late', 'party:payable', 'network:fee')`,
  )
  expect(rows).toEqual([])
  expect((await ask(`POST /invoices/${id}/refunds`, { address })).body['code']).toBe('INVALID_STATE')
})
