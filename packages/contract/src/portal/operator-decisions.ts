import type { PlanCode } from '@gateway/domain/businesses/plan'
import { plans } from '@gateway/domain/businesses/plan'
import { findPauseScope, type PauseScope } from '@gateway/domain/custody/pause'
import { z } from 'zod'
import { Cursor, NextCursor } from '../wire/cursor.ts'
import { Id, pathId } from '../wire/id.ts'
import { wireInput } from '../wire/names.ts'
import { limit, Offset, PageView } from '../wire/page.ts'
import { choice, scalar } from '../wire/scalar.ts'
import { oneLine, text } from '../wire/text.ts'
import { presentTime, Time } from '../wire/time.ts'

const planCodes = Object.keys(plans) as [PlanCode, ...PlanCode[]]
const LARGEST_ROUND = 9_999
const UNITS = /^\d{1,78}$/

const Scope = scalar<string, PauseScope>(
  (raw) => {
    const scope = typeof raw === 'string' ? findPauseScope(raw) : undefined
    return scope
      ? { value: scope }
      : { problem: 'must be global, cards, chain:<chain>, asset:<asset>, merchant:<id>, payment:<id>, escrow:<id> or invoice:<id>' }
  },
  { description: 'The scope of the pause.', example: 'asset:USDC_ETH', type: 'string' },
)
const Reason = oneLine({ min: 1, max: 500 }, { description: 'The reason, for the audit log.', example: 'odd payouts' })
const Round = scalar<number, number>(
  (raw) =>
    typeof raw === 'number' && Number.isInteger(raw) && raw >= 0 && raw <= LARGEST_ROUND
      ? { value: raw }
      : { problem: 'must be the number of a round' },
  { description: 'The round, as `operator.payouts` lists it.', example: 0, type: 'integer' },
)

const Revision = scalar<number, number>(
  (raw) => (Number.isSafeInteger(raw) && Number(raw) >= 0 ? { value: Number(raw) } : { problem: 'must be the revision of a pause' }),
  { description: 'The revision of the pause that is shown; another one has other reasons.', example: 1, type: 'integer' },
)
const Units = scalar<string, string>(
  (raw) => (typeof raw === 'string' && UNITS.test(raw) ? { value: raw } : { problem: 'must be a whole number of base units' }),
  { description: 'The amount that is shown, in base units.', example: '150000', type: 'string' },
)

/** A pause of payouts. */
export const PauseInput = wireInput(z.object({ scope: Scope, reason: Reason }))
/** An approval of lifting a pause as it is shown. */
export const LiftInput = wireInput(z.object({ scope: Scope, revision: Revision, reason: Reason.optional() }))
/** An approval of releasing a round above a cap with the shown amount; `payment` is a payment or a refund, as `operator.payouts` lists it. */
export const ReleaseInput = wireInput(z.object({ payment: pathId('payout'), round: Round, units: Units, reason: Reason.optional() }))
/** A payment to decide about. */
export const OperatorPaymentInput = wireInput(z.object({ id: pathId('payment') }))
/** A payment to accept, and the received amount that the operator was shown; it is not accepted once less is there. */
export const AcceptReceivedInput = wireInput(z.object({ id: pathId('payment'), units: Units }))
/** A payment whose address is given up. */
export const WithdrawAddressInput = wireInput(z.object({ id: pathId('payment'), reason: Reason }))
/** A price to confirm. */
export const ConfirmRateInput = wireInput(
  z.object({
    pair: text({ min: 1, max: 20 }, { description: 'The pair.', example: 'BTC/USD' }),
    price: text({ min: 1, max: 40 }, { description: 'The price, a plain decimal within two percent of the held one.', example: '61250.5' }),
  }),
)
/** A business to look at. */
export const OperatorBusinessInput = wireInput(z.object({ id: pathId('business') }))
/** Which businesses to list. */
export const OperatorBusinessesInput = wireInput(
  z.object({
    q: text(
      { min: 1, max: 254 },
      { description: 'A part of the name or of the owner’s e-mail address, or the beginning of the id.', example: 'kestrel' },
    ).optional(),
    limit: limit(50),
    offset: Offset,
  }),
)
/** A business and its next plan. */
export const SetPlanInput = wireInput(
  z.object({ id: pathId('business'), plan: choice(planCodes, { description: 'The plan of later payments.', example: 'professional' }) }),
)
/** A page of the audit log. */
export const OperatorAuditInput = wireInput(z.object({ cursor: Cursor.optional(), limit: limit(50) }))

/** How many approvals of other operators an approved decision lacks. */
export const ApprovedView = z.object({ missing: z.int() })

/** An operator in an answer; `email` is null for a part of the system. */
const NamedView = z.object({ name: z.string(), email: z.string().nullable() })

