import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Prefix and length of the random part of each kind of id, as the processor makes them. */
const kinds = {
  account: ['acct_1', 15],
  'checkout.session': ['cs_test_a1', 56],
  payment_intent: ['pi_3', 23],
  charge: ['ch_3', 23],
  /** A charge of a method other than a card, and the payment that a transfer makes. */
  payment: ['py_3', 23],
  application_fee: ['fee_1', 23],
  fee_refund: ['fr_1', 23],
  refund: ['re_3', 23],
  /** What a reversal takes from the payment at its destination. */
  payment_refund: ['pyr_3', 23],
  transfer: ['tr_3', 23],
  transfer_reversal: ['trr_1', 23],
  dispute: ['du_1', 23],
  payout: ['po_1', 23],
  balance_transaction: ['txn_3', 23],
  file: ['file_1', 23],
  event: ['evt_1', 23],
  line_item: ['li_1', 23],
  request: ['req_', 14],
  link: ['', 24],
} as const satisfies Record<string, readonly [string, number]>

/** A kind of object that has ids. */
export type IdKind = keyof typeof kinds

/** Creates an id with the processor's prefix. */
export function createId(kind: IdKind): string {
  const [prefix, length] = kinds[kind]
  return prefix + Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
