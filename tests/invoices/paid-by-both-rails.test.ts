import { payCheckout } from '@gateway/devnet/stripe/visit-pages'
import { onboardCards } from '@gateway/scripts/demo/onboard-cards'
import { payAsset } from '@gateway/scripts/pay/rails'
import { eventually } from '@gateway/testing/wait'
import { invoiceChanged, invoiceWorkflowId } from '@gateway/workflows/invoices/signals'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CardShop, cardShopOf } from '../support/cards.ts'
import { hasReadAll } from '../support/chain-heights.ts'
import { say } from '../support/say.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'
import { mine } from '../support/story.ts'
import { openTemporal } from '../support/temporal.ts'

type Members = Readonly<Record<string, unknown>>
const SATS = 100_000_000

let story: Shared
let shop: CardShop
beforeAll(async () => {
  story = await sharedStory()
  shop = cardShopOf(story.shop)
  await onboardCards(shop)
})
afterAll(() => story?.close())

/** An invoice over 100.00 US dollars in bitcoin that is published. */
async function publish(terms: Members = {}): Promise<string> {
  const wish = { business_id: shop.businessId, amount: 100, currency: 'USD', crypto_currency: 'BTC', ...terms }
  const { status, body } = await shop.request('POST /invoices', wish)
  expect([status, body['status']]).toEqual([201, 'draft'])
  const published = await shop.request(`POST /invoices/${String(body['id'])}/publish`)
  expect([published.status, published.body['status']]).toEqual([200, 'sent'])
  return String(body['id'])
}

const read = async (id: string): Promise<Members> => (await shop.request(`GET /invoices/${id}`)).body
const ask = async (id: string): Promise<Members> => (await say(shop.api, `GET /invoices/${id}/pay`)).body
const cardPage = async (id: string): Promise<string> => {
  const answer = await fetch(`${shop.api}/now/${id}/card`, { redirect: 'manual' })
  expect(answer.status).toBe(303)
  return answer.headers.get('location') ?? ''
}
const send = (to: unknown, coins: number) => payAsset(story.chains, 'BTC', { to: String(to), units: BigInt(Math.round(coins * SATS)) })
const eventsOf = (id: string): string[] =>
  [...new Map(shop.receiver.received.flatMap((event) => (event.data['id'] === id ? [[event.sequence, event.type] as const] : [])))]
    .toSorted(([a], [b]) => a - b)
    .map(([, type]) => type)

/** Reads an invoice again and again, and mines whenever the chain is read, until it is in order. */
const reaches = (id: string, isThere: (invoice: Members) => boolean): Promise<Members> =>
  eventually(`invoice ${id} to reach the awaited state`, async () => {
    const isRead = await hasReadAll(story, 'BTC')
    const invoice = await read(id)
    if (isThere(invoice)) return invoice
    if (isRead) await mine(story, 'BTC', 1)
    return undefined
  })

/** The due day has ended an hour ago, as far as row and workflow know: its timer is what fires. */
async function endDueDay(id: string): Promise<void> {
  const ended = `UPDATE invoice SET overdue_at = now() - interval '1 hour' WHERE id = $1 RETURNING overdue_at, event_sequence`
  const { rows } = await story.sql.query<{ overdue_at: Date; event_sequence: number }>(ended, [id])
  const [{ overdue_at: dueAt, event_sequence: sequence } = { overdue_at: new Date(), event_sequence: 0 }] = rows
  const client = await openTemporal(story)
  const run = client.workflow.getHandle(invoiceWorkflowId(id))
  const known = { sequence, state: 'sent', dueAt: dueAt.toISOString() } as const
  await eventually('the run of the invoice', () =>
    run.signal(invoiceChanged, known).then(
      () => true,
      () => false,
    ),
  )
  await client.connection.close()
}

const isPaid = ({ status }: Members): boolean => status === 'paid'