/** A pause, and who has approved its lift. */
export interface ShownPause {
  readonly scope: string
  readonly revision: number
  readonly pausedAt: Date | null
  readonly pausedBy: string | null
  readonly reason: string | null
  readonly approvedBy: readonly string[]
}

/** The pauses, oldest first. */
export const PausesView = z.object({
  pauses: z.array(
    z.object({
      scope: z.string(),
      revision: z.int().meta({ description: 'What `operator.lift` takes; a further reason raises it.', example: 1 }),
      since: Time,
      paused_by: NamedView,
      reason: z.string(),
      approved_by: z.array(NamedView),
      missing: z.int().meta({ description: 'So many approvals of other operators are missing; the signer lifts it at 0.', example: 1 }),
    }),
  ),
})

/** The pauses; `emails` are those of operators by their names, `needed` is how many must approve. */
export function presentPauses(
  pauses: readonly ShownPause[],
  { emails, needed }: { emails: ReadonlyMap<string, string>; needed: number },
): z.output<typeof PausesView> {
  const named = (name: string) => ({ name, email: emails.get(name) ?? null })
  return {
    pauses: pauses.map(({ scope, revision, pausedAt, pausedBy, reason, approvedBy }) => ({
      scope,
      revision,
      since: presentTime(pausedAt ?? new Date(0)),
      paused_by: named(pausedBy ?? ''),
      reason: reason ?? '',
      approved_by: approvedBy.map(named),
      missing: Math.max(0, needed - approvedBy.length),
    })),
  }
}

/** A rejected jump of a price. */
export interface RejectedJump {
  readonly pair: string
  readonly price: string
  /** The price that stays in use; undefined without one. */
  readonly before: string | undefined
  readonly since: string
  readonly needs: 'agreement' | 'operator'
  readonly sources: string
}

/** Rejected jumps of prices; `needs` says whether another poll or an operator accepts one. */
export const HeldRatesView = z.object({
  rates: z.array(
    z.object({
      pair: z.string(),
      held_price: z.string(),
      price_in_use: z.string().nullable(),
      since: Time,
      needs: z.enum(['agreement', 'operator']),
      sources: z.string(),
    }),
  ),
})

/** Rejected jumps of prices. */
export const presentHeldRates = (jumps: readonly RejectedJump[]): z.output<typeof HeldRatesView> => ({
  rates: jumps.map(({ pair, price, before, since, needs, sources }) => ({
    pair,
    held_price: price,
    price_in_use: before ?? null,
    since,
    needs,
    sources,
  })),
})

/** A business of any merchant, with its plan and its owner. */
export interface PlannedBusiness {
  readonly id: string
  readonly name: string
  readonly plan: PlanCode
  readonly createdAt: Date
  readonly merchantId: string
  readonly email: string
}

/** A business with its plan and its owner. */
export const PlannedBusinessView = z.object({
  id: Id,
  name: z.string(),
  plan: z.enum(planCodes),
  plans: z.array(z.enum(planCodes)),
  created_at: Time,
  merchant: z.object({ id: Id, email: z.string() }),
})

/** A business with its plan and its owner. */
export const presentPlanned = ({
  id,
  name,
  plan,
  createdAt,
  merchantId,
  email,
}: PlannedBusiness): z.output<typeof PlannedBusinessView> => ({
  id,
  name,
  plan,
  plans: planCodes,
  created_at: presentTime(createdAt),
  merchant: { id: merchantId, email },
})

/** A page of businesses. */
export const PlannedBusinessesView = z.object({ businesses: z.array(PlannedBusinessView), ...PageView })

/** An entry of the audit log; with the e-mail address of the operator who acted, null for everybody else. */
export interface Decided {
  readonly id: string
  readonly at: Date
  readonly actor: string
  readonly email: string | null
  readonly action: string
  readonly subjectId: string
  readonly businessId: string | null
  readonly details: Readonly<Record<string, unknown>>
}

/** A page of what operators, payers and the system have decided, newest first. */
export const DecisionsView = z.object({
  entries: z.array(
    z.object({
      id: Id,
      at: Time,
      actor: NamedView,
      action: z.string(),
      subject_id: z.string(),
      business_id: Id.nullable(),
      details: z.record(z.string(), z.unknown()),
    }),
  ),
  next_cursor: NextCursor,
})

/** A page of decisions. */
export const presentDecisions = (page: {
  readonly entries: readonly Decided[]
  readonly nextCursor: string | null
}): z.output<typeof DecisionsView> => ({
  entries: page.entries.map(({ id, at, actor, email, action, subjectId, businessId, details }) => ({
    id,
    at: presentTime(at),
    actor: { name: actor, email },
    action,
    subject_id: subjectId,
    business_id: businessId,
    details: { ...details },
  })),
  next_cursor: page.nextCursor,
})
