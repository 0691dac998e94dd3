import { assetOf, type AssetCode } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { z } from 'zod'
import { Asset } from '../wire/chain.ts'
import { BusinessIdName, Id } from '../wire/id.ts'
import { DecimalString } from '../wire/money.ts'
import { wireInput } from '../wire/names.ts'
import { presentTime, Time } from '../wire/time.ts'

/** Of which business to show what needs attention. */
export const PortalAttentionInput = wireInput(z.object({ businessId: BusinessIdName }))

/** What needs attention. */
const attentionKinds = ['held', 'underpaid', 'payout_waiting', 'webhook_failing'] as const
/** What a merchant can do about it. */
const attentionSteps = [
  'accept',
  'forward',
  'refund',
  'withdraw_refund',
  'wait_for_payer',
  'wait',
  'ask_operator',
  'repair_receiver',
] as const

/** Something that a merchant should look at. */
export interface Attention {
  readonly kind: (typeof attentionKinds)[number]
  readonly paymentId: string | null
  /** Base units; null where it is not about money. */
  readonly money: { readonly asset: AssetCode; readonly units: bigint } | null
  readonly reason: string
  readonly since: Date
  readonly steps: readonly (typeof attentionSteps)[number][]
}

/** What of a business needs attention. Every place of the portal that counts it counts these. */
export const PortalAttentionView = z.object({
  attention: z.array(
    z.object({
      kind: z.enum(attentionKinds),
      payment_id: Id.nullable(),
      blockchain: Asset.nullable(),
      amount: DecimalString.nullable(),
      reason: z.string(),
      since: Time,
      steps: z.array(z.enum(attentionSteps)),
    }),
  ),
})

/** What of a business needs attention. */
export const presentAttention = (attention: readonly Attention[]): z.output<typeof PortalAttentionView> => ({
  attention: attention.map(presentItem),
})

const presentItem = ({ kind, paymentId, money, reason, since, steps }: Attention) => ({
  kind,
  payment_id: paymentId,
  blockchain: money?.asset ?? null,
  amount: money && formatUnits(money.units, assetOf(money.asset).decimals),
  reason,
  since: presentTime(since),
  steps: [...steps],
})
