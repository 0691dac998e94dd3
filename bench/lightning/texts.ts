import type { SectionText } from '../section.ts'

/** How many sends or invoices are under way at once. */
export const AT_ONCE = 16
/** The wallets that send: those of one are booked one after the other. */
export const WALLETS = 16
/** What each of them is about. */
export const SATS = 10

const BESIDE = 'Measured beside other programs with a load average of 9 on two cores. '
const SENDS_REASON = `${BESIDE}A send waits for the processor in api, payer and Postgres as well as in both nodes; from one wallet alone it is slower, because bookings of a wallet follow one another.`
const INVOICES_REASON = `${BESIDE}The node alone takes three milliseconds for an invoice: what a creation adds in api, worker and Postgres is several times that.`

/** The section about sends. */
export const sends: SectionText = {
  title: 'Sending by Lightning',
  intro:
    `\`POST /lightning/payments\` for invoices of ${SATS} satoshis, against the same sends straight to the same LND with the same macaroon, in turns; ` +
    `${AT_ONCE} at once from ${WALLETS} wallets, medians. A send is authenticated, stored, read by the node, checked, booked with its reserve, judged, paid, and booked again, before it is answered. ` +
    'Both nodes, all servers and Postgres share the machine.',
  aims: [{ text: 'at least 0.6 × of the same sends straight to LND', column: 'ratio', rows: /gateway/, min: 0.6, reason: SENDS_REASON }],
}

/** The section about invoices. */
export const invoices: SectionText = {
  title: 'Creating Lightning invoices',
  intro: `\`POST /lightning/invoices\` against \`AddInvoice\` of the same LND alone, in turns; ${AT_ONCE} at once, medians. Both wait for the node.`,
  aims: [{ text: 'at least 0.8 × of AddInvoice alone', column: 'ratio', rows: /gateway/, min: 0.8, reason: INVOICES_REASON }],
}
