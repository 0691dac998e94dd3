import { Facts } from '../../ui/facts.tsx'
import { Moment, relativeTo } from '../../ui/moment.tsx'
import { formatMsat, formatSats } from '../sats.ts'
import type { Preview } from './send-values.ts'

/** Everything that is known of a send before it is paid, strings whole. */
export function SendFacts({ preview, walletId }: { readonly preview: Preview; readonly walletId: string }) {
  const { kind, destination, description, payee, payment_hash: hash, expires_at: until, remaining_sats: left } = preview
  return (
    <Facts
      rows={[
        ['Amount', <b className="num">{formatMsat(preview.amount_msat ?? 0)}</b>],
        preview.is_internal ? ['Fee', 'none, inside this service'] : ['Fee limit', `${formatSats(preview.fee_limit_sats ?? 0)} at most`],
        ['From wallet', <bdi>{walletId}</bdi>],
        left !== null && left >= 0 && ['Stays available', formatSats(left)],
        kind === 'invoice' && ['Description', description === null ? <span className="hint">none</span> : <bdi>{description}</bdi>],
        until !== null && ['Expires', <Expiry at={until} />],
        kind === 'address' && ['To address', <bdi className="mono break-all">{destination}</bdi>, 'wide'],
        payee !== null && ['To node', <Hex text={payee} />, 'wide'],
        hash !== null && ['Payment hash', <Hex text={hash} />, 'wide'],
      ]}
    />
  )
}

const Hex = ({ text }: { readonly text: string }) => (
  <bdi className="mono break-all" dir="ltr">
    {text}
  </bdi>
)

const Expiry = ({ at }: { readonly at: string }) => (
  <>
    <Moment at={at} /> ({relativeTo(at)})
  </>
)
