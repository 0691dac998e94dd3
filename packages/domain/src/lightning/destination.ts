import type { LightningRefusal } from './request.ts'

/** Where a send goes: an invoice, or an address that gives one. */
export type LightningDestination =
  | { readonly kind: 'invoice'; readonly paymentRequest: string }
  | { readonly kind: 'address'; readonly username: string; readonly host: string }

/** The longest invoice that is handed to the node; LND itself refuses more than 7089 characters. */
const LONGEST_INVOICE = 7_089
const INVOICE = /^ln(?:bc|tbs?|bcrt|sb)[0-9a-z]*1[02-9ac-hj-np-z]+$/
/** LUD-16: letters, digits, `-`, `_`, `.` and a tag with `+`. */
const NAME = /^[a-z0-9_.+-]{1,64}$/
/** A DNS name of two labels and more, or `localhost`, with a port for networks of developers. */
const HOST = /^(?=.{1,253}(?::|$))(?:(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?::[1-9]\d{0,4})?$/

/**
 * Reads a destination as people paste it: blanks around and `lightning:` before it are dropped, in any case; an invoice is handed on in one case (BOLT11
 * allows both, mixed in none), an address in lower case.
 *
 * @returns undefined for a text that is neither. Whether an invoice can be read decides the node alone.
 */
export function findDestination(raw: string): LightningDestination | undefined {
  const text = raw.trim().replace(/^lightning:(?:\/\/)?/i, '')
  const lower = text.toLowerCase()
  if (INVOICE.test(lower)) return isOneCase(text) && text.length <= LONGEST_INVOICE ? { kind: 'invoice', paymentRequest: lower } : undefined
  const [username, host, ...more] = lower.split('@')
  if (username === undefined || host === undefined || more.length > 0) return undefined
  return NAME.test(username) && HOST.test(host) ? { kind: 'address', username, host } : undefined
}

/** Anybody can sign an invoice for the hash of another one: it is the same only in all of its text, in either case. */
export const isSameInvoice = (one: { readonly paymentRequest: string }, other: { readonly paymentRequest: string }): boolean =>
  one.paymentRequest.toLowerCase() === other.paymentRequest.toLowerCase()

/** Why an invoice is not paid that has the payment hash of one of this service, and is not that one. */
export const FOREIGN_SIGNED = {
  reason: 'invalid',
  field: 'destination',
  message: 'has the payment hash of an invoice of this service, and is not that invoice',
} as const satisfies LightningRefusal

const isOneCase = (text: string): boolean => text === text.toLowerCase() || text === text.toUpperCase()
