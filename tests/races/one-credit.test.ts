import { CreateCardPaymentInput } from '@gateway/contract/cards/inputs'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { Orm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { readBusiness } from '@gateway/operations/businesses/read-business'
import { cardRows, draftCard } from '@gateway/operations/cards/charges/draft-card'
import { lockCard } from '@gateway/operations/cards/lifecycle/lock-card'
import { chargeOwners } from '@gateway/operations/jobs/charge-owners'
import { cryptoIds } from '@gateway/operations/kernel/ids'
import { transaction } from '@gateway/operations/kernel/transaction'
import { openChain, output, type TestChain } from '@gateway/operations/testing/test-chain'
import { invoiceEvents, invoiceOf, sentInvoice } from '@gateway/operations/testing/test-invoices'
import { closeShop, openShop, type TestShop } from '@gateway/operations/testing/test-shop'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOrmWithLongTimeouts } from '../support/orm-with-long-timeouts.ts'
import { rounds } from '../support/rounds.ts'
import { raceFrom } from './barrier.ts'

const CALLERS = 4
/** Connections of each caller. */
const HANDS = 3
/** Twenty rounds, as of `npm run test:race`, make four hundred; the few rounds of the suite are smaller too. */
const INVOICES = rounds < 20 ? 12 : 20
/** 100.00 US dollars at 60 000. */
const DUE = 166_667n

let shop: TestShop
let btc: TestChain
let orms: Orm[]
beforeAll(async () => {
  shop = await openShop({ ids: cryptoIds }, INVOICES * rounds)
  btc = await openChain(shop.ctx, 'BTC')
  const url = String(shop.ctx.orm.config.get('clientUrl'))
  orms = await Promise.all(Array.from({ length: CALLERS }, () => openOrmWithLongTimeouts({ url, poolSize: HANDS })))
})
afterAll(async () => {
  await Promise.all(orms.map((orm) => orm.close()))
  await closeShop(shop)
})

test(`R5: ${INVOICES} invoices paid by card and by crypto at once are paid once, and the second money is kept; ${rounds} rounds`, async () => {
  for (let round = 0; round < rounds; round++) {
    const raced = await openAll(round)
    await raceAll(raced)
    for (const one of raced) expect(await faultsOf(one)).toEqual([])
  }
})

interface Raced {
  readonly invoiceId: string
  readonly card: CardPaymentEntity
}

/** The invoices of a round, each with a deposit that lacks one confirmation, and with a card payment over the whole. */
async function openAll(round: number): Promise<Raced[]> {
  const invoices: Awaited<ReturnType<typeof sentInvoice>>[] = []
  for (let n = 0; n < INVOICES; n++) invoices.push(await sentInvoice(shop))
  const paid = invoices.map(({ paymentAddress }, at) => output(paymentAddress ?? '', DUE, { tx: round * INVOICES + at + 1 }))
  await btc.mine({ transfers: paid, at: shop.ctx.clock.now() })
  shop.ctx.clock.advance(1_000)
  const em = shop.ctx.orm.em.fork()
  const business = await readBusiness(em, { ...shop.actor, businessId: shop.businessId })
  const terms = CreateCardPaymentInput.parse({ amount: 10_000 })
  const cards = invoices.map(({ id: invoiceId }) => {
    const { payment, escrow } = draftCard(shop.ctx, { business, terms, processorAccountId: 'acct_1', invoiceId })
    return { payment: Object.assign(payment, { isReopenable: true }), escrow }
  })
  await insertTogether(em, cards.flatMap(cardRows))
  return cards.map(({ payment: card }, at) => ({ invoiceId: invoices[at]?.id ?? '', card }))
}

/** The block that confirms all deposits, while four processes hear of the charges. */
async function raceAll(raced: readonly Raced[]): Promise<void> {
  const charge = ({ card }: Raced, at: number) => {
    const ctx = { ...shop.ctx, orm: orms[at % CALLERS] ?? shop.ctx.orm }
    return transaction(ctx, async (em) => {
      const { payment } = await lockCard(em, { paymentId: card.id })
      await chargeOwners.invoice.charged(em, ctx, Object.assign(payment, { capturedMinor: payment.amountMinor }))
    })
  }
  const url = String(shop.ctx.orm.config.get('clientUrl'))
  await raceFrom({ url, table: 'invoice', waiting: CALLERS * HANDS + 1 }, () => Promise.all([btc.mineEmpty(1), ...raced.map(charge)]))
}

/** The faults of an invoice that was raced for. */
async function faultsOf({ invoiceId, card }: Raced): Promise<string[]> {
  const db = tables(shop.ctx.orm.em.fork())
  const { state, creditedMinor } = await invoiceOf(shop, invoiceId)
  const events = await invoiceEvents(shop, invoiceId)
  const credits = await db.selectFrom('invoice_credit').selectAll().where('invoiceId', '=', invoiceId).execute()
  const { heldIn } = await db.selectFrom('deposit').select('heldIn').where('subjectId', '=', invoiceId).executeTakeFirstOrThrow()
  const byCard = credits.find(({ cardPaymentId }) => cardPaymentId === card.id)
  const isKept = heldIn === 'suspense:late' ? byCard?.creditedMinor === 10_000n : byCard?.surplusMinor === 10_000n
  return [
    ...(state === 'paid' && creditedMinor === 10_000n ? [] : [`it is ${state} with ${creditedMinor}`]),
    ...(events.join() === 'invoice.paid' ? [] : [`it told ${events.join()}`]),
    ...(isKept ? [] : [`the second money is not kept: ${heldIn}, ${byCard?.surplusMinor}`]),
  ]
}
