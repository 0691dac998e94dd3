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
    for (const [at, { id }] of drafts.entries()) await expectConsistent(id, ended[at] ?? [])
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

/** Proves that an invoice is what those who had their way have made of it: gone, a draft, or sent and paid for the amount as sent. */
async function expectConsistent(id: string, won: readonly string[]): Promise<void> {
  const db = tables(shop.ctx.orm.em.fork())
  const invoice = await db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirst()
  const { status } = await db.selectFrom('invoice_number').select('status').where('objectId', '=', id).executeTakeFirstOrThrow()
  const amount = won.includes('update') ? 25_000n : 11_900n
  const quotes = await db.selectFrom('invoice_quote').select('remainderMinor').where('invoiceId', '=', id).execute()
  const documents = await db.selectFrom('invoice_document').select('id').where('id', '=', id).execute()
  const isPaid = won.includes('pay')
  const isSent = isPaid || won.includes('publish')
  const found = [invoice?.amountMinor, invoice?.creditedMinor, status, won.includes('remove'), documents.length]
  const kept = [amount, isPaid ? amount : 0n, 'used', false, isSent ? 1 : 0]
  expect([won, found]).toEqual([won, invoice ? kept : [undefined, undefined, 'void', true, 0]])
  expect([won, quotes.every(({ remainderMinor }) => isSent && remainderMinor === amount)]).toEqual([won, true])
}
