import { insertTask } from '@gateway/db/cards/processor/task-queries'
import { listCards } from '@gateway/db/invoices/money/card-queries'
import { openOrm, type Orm } from '@gateway/db/orm'
import { type DatabaseRole, loginAs } from '@gateway/db/roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProcessorContext } from '../cards/lifecycle/processor-context.ts'
import { openChain, output } from '../testing/test-chain.ts'
import { type CardShop, closeCardShop, openCardShop, workAll } from '../testing/test-cards.ts'
import { invoiceOf, sentInvoice } from '../testing/test-invoices.ts'
import { openInvoiceCard } from './charges/open-invoice-card.ts'
import { passDue } from './overdue/pass-due.ts'
import { sweepInvoices } from './overdue/sweep-invoices.ts'
import { quoteInvoice } from './quotes/quote-invoice.ts'

let shop: CardShop
const logins: Orm[] = []
beforeAll(async () => {
  shop = await openCardShop()
  await shop.onboard()
})
afterAll(async () => {
  await Promise.all(logins.map((orm) => orm.close()))
  await closeCardShop(shop)
})

async function loginOf(role: DatabaseRole): Promise<Orm> {
  const orm = await openOrm({ url: loginAs(role, String(shop.ctx.orm.config.get('clientUrl'))), poolSize: 4 })
  logins.push(orm)
  return orm
}

test('crypto and card, a reorganisation and the end of the due day need no other rights than those of their roles', async () => {
  const role: ProcessorContext = { ...shop.processor, orm: await loginOf('processor') }
  const api = { ...shop.ctx, orm: await loginOf('api'), hear: () => workAll(role) }
  const btc = await openChain({ ...shop.ctx, orm: await loginOf('chain') }, 'BTC')
  const overdueAt = new Date(shop.ctx.clock.now().getTime() + 60_000)
  const { id: invoiceId, paymentAddress } = await sentInvoice(shop, { overdueAt })
  const read = () => invoiceOf(shop, invoiceId)
  shop.ctx.clock.set(overdueAt)
  await passDue({ ...shop.ctx, orm: await loginOf('payments') }, { invoiceId })
  expect(await read()).toMatchObject({ state: 'overdue' })

  await openInvoiceCard(api, { invoiceId })
  const deposit = output(paymentAddress ?? '', 80_000n, { tx: 1 })
  const at = shop.ctx.clock.now()
  shop.ctx.clock.advance(1_000)
  await btc.mine({ transfers: [deposit], at })
  await btc.mineEmpty(1)
  await btc.rollBack(2)
  expect(await read()).toMatchObject({ creditedMinor: 0n })
  await btc.mine({ transfers: [deposit] })
  await btc.mineEmpty(5)
  await workAll(role)
  expect(await read()).toMatchObject({ state: 'overdue', creditedMinor: 4_799n })

  expect((await quoteInvoice(api, { invoiceId })).quote).toMatchObject({ remainderMinor: 5_201n })
  await shop.pay(await openInvoiceCard(api, { invoiceId }))
  const card = (await listCards(shop.ctx.orm.em.fork(), { invoiceId })).find(({ state }) => state === 'pending')
  const { processorAccountId: account = null, checkoutSessionId = null } = card ?? {}
  await shop.tell({ type: 'checkout.session.completed', objectId: checkoutSessionId ?? '', account })
  await workAll(role)
  expect(await read()).toMatchObject({ state: 'paid', creditedMinor: 10_000n })
  await sweepInvoices({ ...shop.ctx, orm: await loginOf('relay') })
})

test.each(['payments', 'relay', 'chain', 'operator'] as const)(
  'the role %s has card pages of invoices closed, and asks the processor for nothing else',
  async (role) => {
    const orm = await loginOf(role)
    const ask = (kind: string, ref: string) =>
      insertTask(orm.em.fork(), { id: shop.ctx.ids.uuid(), kind, ref, request: {}, createdAt: shop.ctx.clock.now() })
    const { id: invoiceId } = await sentInvoice(shop)
    await openInvoiceCard({ ...shop.ctx, hear: () => workAll(shop.processor) }, { invoiceId })
    const [{ id: ofInvoice } = { id: '' }] = await listCards(shop.ctx.orm.em.fork(), { invoiceId })
    const { payment } = await shop.charge()
    const refusal = 'may have only card pages of invoices closed'
    for (const kind of ['account_link', 'card_page', 'dispute_accept']) await expect(ask(kind, ofInvoice)).rejects.toThrow(refusal)
    await expect(ask('card_close', payment.id)).rejects.toThrow(refusal)
    await expect(ask('card_close', shop.ctx.ids.uuid())).rejects.toThrow(refusal)
    await ask('card_close', ofInvoice)
  },
)
