import type { ComponentProps } from 'react'
import { Facts } from '../../ui/facts.tsx'
import { Moment, relativeTo } from '../../ui/moment.tsx'
import { formatMsat, formatSats } from '../sats.ts'
import type { Preview } from './send-values.ts'

/** Everything that is known of a send before it is paid, strings whole. */
export const SendFacts = ({ preview, walletId }: { readonly preview: Preview; readonly walletId: string }) => (
  <Facts rows={[...moneyOf(preview, walletId), ...(preview.kind === 'address' ? addressOf(preview) : invoiceOf(preview))]} />
)

type Rows = ComponentProps<typeof Facts>['rows']

const moneyOf = (preview: Preview, walletId: string): Rows => {
  const { amount_msat: amount, fee_limit_sats: limit, remaining_sats: left } = preview
  return [
    ['Amount', <b className="num">{formatMsat(amount ?? 0)}</b>],
    preview.is_internal ? ['Fee', 'none, inside this service'] : ['Fee limit', `${formatSats(limit ?? 0)} at most`],
    ['From wallet', <bdi>{walletId}</bdi>],
    left !== null && left >= 0 && ['Stays available', formatSats(left)],
  ]
}

const addressOf = ({ destination }: Preview): Rows => [['To address', <Whole text={destination} />, 'wide']]

const invoiceOf = ({ description, expires_at: until, payee, payment_hash: hash }: Preview): Rows => [
  ['Description', description === null ? <span className="hint">none</span> : <bdi>{description}</bdi>],
  until !== null && ['Expires', <Expiry at={until} />],
  payee !== null && ['To node', <Whole text={payee} />, 'wide'],
  hash !== null && ['Payment hash', <Whole text={hash} />, 'wide'],
]

const Whole = ({ text }: { readonly text: string }) => (
  <bdi className="mono break-all" dir="ltr">
    {text}
  </bdi>
)

const Expiry = ({ at }: { readonly at: string }) => (
  <>
    <Moment at={at} /> ({relativeTo(at)})
  </>
)