describe('an invoice', () => {
  test('Half is paid by crypto and the rest by card, on the same page; it is paid once, and the shop hears of both.', async () => {
    const id = await publish()
    const asked = await ask(id)
    expect(asked).toMatchObject({ status: 'sent', amount: 100, cryptoCurrency: 'BTC', paymentAddress: expect.any(String) })
    await send(asked['paymentAddress'], Number(asked['cryptoAmount']) / 2)
    const part = await reaches(id, ({ amount_paid: paid }) => Number(paid) > 0)
    expect(part).toMatchObject({ status: 'sent', amount_paid: expect.closeTo(50, 1), amount_due: expect.closeTo(50, 1) })
    expect(await payCheckout(await cardPage(id))).toMatchObject({ outcome: 'paid' })
    expect(await reaches(id, isPaid)).toMatchObject({ amount_paid: 100, amount_due: 0 })
    const { body } = await shop.request('GET /cards/payments')
    const own = (body['payments'] as Members[]).filter(({ invoice_id: invoice }) => invoice === id)
    expect(own).toMatchObject([{ status: 'succeeded', escrow_id: null }])
    await eventually('the webhooks of the invoice', async () => eventsOf(id).includes('invoice.paid'))
    expect(eventsOf(id)).toEqual(['invoice.sent', 'invoice.updated', 'invoice.paid'])
    expect(await shop.cardEvents(own[0]?.['id'], 1)).toMatchObject([{ type: 'card_payment_success' }])
  })

  test('A card is charged while crypto is in flight: it is paid once, and the second money is kept and shown.', async () => {
    const id = await publish()
    const asked = await ask(id)
    const page = await cardPage(id)
    await send(asked['paymentAddress'], Number(asked['cryptoAmount']))
    expect(await payCheckout(page)).toMatchObject({ outcome: 'paid' })
    await reaches(id, isPaid)
    const again = await fetch(`${shop.api}/now/${id}/card`, { redirect: 'manual' })
    expect(again.headers.get('location')).toContain(`/now/${id}`)
    await eventually('the deposit to be booked', async () => {
      const isRead = await hasReadAll(story, 'BTC')
      const { rows } = await story.sql.query(`SELECT held_in FROM deposit WHERE subject_id = $1 AND credit_revision IS NOT NULL`, [id])
      if (rows.length === 0 && isRead) await mine(story, 'BTC', 1)
      return rows.length > 0
    })
    const { rows } = await story.sql.query(
      `SELECT credited_minor::int AS credited, surplus_minor::int AS surplus FROM invoice_credit WHERE invoice_id = $1`,
      [id],
    )
    expect(rows.reduce((sum: number, { credited }: { credited: number }) => sum + credited, 0)).toBe(10_000)
    expect(eventsOf(id).filter((type) => type === 'invoice.paid')).toHaveLength(1)
  })

  test('A deposit after its quote has ended is credited by no guess; the page quotes anew, and that is what pays.', async () => {
    const id = await publish()
    const asked = await ask(id)
    await story.sql.query(
      `UPDATE invoice_quote SET valid_from = valid_from - interval '1 hour', valid_until = valid_until - interval '1 hour' WHERE invoice_id = $1`,
      [id],
    )
    await send(asked['paymentAddress'], Number(asked['cryptoAmount']))
    await eventually('the late deposit to be booked', async () => {
      const isRead = await hasReadAll(story, 'BTC')
      const { rows } = await story.sql.query(`SELECT FROM deposit WHERE subject_id = $1 AND held_in = 'suspense:late'`, [id])
      if (rows.length === 0 && isRead) await mine(story, 'BTC', 1)
      return rows.length > 0
    })
    expect(await read(id)).toMatchObject({ status: 'sent', amount_paid: 0, amount_due: 100 })
    const anew = await ask(id)
    expect(Date.parse(String(anew['expiresAt']))).toBeGreaterThan(Date.parse(String(asked['expiresAt'])) - 1)
    await send(anew['paymentAddress'], Number(anew['cryptoAmount']))
    await reaches(id, isPaid)
    const refused = await shop.request(`POST /invoices/${id}/cancel`)
    expect([refused.status, refused.body['code']]).toEqual([400, 'INVALID_STATE'])
  })

  test('It goes overdue when its due day has ended, stays payable, and is paid.', async () => {
    const dueDate = new Date(Date.now() + 24 * 60 * 60 * 1_000).toISOString().slice(0, 10)
    const id = await publish({ due_date: dueDate })
    await endDueDay(id)
    await eventually('the invoice to be overdue', async () => (await read(id))['status'] === 'overdue')
    const asked = await ask(id)
    await send(asked['paymentAddress'], Number(asked['cryptoAmount']))
    await reaches(id, isPaid)
    await eventually('the webhooks of the invoice', async () => eventsOf(id).includes('invoice.paid'))
    expect(eventsOf(id)).toEqual(['invoice.sent', 'invoice.overdue', 'invoice.paid'])
  })
})
