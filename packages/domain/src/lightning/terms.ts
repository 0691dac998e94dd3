import { MSAT_PER_SAT } from './amounts.ts'
import type { LightningRefusal, SendWanted } from './request.ts'

/** What the node has read from an invoice. */
export interface ReadInvoice {
  readonly amountMsat: bigint | null
  readonly descriptionHash: string | null
  readonly expiresAt: Date
}

/** What is paid: the amount, and what of it the node is told, because it refuses an amount beside one of the invoice. */
export interface SendTerms {
  readonly amountMsat: bigint
  readonly namedMsat: bigint | null
}

/**
 * What a send of an invoice pays, or why it pays nothing. The amount is that of the invoice, which the caller's has to equal, or the caller's where the
 * invoice has none. An invoice that an address has given carries the amount that was asked for and the hash of its metadata (LUD-06).
 */
export function termsOfSend(
  { amountMsat: wanted, descriptionHash }: Pick<SendWanted, 'amountMsat' | 'descriptionHash'>,
  invoice: ReadInvoice,
  now: Date,
): SendTerms | LightningRefusal {
  const asked = wanted === null ? null : BigInt(wanted)
  if (descriptionHash !== null && (invoice.descriptionHash !== descriptionHash || invoice.amountMsat !== asked))
    return invalid('destination', 'the address has given an invoice for another amount or another description')
  if (invoice.expiresAt <= now) return invalid('destination', 'the invoice has expired')
  if (invoice.amountMsat === null)
    return asked === null ? invalid('amount_sats', 'is required: the invoice has no amount') : { amountMsat: asked, namedMsat: asked }
  if (asked !== null && asked !== invoice.amountMsat)
    return invalid('amount_sats', `must be that of the invoice: ${satsText(invoice.amountMsat)}`)
  return { amountMsat: invoice.amountMsat, namedMsat: null }
}

/** True for what is no refusal. */
export const areTerms = (read: SendTerms | LightningRefusal): read is SendTerms => 'namedMsat' in read

const satsText = (msat: bigint): string => (msat % MSAT_PER_SAT === 0n ? `${msat / MSAT_PER_SAT} sats` : `${msat} millisatoshis`)
const invalid = (field: 'destination' | 'amount_sats', message: string): LightningRefusal => ({ reason: 'invalid', field, message })
