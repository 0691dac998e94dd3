import { html, type Markup } from '../html.ts'
import { icon } from '../parts/icons.ts'
import type { Checkout } from './checkout.ts'

/** Whole, because a receipt is compared with a wallet; a link where an explorer knows it. */
export function transactionId({ explorerTx }: Checkout, txHash: string): Markup {
  const shown = html`<bdi dir="ltr" class="mono hash">${txHash}</bdi>`
  return explorerTx === undefined ? shown : html`<a href="${explorerTx}${txHash}" rel="noreferrer">${shown}</a>`
}

/** The button to the explorer; undefined without an explorer or a transaction. */
export const transactionButton = ({ t, payment, explorerTx }: Checkout): Markup | undefined =>
  explorerTx === undefined || payment.tx_hash === null
    ? undefined
    : html`<a class="btn" id="explorer" href="${explorerTx}${payment.tx_hash}" rel="noreferrer">${icon('external')}${t.viewTransaction}</a>`
