import type { ReactNode } from 'react'
import { Moment } from '../../ui/moment.tsx'
import { formatAsset } from '../../ui/money.ts'
import { isConfirming, openUnitsOf, type Refund, shownAmount, shownUnits } from './refund.ts'

type Steps = Readonly<Record<Refund['status'], (refund: Refund) => ReactNode>>

/** What happens next, and who does it. */
export const RefundStep = ({ refund }: { readonly refund: Refund }): ReactNode => steps[refund.paid_by][refund.status](refund)

const merchantSteps: Steps = {
  offered: ({ expires_at: end }) => (
    <>
      Your customer names an address by the link. It expires <Moment at={end} />.
    </>
  ),
  named: (refund) => (
    <>
      Send exactly {shownAmount(refund)} from your own wallet before <Moment at={refund.expires_at} />. The gateway watches the address and
      counts what arrives.
    </>
  ),
  paying: (refund) =>
    isConfirming(refund)
      ? 'All of it has arrived and becomes final with further blocks. Do not send it again.'
      : `${shownUnits(refund, openUnitsOf(refund))} is still missing. Send the rest to the same address.`,
  refunded: () => 'All of it has arrived and is final.',
  cancelled: (refund) => `You have cancelled it, and its address is no longer watched. ${countedOf(refund)}`,
  expired: (refund) => `It was not paid in time, and its address is no longer watched. ${countedOf(refund)}`,
}

const gatewaySteps: Steps = {
  offered: ({ expires_at: end }) => (
    <>
      Your customer names an address by the link. It ends <Moment at={end} />.
    </>
  ),
  named: ({ payable_from: from }) =>
    from === null ? (
      'Your customer has named an address. The gateway checks it before the hold begins.'
    ) : (
      <>
        The gateway sends it from <Moment at={from} /> on, unless you take the refund back.
      </>
    ),
  paying: () => 'The gateway has sent it. It is refunded once its transaction is final.',
  refunded: () => 'All of it has arrived and is final.',
  cancelled: () => 'It was taken back before the money left.',
  expired: () => 'Your customer has named no address in time. The money is still held.',
}

const steps: Readonly<Record<Refund['paid_by'], Steps>> = { merchant: merchantSteps, gateway: gatewaySteps }

const countedOf = ({ amount_paid: paid, blockchain }: Refund): string =>
  paid === '0' ? 'Nothing had arrived.' : `${formatAsset(paid, blockchain)} had arrived before, and counts.`
