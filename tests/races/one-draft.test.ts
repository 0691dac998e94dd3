import { UpdateInvoiceInput } from '@gateway/contract/invoices/inputs'
import type { Orm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { ConcurrentUpdate } from '@gateway/domain/kernel/repeat'
import { deleteInvoice, updateInvoice } from '@gateway/operations/invoices/drafts/update-invoice'
import { publishInvoice } from '@gateway/operations/invoices/sending/send-invoice'
import { markPaid } from '@gateway/operations/invoices/settling/mark-paid'
import { cryptoIds } from '@gateway/operations/kernel/ids'
import { invoicesOf } from '@gateway/operations/testing/invoices-of-shop'
import { closeShop, openShop, type TestShop } from '@gateway/operations/testing/test-shop'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOrmWithLongTimeouts } from '../support/orm-with-long-timeouts.ts'
import { rounds } from '../support/rounds.ts'
import { raceFrom } from './barrier.ts'

/** Connections that the callers share. */
const HANDS = 10
/** Twenty rounds make three hundred. */
const INVOICES = 15

let shop: TestShop
let orm: Orm
beforeAll(async () => {
  shop = await openShop({ ids: cryptoIds }, INVOICES * rounds)
  orm = await openOrmWithLongTimeouts({ url: String(shop.ctx.orm.config.get('clientUrl')), poolSize: HANDS })
})
afterAll(async () => {
  await orm.close()
  await closeShop(shop)
})

const { create, named, register } = invoicesOf(() => shop)

test(`R16: of an update, a deletion, a dispatch and a payment at once only drafts change, and what is paid is the amount as sent; ${rounds} rounds of ${INVOICES}`, async () => {
  for (let round = 0; round < rounds; round++) {
    const drafts = await Promise.all(Array.from({ length: INVOICES }, () => create({ crypto_currency: 'BTC', currency: 'USD' })))
    const url = String(shop.ctx.orm.config.get('clientUrl'))
    const ended = await raceFrom({ url, table: 'invoice', waiting: HANDS }, () =>
      Promise.all(drafts.map(({ id }, at) => raceFor(id, at % 3 === 0))),
    )
    for (const [at, { id }] of drafts.entries()) expect(await faultsOf(id, ended[at] ?? [])).toEqual([])
  }
  const numbers = (await register()).map(({ number }) => number)
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
})

/** Which of those who race had their way. */
async function raceFor(id: string, isRemoved: boolean): Promise<string[]> {
  const ctx = { ...shop.ctx, orm }
  const changes = UpdateInvoiceInput.parse({ id, amount: 250 })
  const racers = {
    update: () => updateInvoice(ctx, { actor: shop.actor, changes }),
    publish: () => publishInvoice(ctx, named(id)),
    pay: () => publishAgain(ctx, id).then(() => markPaid(ctx, named(id))),
    ...(isRemoved && { remove: () => deleteInvoice(ctx, named(id)) }),
  }
  const ended = await Promise.allSettled(Object.values(racers).map((race) => race()))
  return Object.keys(racers).filter((_, at) => ended[at]?.status === 'fulfilled')
}

/** Publishes, once more after a change that came between. */
const publishAgain = (ctx: TestShop['ctx'], id: string) =>
  publishInvoice(ctx, named(id)).catch((error: unknown) => {
    if (error instanceof ConcurrentUpdate) return publishInvoice(ctx, named(id))
    throw error
  })

/** The faults of an invoice that was raced for. */
async function faultsOf(id: string, won: readonly string[]): Promise<string[]> {
  const db = tables(shop.ctx.orm.em.fork())
  const invoice = await db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirst()
  const { status } = await db.selectFrom('invoice_number').select('status').where('objectId', '=', id).executeTakeFirstOrThrow()
  if (!invoice) return status === 'void' && !won.includes('publish') && !won.includes('pay') ? [] : [`deleted, ${status}, ${won.join()}`]
  const asSent = await db.selectFrom('invoice_document').select('content').where('id', '=', id).executeTakeFirst()
  const amount = won.includes('update') ? 25_000n : 11_900n
  const quotes = await db.selectFrom('invoice_quote').select('remainderMinor').where('invoiceId', '=', id).execute()
  return [
    ...(status === 'used' && !won.includes('remove') ? [] : [`kept, ${status}, ${won.join()}`]),
    ...(invoice.amountMinor === amount ? [] : [`asks for ${invoice.amountMinor} after ${won.join()}`]),
    ...((invoice.state === 'draft') === (asSent === undefined) ? [] : [`is ${invoice.state} with ${asSent ? 'a' : 'no'} document`]),
    ...(quotes.every(({ remainderMinor }) => remainderMinor === amount) ? [] : ['is quoted for another amount than was sent']),
    ...(invoice.state === 'paid' && invoice.creditedMinor !== amount ? [`is paid by ${invoice.creditedMinor}`] : []),
  ]
}
