import { Moment, relativeTo } from '../../ui/moment.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { LightningDetail } from './use-detail.ts'

/** What is true of a payment now, and what happens next. What the node names as its reason is not the payer's to read: it is often another one. */
export function PaymentNotice({ detail }: { readonly detail: LightningDetail }) {
  const { direction, status } = detail.payment
  if (status === 'settled') return null
  if (direction === 'incoming') return status === 'pending' ? <Waiting until={detail.expires_at} /> : <NotPaid until={detail.expires_at} />
  return status === 'pending' ? <OnItsWay detail={detail} /> : <NotSent />
}

const Waiting = ({ until }: { readonly until: string }) => (
  <Notice state="pending" fact="Waiting for the payer">
    The invoice can be paid until <Moment at={until} /> ({relativeTo(until)}). This page shows by itself when it is paid.
  </Notice>
)

const NotPaid = ({ until }: { readonly until: string }) => (
  <Notice state="failed" fact="Nobody paid this invoice">
    It could be paid until <Moment at={until} />, and cannot be any more. Create another one to ask again.
  </Notice>
)

function OnItsWay({ detail: { handed_at: handed, is_held: isHeld } }: { readonly detail: LightningDetail }) {
  if (isHeld)
    return (
      <Notice state="held" fact="Held by a limit or a pause of this service">
        It is reserved, and sent by itself once that allows it. If its invoice expires before, it fails and everything is available again.
      </Notice>
    )
  return handed === null ? (
    <Notice state="pending" fact="Not given to the Lightning node yet">
      It is reserved and sent as soon as the node takes it. You need not do anything.
    </Notice>
  ) : (
    <Notice state="pending" fact="On its way, without an end yet">
      The recipient’s wallet may take its time to accept it. The node is asked again until it is proven settled or failed; until then the
      amount and the fee limit stay reserved. Do not pay it a second time from elsewhere.
    </Notice>
  )
}

const NotSent = () => (
  <Notice state="failed" fact="It did not arrive, and nothing was spent">
    The recipient could not be reached within the fee limit, or did not accept it. The amount and the fee limit are available again; ask for
    a new invoice and try once more.
  </Notice>
)
