import { createHash } from 'node:crypto'
import type { CaseInvoice, ShownInvoice } from '../oracle/case.ts'
import { untilTaken } from './customer.ts'
import type { LivedInvoice } from './live-invoices.ts'
import type { Market } from './workload.ts'

/** The members of the portal's answer that are judged. */
interface Detail {
  readonly invoice: { readonly status: string; readonly amount_paid: number }
  readonly deposits: readonly { readonly status: string }[]
  readonly cards: readonly { readonly surplus: number }[]
  readonly documents: readonly { readonly sha256: string | null }[]
  readonly needs_decision: boolean
}

/** Reads what the portal shows of each invoice at the end of a run, and its document. */
export const showInvoices = (market: Market, lived: readonly LivedInvoice[]): Promise<CaseInvoice[]> =>
  Promise.all(lived.map(async (invoice) => ({ ...invoice, shown: await untilTaken(market.journal, () => show(market, invoice.id)) })))

/** Null for a draft that was deleted. */
async function show({ api, shops }: Market, id: string): Promise<ShownInvoice | null> {
  const { key, token } = shops.invoices()
  const input = encodeURIComponent(JSON.stringify({ id }))
  const answer = await ask(`${api}/trpc/invoices.portal.detail?input=${input}`, token)
  if (answer.status === 404) return null
  // The API's own tests check the shape.
  const { data: detail } = ((await answer.json()) as { result: { data: Detail } }).result
  const document = await ask(`${api}/api/invoices/${id}/pdf`, key)
  const sha256 = createHash('sha256')
    .update(Buffer.from(await document.arrayBuffer()))
    .digest('hex')
  return {
    status: detail.invoice.status,
    paidCents: Math.round(detail.invoice.amount_paid * 100),
    held: detail.deposits.filter(({ status }) => status === 'held').length,
    surplusCents: detail.cards.reduce((sum, { surplus }) => sum + Math.round(surplus * 100), 0),
    needsDecision: detail.needs_decision,
    hasDocument: document.status === 200 && detail.documents.some((one) => one.sha256 === sha256),
  }
}

/** @throws {Error} for an answer that may be another one soon. */
async function ask(url: string, key: string): Promise<Response> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  if (answer.status !== 200 && answer.status !== 404) throw new Error(`${url} answered ${answer.status}`)
  return answer
}
