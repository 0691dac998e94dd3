import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import { findDecidingQuotes, findInvoiceQuotes, findQuotesInForce, findStrictest } from '@gateway/db/invoices/money/quote-queries'
import { tables } from '@gateway/db/tables'
import { quotesOfDeposits } from '@gateway/domain/invoices/money/deposit-credit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChain, output } from '../../testing/test-chain.ts'
import { invoiceOf, sentInvoice } from '../../testing/test-invoices.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'

const DUE = 166_667n
/** One after the other, with a gap before the third, in milliseconds. */
const SPANS = [
  [0, 400],
  [400, 900],
  [5_300, 5_900],
  [5_900, 8_000],
  [8_000, 60_000],
  [60_000, 90_000],
  [90_000, 120_000],
] as const

let shop: TestShop
beforeAll(async () => void (shop = await openShop({}, 4)))
afterAll(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())

/** An invoice with deposits that arrived at these times, and the quotes of `SPANS`, which ask for more and more confirmations. */
async function quoted(arrivals: readonly number[]) {
  const { id, paymentAddress } = await sentInvoice(shop)
  const btc = await openChain(shop.ctx, 'BTC')
  const transfers = arrivals.map((_, index) => output(paymentAddress ?? '', DUE, { tx: index + 1 }))
  await btc.mine({ transfers })
  const start = shop.ctx.clock.now().getTime()
  const deposits: readonly DepositEntity[] = await readDeposits(shop.ctx.orm.em.fork(), 'invoice', [id])
  for (const [index, deposit] of deposits.entries()) {
    const arrivedAt = new Date(start + (arrivals[index] ?? 0))
    await db().updateTable('deposit').set({ arrivedAt }).where('id', '=', deposit.id).execute()
  }
  const [first] = await findInvoiceQuotes(shop.ctx.orm.em.fork(), { invoiceIds: [id] })
  if (!first) throw new Error('no quote')
  const rows = SPANS.map(([from, until], index) =>
    Object.assign(structuredClone(first), {
      id: index === 0 ? first.id : shop.ctx.ids.uuid(),
      confirmationsRequired: 2 + (index % 4),
      validFrom: new Date(start + from),
      validUntil: new Date(start + until),
    }),
  )
  await db().deleteFrom('invoice_quote').where('invoiceId', '=', id).execute()
  await db().insertInto('invoice_quote').values(rows).execute()
  return { id, start, nth: new Map(rows.map((row, index) => [row.id, index])) }
}

test('the quotes that decide are the first, the newest, and those around an arrival, and by them deposits are credited as by all', async () => {
  const { id, nth } = await quoted([5_000, 8_700])
  const em = shop.ctx.orm.em.fork()
  const deciding = await findDecidingQuotes(em, { invoiceIds: [id] })
  expect(deciding.map((quote) => nth.get(quote.id))).toEqual([0, 2, 3, 4, 6])
  const deposits = await readDeposits(em, 'invoice', [id])
  const all = await findInvoiceQuotes(em, { invoiceIds: [id] })
  const idsOf = (quotes: typeof all) => [...quotesOfDeposits(quotes, deposits)].map(([deposit, quote]) => [deposit, quote.id])
  expect(idsOf(deciding)).toEqual(idsOf(all))
  expect(idsOf(all)).toHaveLength(2)
})

test('the policy is the strictest of all quotes, and a list reads the one in force', async () => {
  const { id, start, nth } = await quoted([])
  const em = shop.ctx.orm.em.fork()
  const other = await invoiceOf(shop, (await sentInvoice(shop)).id)
  const policies = await findStrictest(em, { invoiceIds: [id, other.id] })
  expect(policies.get(id)).toEqual({ confirmations: 5, finality: false })
  expect(policies.get(other.id)).toEqual({ confirmations: 2, finality: false })
  const inForce = await findQuotesInForce(em, { invoiceIds: [id], at: new Date(start + 70_000) })
  expect(inForce.map((quote) => nth.get(quote.id))).toEqual([5, 6])
})
