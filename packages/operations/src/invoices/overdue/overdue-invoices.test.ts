import { tables } from '@gateway/db/tables'
import { overdueAt } from '@gateway/domain/invoices/due-day'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BAD_ROWS, badRows } from '../../testing/bad-rows.ts'
import { openChain, output, type TestChain } from '../../testing/test-chain.ts'
import { invoiceEvents, invoiceOf, sentInvoice } from '../../testing/test-invoices.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { countPutOffs } from '../../kernel/sweeps/put-offs.ts'
import { quoteInvoice } from '../quotes/quote-invoice.ts'
import { passDue } from './pass-due.ts'
import { restartInvoices, sweepInvoices } from './sweep-invoices.ts'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const dueDate = '2026-10-24'
/** Clocks go back the night after. */
const end = overdueAt(dueDate, 'Europe/Berlin')
const send = () => sentInvoice(shop, { dueDate, overdueAt: end })
const at = (ms: number) => shop.ctx.clock.set(new Date(end.getTime() + ms))

test('an invoice is overdue from the end of its due day where its business is, and not a moment earlier', async () => {
  expect(end).toEqual(new Date('2026-10-24T22:00:00Z'))
  at(-60_000)
  const { id } = await send()
  at(-1)
  expect(await passDue(shop.ctx, { invoiceId: id })).toMatchObject({ state: 'sent', dueAt: end.toISOString() })
  at(0)
  expect(await passDue(shop.ctx, { invoiceId: id })).toMatchObject({ state: 'overdue', dueAt: null })
  expect(await passDue(shop.ctx, { invoiceId: id })).toMatchObject({ state: 'overdue' })
  expect(await invoiceEvents(shop, id)).toEqual(['invoice.overdue'])
})

test('an overdue invoice is payable, and paid by crypto with one event', async () => {
  at(-60_000)
  const { id, paymentAddress } = await send()
  at(0)
  await passDue(shop.ctx, { invoiceId: id })
  const { quote } = await quoteInvoice(shop.ctx, { invoiceId: id })
  await btc.mine({ transfers: [output(paymentAddress ?? '', quote?.dueUnits ?? 0n, { tx: 1 })], at: shop.ctx.clock.now() })
  await btc.mineEmpty(1)
  expect(await invoiceOf(shop, id)).toMatchObject({ state: 'paid' })
  expect(await invoiceEvents(shop, id)).toEqual(['invoice.overdue', 'invoice.paid'])
  at(60_000)
  expect(await passDue(shop.ctx, { invoiceId: id })).toMatchObject({ state: 'paid', dueAt: null })
})

test('the sweep finds an invoice whose timer was lost, half a minute later, behind others that fail', async () => {
  at(-60_000)
  const { id } = await sentInvoice(shop, { asset: null, overdueAt: end })
  const bad = badRows(shop.ctx.orm)
  await bad.copy('invoice', `id = '${id}'`, { id: '$id', number: '100 + n', overdue_at: "'2026-01-01'" })
  await bad.refuse('invoice')
  at(29_999)
  await sweepInvoices(shop.ctx)
  expect(await invoiceOf(shop, id)).toMatchObject({ state: 'sent' })
  at(30_000)
  await sweepInvoices(shop.ctx)
  await sweepInvoices(shop.ctx)
  expect(await invoiceOf(shop, id)).toMatchObject({ state: 'overdue' })
  expect(countPutOffs(shop.ctx.orm)).toContainEqual(['due_invoices', BAD_ROWS])
})

test('the runs of invoices that something is to come of start again after Temporal has lost its store', async () => {
  at(-60_000)
  const { id } = await send()
  await sentInvoice(shop)
  expect(await restartInvoices(shop.ctx)).toBe(1)
  const queued = await tables(shop.ctx.orm.em.fork()).selectFrom('outbox').select('workflowId').execute()
  expect(queued.map(({ workflowId }) => workflowId)).toContain(`invoice/${id}`)
})
