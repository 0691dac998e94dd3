import { ceilSats } from '@gateway/domain/lightning/amounts'
import type { LightningPayment } from '@gateway/domain/lightning/payment'
import { z } from 'zod'
import { lightningPaymentView } from '../lightning.ts'
import { presentToldEvent, type ToldEvent, ToldEventView } from '../portal/webhooks.ts'
import { pathId } from '../wire/id.ts'
import { wireInput } from '../wire/names.ts'
import { presentTime, presentTimeOrNull, Time } from '../wire/time.ts'
import { Msat, Sats } from './scalars.ts'

/** One Lightning payment. */
export const PortalLightningPaymentInput = wireInput(z.object({ id: pathId('Lightning payment') }))

/** Everything that the portal shows of one Lightning payment. */
export interface LightningDetail {
  readonly payment: LightningPayment
  /** True where it is paid in the ledger alone, from one wallet of this service to another. */
  readonly isInternal: boolean
  /** When the node was first asked to pay it; null before, and for incoming ones. */
  readonly handedAt: Date | null
  /** True while a limit or a pause keeps it from leaving. */
  readonly isHeld: boolean
  readonly events: readonly ToldEvent[]
}

/** A Lightning payment as its merchant sees it: with what is set aside for it, until when it can be paid, and its events. */
export const PortalLightningPaymentView = z.object({
  payment: lightningPaymentView.schema,
  fee_msat: Msat.meta({ description: 'What the route cost, exactly.', example: 0 }),
  reserve_sats: Sats.meta({ description: 'Set aside for the fee, which is also the most that it may cost; rounded up.', example: 10 }),
  expires_at: Time,
  is_internal: z.boolean(),
  handed_at: Time.nullable(),
  is_held: z.boolean().meta({ description: 'True while a limit or a pause of the service keeps it from leaving.', example: false }),
  lnurl: z.boolean().meta({ description: 'True where a payer asked for it at the Lightning Address.', example: false }),
  timeline: z.array(ToldEventView),
})

/** A Lightning payment as its merchant sees it. */
export const presentLightningDetail = ({
  payment,
  isInternal,
  handedAt,
  isHeld,
  events,
}: LightningDetail): z.output<typeof PortalLightningPaymentView> => ({
  payment: lightningPaymentView.present(payment),
  fee_msat: Number(payment.feeMsat),
  reserve_sats: Number(ceilSats(payment.reserveMsat)),
  expires_at: presentTime(payment.expiresAt),
  is_internal: isInternal,
  handed_at: presentTimeOrNull(handedAt),
  is_held: isHeld,
  lnurl: payment.lnurlMetadata !== null,
  timeline: events.map(presentToldEvent),
})
