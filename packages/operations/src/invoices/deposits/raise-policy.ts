import { findStrictest, raiseConfirmations } from '@gateway/db/invoices/money/quote-queries'
import type { Em } from '@gateway/db/orm'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import { assetOf } from '@gateway/domain/money/asset'
import { usdCents } from '@gateway/domain/money/rate'
import { sumUnits } from '@gateway/domain/money/units'
import type { ConfirmationPolicy } from '@gateway/domain/payments/payment-rules'
import { cautiousPolicy } from '@gateway/domain/payments/reorg-caution'
import type { Quote } from '@gateway/domain/rates/quote'
import type { KnownInvoice } from '../crediting/credit-amounts.ts'
import { readRules } from '../../payments/rules/read-rules.ts'
import type { CryptoInvoice } from './invoice-holding.ts'

/** What decides about confirmations beside the amount. */
interface Caution {
  readonly view: ChainView
  readonly reorganisedAt: Date | null
  /** The prices that quotes were made at. */
  readonly prices: ReadonlyMap<string, Quote>
}

/** A weakest policy, which any other raises. */
const none: ConfirmationPolicy = { confirmations: 1, finality: false }

/** The confirmations that invoices ask of their deposits, by their ids: the most that any of their quotes asks. */
export async function readPolicies(em: Em, invoiceIds: readonly string[]): Promise<(id: string) => ConfirmationPolicy> {
  const strictest = await findStrictest(em, { invoiceIds })
  return (id) => strictest.get(id) ?? none
}

/**
 * Raises the confirmations that an invoice asks for, never lowers them, as for payments: when more arrives in blocks than a quote asked for, after a
 * reorganisation, and where coins cannot be spent before some depth. The newest quote keeps it.
 *
 * @returns what is asked now.
 */
export async function raisePolicy(em: Em, known: KnownInvoice<CryptoInvoice>, caution: Caution): Promise<ConfirmationPolicy> {
  const newest = known.quotes.at(-1)
  const price = newest && caution.prices.get(newest.quoteId)
  if (!newest || !price) return known.policy
  const asset = assetOf(known.invoice.asset)
  const mined = known.deposits.filter((deposit) => deposit.asset === asset.code && deposit.state === 'included')
  const received = sumUnits(mined)
  const worth = usdCents(received > newest.dueUnits ? received : newest.dueUnits, asset, price.usdRate)
  const rulesOf = await readRules(em, [newest])
  const leastConfirmations = mined.reduce((most, deposit) => Math.max(most, deposit.leastConfirmations), 0)
  const risk = { reorganisedAt: caution.reorganisedAt, at: caution.view.at, leastConfirmations }
  const before = known.policy
  const raised = cautiousPolicy({ rules: rulesOf(newest), chain: asset.chain, usdCents: worth }, risk, before)
  if (raised.confirmations === before.confirmations && raised.finality === before.finality) return before
  Object.assign(newest, { confirmationsRequired: raised.confirmations, finalityRequired: raised.finality })
  await raiseConfirmations(em, newest)
  return raised
}
