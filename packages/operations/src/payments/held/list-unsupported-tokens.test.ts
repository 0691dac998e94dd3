import { tables } from '@gateway/db/tables'
import type { FlushLog } from '@gateway/chains/rail/flush-log'
import type { Payment } from '@gateway/domain/payments/payment'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChain, type TestChain, tokens } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'
import { exportFlushCall } from '../../custody/signing/evm/export-flush-call.ts'
import { listUnsupportedTokens } from './list-unsupported-tokens.ts'

const TOKEN = `0x${'7'.repeat(40)}`
const OTHER = `0x${'8'.repeat(40)}`

let shop: TestShop
let eth: TestChain
let payment: Payment
beforeEach(async () => {
  shop = await openShop({}, 1)
  eth = await openChain(shop.ctx, 'ETH')
  payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
})
afterEach(() => closeShop(shop))

const bring = (units: bigint, at: { tx: number; token?: string }) =>
  eth.mine({ transfers: [tokens(payment.address, units, { token: TOKEN, ...at })] })
const flushOf = (token: string, tx: string): FlushLog => ({
  kind: 'flushed',
  ref: `${tx}:4`,
  txId: tx,
  logIndex: 4,
  emitter: payment.address.toLowerCase(),
  asset: null,
  token,
  merchantUnits: 99n,
  feeUnits: 1n,
})
const contracts = async () => (await listUnsupportedTokens(shop.ctx)).shown.map(({ contract, baseUnits }) => `${contract} ${baseUnits}`)
const compose = (token = TOKEN, paymentId = payment.id) => exportFlushCall(shop.ctx, { paymentId, token, by: 'operator:anna' })

test('lists an unsupported token with its contract, base units, transaction and payment address', async () => {
  await bring(70n, { tx: 1 })
  const since = shop.ctx.clock.now()
  await bring(30n, { tx: 2 })
  const { shown, total } = await listUnsupportedTokens(shop.ctx)
  const transaction = tokens(payment.address, 30n, { tx: 2 }).txId
  const told = { chain: 'ETH', contract: TOKEN, baseUnits: '100', transaction, address: payment.address, since }
  expect({ shown, total }).toEqual({ shown: [{ payment: payment.id, state: 'pending', ...told }], total: 1 })
  expect(await shop.book()).toEqual({})
})

test('a flush removes a token from the list, and a reorg of the flush puts only that token on it again', async () => {
  await bring(100n, { tx: 1 })
  await bring(5n, { tx: 2, token: OTHER })
  await eth.mine({ flushes: [flushOf(TOKEN, '0xany')] })
  expect(await contracts()).toEqual([`${OTHER} 5`])
  await bring(8n, { tx: 3 })
  expect(await contracts()).toEqual([`${TOKEN} 8`, `${OTHER} 5`])
  await eth.rollBack(2)
  expect((await contracts()).toSorted()).toEqual([`${TOKEN} 100`, `${OTHER} 5`])
})

test('a flush of a token that was never received stores nothing', async () => {
  await eth.mine({ flushes: [flushOf(TOKEN, '0xany')] })
  expect(await tables(shop.ctx.orm.em.fork()).selectFrom('unsupported_token_flush').selectAll().execute()).toEqual([])
})

test('lists the newest hundred unsupported tokens and the total', async () => {
  const tokenOf = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
  const many = Array.from({ length: 150 }, (_, tx) => tokens(payment.address, 1n, { tx: tx + 10, token: tokenOf(tx + 1) }))
  await eth.mine({ transfers: many })
  const { shown, total } = await listUnsupportedTokens(shop.ctx)
  expect([shown.length, total]).toEqual([100, 150])
})

test('the composed flush pays the recipients in the address and is written to the audit log', async () => {
  const terms = { id: payment.id, merchant: wallets.merchant.ETH, platform: wallets.platform.ETH, feeBps: 100 }
  const computed = shop.ctx.rails.get('ETH')?.computeDeposit?.(terms)
  const composed = await compose()
  expect(computed?.address).toBe(payment.address)
  expect(composed).toMatchObject({ to: computed?.factory, feeBps: 100 })
  expect(composed.data).toContain(TOKEN.slice(2))
  expect(composed.data).toContain(payment.id.replaceAll('-', ''))
  expect(composed.recipients.map(({ address }) => address)).toEqual([wallets.merchant.ETH, wallets.platform.ETH])
  const audit = await tables(shop.ctx.orm.em.fork())
    .selectFrom('audit_entry')
    .select(['actor', 'action', 'details'])
    .where('subjectId', '=', payment.id)
    .execute()
  expect(audit).toEqual([{ actor: 'operator:anna', action: 'payment.compose_flush', details: { token: TOKEN } }])
})

test('the flush of a served asset is composed by asset code', async () => {
  const { data } = await compose('ETH')
  expect(data.endsWith('0'.repeat(64))).toBe(true)
  expect((await compose('USDC_ETH')).data).toBe((await compose('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')).data)
})

test('composes no flush for a malformed token, an unknown payment, another chain or mismatched payout terms', async () => {
  await expect(compose('0x1234')).rejects.toThrow('token: must be 0x followed by 40 hexadecimal digits')
  await expect(compose(TOKEN, '00000000-0000-4000-8000-ffffffffffff')).rejects.toThrow('No such payment')
  const bitcoin = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await expect(compose(TOKEN, bitcoin.id)).rejects.toThrow('flush an address that is no deposit contract')
  const db = tables(shop.ctx.orm.em.fork())
  const { feeBps } = await db.selectFrom('payout_terms').select('feeBps').where('subjectId', '=', payment.id).executeTakeFirstOrThrow()
  await sql`ALTER TABLE payout_terms DISABLE TRIGGER payout_terms_append_only`.execute(db)
  const tamper = (bps: number) => db.updateTable('payout_terms').set({ feeBps: bps }).where('subjectId', '=', payment.id).execute()
  await tamper(feeBps + 1)
  await expect(compose()).rejects.toThrow('flush an address that does not follow from its commit')
  await tamper(feeBps)
  expect(await db.selectFrom('audit_entry').select('id').where('action', '=', 'payment.compose_flush').execute()).toEqual([])
})
