import { ceilSats, floorSats } from '@gateway/domain/lightning/amounts'
import { z } from 'zod'
import { presentTimeOrNull, Time } from '../wire/time.ts'
import { SendLightningInput } from './inputs.ts'
import { Msat, Sats } from './scalars.ts'

/** A send that is looked at before it is confirmed: what a send takes. */
export const PreviewLightningInput = SendLightningInput
export type PreviewLightningInput = z.output<typeof PreviewLightningInput>

/** What a send would do, as far as it is known before it is sent. Amounts are millisatoshis. */
export interface SendPreview {
  readonly kind: 'invoice' | 'address'
  /** As a send names it: without blanks and prefix. */
  readonly destination: string
  /** What the payee would get; null while nobody has named an amount. */
  readonly amountMsat: bigint | null
  /** True where the invoice names the amount. */
  readonly isFixed: boolean
  /** The most that the route may cost, which is set aside beside the amount: 0 inside the service, else null without an amount. */
  readonly reserveMsat: bigint | null
  readonly availableMsat: bigint
  readonly description: string | null
  readonly paymentHash: string | null
  /** The public key of the payee's node. */
  readonly payee: string | null
  readonly expiresAt: Date | null
  /** True where it goes to a wallet of this service. */
  readonly isInternal: boolean
}

const known = 'It is null for an address, whose host is asked for an invoice when it is sent.'

/** What a send would do. */
export const PreviewLightningView = z.object({
  kind: z.enum(['invoice', 'address']),
  destination: z.string(),
  amount_sats: Sats.nullable(),
  amount_msat: Msat.nullable(),
  amount_is_fixed: z.boolean(),
  fee_limit_sats: Sats.nullable(),
  available_sats: Sats,
  remaining_sats: z.int().nullable().meta({ description: 'What stays available while it is pending; less than 0 where it is not enough.' }),
  is_enough: z.boolean(),
  description: z.string().nullable(),
  payment_hash: z.string().nullable().meta({ description: known }),
  payee: z.string().nullable().meta({ description: known }),
  expires_at: Time.nullable().meta({ description: known }),
  is_internal: z.boolean(),
})

/** What a send would do. */
export function presentPreview(preview: SendPreview): z.output<typeof PreviewLightningView> {
  const { amountMsat, reserveMsat, availableMsat } = preview
  const leftMsat = amountMsat === null || reserveMsat === null ? null : availableMsat - amountMsat - reserveMsat
  return {
    kind: preview.kind,
    destination: preview.destination,
    amount_sats: amountMsat === null ? null : Number(floorSats(amountMsat)),
    amount_msat: amountMsat === null ? null : Number(amountMsat),
    amount_is_fixed: preview.isFixed,
    fee_limit_sats: reserveMsat === null ? null : Number(ceilSats(reserveMsat)),
    available_sats: Number(floorSats(availableMsat)),
    remaining_sats: leftMsat === null ? null : Number(leftMsat < 0n ? -ceilSats(-leftMsat) : floorSats(leftMsat)),
    is_enough: leftMsat === null || leftMsat >= 0n,
    description: preview.description,
    payment_hash: preview.paymentHash,
    payee: preview.payee,
    expires_at: presentTimeOrNull(preview.expiresAt),
    is_internal: preview.isInternal,
  }
}
