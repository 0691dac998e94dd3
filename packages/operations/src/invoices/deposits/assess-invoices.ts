import { findCredits, reverseCredits } from '@gateway/db/invoices/money/credit-queries'
import { findDecidingQuotes } from '@gateway/db/invoices/money/quote-queries'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import { lockInvoices } from '@gateway/db/invoices/money/invoice-queries'
import type { Em } from '@gateway/db/orm'
import { readReorganisation } from '../../chainwatch/cursor/chain-view.ts'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { DepositChange } from '../../kernel/address-owners.ts'
import type { Context } from '../../kernel/context.ts'
import { readQuotes } from '../../rates/read-quotes.ts'
import type { DepositCredit, KnownInvoice } from '../crediting/credit-amounts.ts'
import { settleInvoice } from '../crediting/settle-invoice.ts'
import { creditLedger } from './credit-ledger.ts'
import { type CryptoInvoice, hasAddress } from './invoice-holding.ts'
import { planRounds } from './plan-rounds.ts'
import { raisePolicy, readPolicies } from './raise-policy.ts'

/**
 * Assesses invoices by everything known of their deposits: takes back what a reorganisation has removed, books and credits confirmed deposits, and plans the
 * next round of forwarding. All within the scanner's transaction; repeated facts change nothing.
 */
export async function assessInvoices(em: Em, ctx: Context, { chain, ids, view }: DepositChange): Promise<void> {
  const invoices = (await lockInvoices(em, ids)).filter(hasAddress)
  const known = await readKnown(em, invoices)
  const caution = { view, reorganisedAt: await readReorganisation(em, chain), prices: await pricesOf(em, known) }
  for (const one of known) {
    const left = await takeBack(em, ctx, one)
    const policy = await raisePolicy(em, left, caution)
    const credits = await creditLedger(em, ctx, { known: left, policy, view })
    await giveCredit(em, ctx, { invoice: left.invoice, credits })
  }
  await planRounds(em, ctx, known)
}

type Known = KnownInvoice<CryptoInvoice>

async function readKnown(em: Em, invoices: readonly CryptoInvoice[]): Promise<Known[]> {
  const invoiceIds = invoices.map(({ id }) => id)
  const deposits = Map.groupBy(await readDeposits(em, 'invoice', invoiceIds), ({ subjectId }) => subjectId)
  const quotes = Map.groupBy(await findDecidingQuotes(em, { invoiceIds }), ({ invoiceId }) => invoiceId)
  const credits = Map.groupBy(await findCredits(em, { invoiceIds }), ({ invoiceId }) => invoiceId)
  const policyOf = await readPolicies(em, invoiceIds)
  return invoices.map((invoice) => ({
    invoice,
    policy: policyOf(invoice.id),
    deposits: deposits.get(invoice.id) ?? [],
    quotes: quotes.get(invoice.id) ?? [],
    credits: credits.get(invoice.id) ?? [],
  }))
}

const pricesOf = (em: Em, known: readonly Known[]) =>
  readQuotes(
    em,
    known.flatMap(({ quotes }) => quotes.at(-1) ?? []),
  )

/** Takes credits back whose deposits are not in the ledger any more; a paid invoice stays paid, and an alarm has told of the block. */
async function takeBack(em: Em, ctx: Context, known: Known): Promise<Known> {
  const { invoice, deposits, credits } = known
  const booked = new Set(deposits.map(({ id, creditRevision }) => `${id} ${creditRevision}`))
  const isLost = ({ depositId, revision }: Known['credits'][number]): boolean =>
    depositId !== null && !booked.has(`${depositId} ${revision}`)
  const lost = credits.filter(isLost)
  if (lost.length === 0) return known
  const at = ctx.clock.now()
  await reverseCredits(em, { ids: lost.map(({ id }) => id), at })
  await settleInvoice(em, ctx, { invoice, byMinor: -sumOf(lost) })
  return { ...known, credits: credits.filter((credit) => !isLost(credit)) }
}

async function giveCredit(
  em: Em,
  ctx: Context,
  { invoice, credits }: { invoice: CryptoInvoice; credits: readonly DepositCredit[] },
): Promise<void> {
  if (credits.length === 0) return
  const createdAt = ctx.clock.now()
  const rows = credits.map(({ deposit, quote, creditedMinor }) => ({
    id: ctx.ids.uuid(),
    invoiceId: invoice.id,
    depositId: deposit.id,
    revision: deposit.creditRevision,
    cardPaymentId: null,
    invoiceQuoteId: quote.id,
    creditedMinor,
    surplusMinor: 0n,
    createdAt,
    reversedAt: null,
  }))
  await insertTogether(em, [{ into: 'invoice_credit', rows }])
  await settleInvoice(em, ctx, { invoice, byMinor: sumOf(credits) })
}

const sumOf = (credits: readonly { readonly creditedMinor: bigint }[]): bigint =>
  credits.reduce((sum, { creditedMinor }) => sum + creditedMinor, 0n)
