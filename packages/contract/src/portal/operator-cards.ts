import { processorPurposeNames, processorPurposes, type ProcessorPurpose } from '@gateway/domain/cards/purposes'
import { z } from 'zod'
import { CardCurrency, CardUnits, presentCardCurrency } from '../cards/scalars.ts'
import { Id } from '../wire/id.ts'
import { presentTime, presentTimeOrNull, Time } from '../wire/time.ts'

/** What every row about card money names. Amounts are in the smallest unit of the currency. */
interface OperatorCard {
  readonly id: string
  readonly businessName: string
  /** The account of the merchant at the processor. */
  readonly accountId: string
  readonly amountMinor: string
  readonly currency: string
  readonly since: Date
}

/** Money that the processor was asked to move and that has no outcome. */
interface OperatorIntent extends OperatorCard {
  readonly purpose: ProcessorPurpose
  readonly paymentId: string
  readonly escrowId: string | null
  readonly processorPaymentId: string | null
  readonly calls: number
  readonly problem: string | null
  readonly nextTryAt: Date | null
  readonly temporalUrl: string | null
}

/** A dispute or an inquiry that no bank has decided. */
interface OperatorDispute extends OperatorCard {
  readonly paymentId: string
  readonly processorDisputeId: string
  readonly isEscrow: boolean
  readonly status: string
  readonly reason: string
  readonly hasEvidence: boolean
  readonly dueAt: Date | null
}

/** A card payment that an operator decides about. */
interface OperatorHeldCard extends OperatorCard {
  readonly escrowId: string | null
  readonly processorPaymentId: string | null
  readonly reason: string
  readonly state: string
  readonly temporalUrl: string | null
}

/** What of card money needs operators. */
export interface OperatorCards {
  readonly unknown: readonly OperatorIntent[]
  readonly disputes: readonly OperatorDispute[]
  readonly held: readonly OperatorHeldCard[]
}

const common = { id: Id, business_name: z.string(), amount: CardUnits, currency: CardCurrency, since: Time } as const
const pages = {
  temporal_url: z.string().nullable(),
  processor_url: z
    .string()
    .meta({ description: 'The object in the dashboard of the processor.', example: 'https://dashboard.stripe.com/payments/pi_1' }),
} as const

/** What of card money needs operators. */
export const OperatorCardsView = z.object({
  unknown: z.array(
    z.object({
      ...common,
      ...pages,
      purpose: z.enum(processorPurposeNames),
      payment_id: Id,
      calls: z.int(),
      problem: z.string().nullable(),
      next_try_at: Time.nullable(),
    }),
  ),
  disputes: z.array(
    z.object({
      ...common,
      processor_url: pages.processor_url,
      payment_id: Id,
      escrow_mode: z.boolean(),
      status: z.string(),
      reason: z.string(),
      has_evidence: z.boolean(),
      due_at: Time.nullable(),
    }),
  ),
  held: z.array(z.object({ ...common, ...pages, reason: z.string(), status: z.string() })),
})

/** What of card money needs operators. */
export const presentOperatorCards = ({ unknown, disputes, held }: OperatorCards): z.output<typeof OperatorCardsView> => ({
  unknown: unknown.map((intent) => ({
    ...presentCommon(intent),
    purpose: intent.purpose,
    payment_id: intent.paymentId,
    calls: intent.calls,
    problem: intent.problem,
    next_try_at: presentTimeOrNull(intent.nextTryAt),
    temporal_url: intent.temporalUrl,
    processor_url: processorPage({ ...intent, isPlatform: isOfPlatform(intent), object: intent.processorPaymentId }),
  })),
  disputes: disputes.map((dispute) => ({
    ...presentCommon(dispute),
    payment_id: dispute.paymentId,
    escrow_mode: dispute.isEscrow,
    status: dispute.status,
    reason: dispute.reason,
    has_evidence: dispute.hasEvidence,
    due_at: presentTimeOrNull(dispute.dueAt),
    processor_url: processorPage({ ...dispute, isPlatform: dispute.isEscrow, object: null, section: 'disputes' }),
  })),
  held: held.map((card) => ({
    ...presentCommon(card),
    reason: card.reason,
    status: card.state,
    temporal_url: card.temporalUrl,
    processor_url: processorPage({ ...card, isPlatform: card.escrowId !== null, object: card.processorPaymentId }),
  })),
})

const presentCommon = ({ id, businessName, amountMinor, currency, since }: OperatorCard) => ({
  id,
  business_name: businessName,
  amount: Number(amountMinor),
  currency: presentCardCurrency(currency),
  since: presentTime(since),
})

/** True where the platform's account is called: always for an escrow, and for what is the platform's own. */
const isOfPlatform = ({ purpose, escrowId }: OperatorIntent): boolean =>
  processorPurposes[purpose].account === 'platform' || escrowId !== null

interface Shown {
  readonly accountId: string
  readonly isPlatform: boolean
  /** The payment intent; null where there is none yet. */
  readonly object: string | null
  readonly section?: 'payments' | 'disputes'
}

/** The page of a payment in the processor's dashboard, which shows the objects of an account below its id. */
function processorPage({ accountId, isPlatform, object, section = 'payments' }: Shown): string {
  const home = isPlatform ? 'https://dashboard.stripe.com' : `https://dashboard.stripe.com/${accountId}`
  return object === null ? `${home}/${section}` : `${home}/${section}/${object}`
}
