import { html, type Markup, prose } from '@gateway/pages/html'
import { docTable } from '../parts/doc-table.ts'
import { at, type Json } from '../reference/json.ts'

/** Members of a payment with a sentence each. */
type Members = Readonly<Record<string, string>>

/** What a customer needs to pay. */
const payable: Members = {
  checkout_url: 'A page of its own, on which your customer pays. Send them there, or show the other members on a page of yours.',
  crypto_amount: 'The exact amount to send. It is a string: show it as it is, never put it into a float.',
  payment_address: 'Where to send it. The address belongs to this payment, and to no other one ever.',
  payment_uri: 'A link that opens a wallet with address and amount filled in. `qr_code` is the same as a picture.',
  expires_at: 'Until when the price holds. The address is watched for longer.',
}

/** What tells a merchant why a payment is not as it should be. */
const explaining: Members = {
  exceptions: 'Every exception of the payment; empty when all is normal.',
  amount_received: 'What arrived in the coin of the payment.',
  amount_due: 'The missing amount; never below 0.',
  amount_refunded: 'The amount returned to the payer.',
  resolution: 'How the payment became good: paid in full, within the tolerance, or accepted below its amount.',
  deposits: 'Everything that arrived, another coin or token too, with its transaction, and whether it counts.',
  payouts: 'Everything that left or is about to, and why it waits.',
}

/** The members that a customer needs, as far as this version has them. */
export const payableTable = (description: Json): Markup => memberTable(payable, description, 'Use it for')

/** The members that explain an exception, as far as this version has them. */
export const explainingTable = (description: Json): Markup => memberTable(explaining, description, 'What it says')

function memberTable(members: Members, description: Json, heading: string): Markup {
  const known = at(description, 'components', 'schemas', 'Payment', 'properties')
  return docTable({
    headings: ['Member', heading],
    rows: Object.entries(members)
      .filter(([name]) => name in known)
      .map(([name, sentence]) => ({
        cells: [html`<a href="/docs/reference/payments#Payment.${name}"><code>${name}</code></a>`, prose(sentence)],
      })),
  })
}
