import { DoneView } from '@gateway/contract/portal/accounts'
import {
  ApprovedView,
  ConfirmRateInput,
  DecisionsView,
  HeldRatesView,
  LiftInput,
  OperatorAuditInput,
  OperatorBusinessesInput,
  OperatorBusinessInput,
  PausesView,
  PauseInput,
  PlannedBusinessesView,
  PlannedBusinessView,
  presentDecisions,
  presentHeldRates,
  presentPauses,
  presentPlanned,
  ReleaseInput,
  SetPlanInput,
} from '@gateway/contract/portal/operator-decisions'
import { OperatorOverviewView, presentOperatorOverview, presentTreasury, TreasuryView } from '@gateway/contract/portal/operator-state'
import { APPROVALS } from '@gateway/domain/custody/approval'
import { listDecisions } from '@gateway/operations/accounts/operators/list-decisions'
import { nameOperators } from '@gateway/operations/accounts/operators/name-operators'
import { listAnyBusinesses } from '@gateway/operations/businesses/plans/list-any-businesses'
import { readAnyPlan } from '@gateway/operations/businesses/plans/read-any-plan'
import { setPlan } from '@gateway/operations/businesses/plans/set-plan'
import { approve } from '@gateway/operations/custody/approvals/approve'
import { payoutApprovalOf } from '@gateway/operations/custody/approvals/payout-approval'
import { liftDecisionOf } from '@gateway/operations/custody/pauses/lift-pauses'
import { listPauses, pausePayouts, termsOfLift } from '@gateway/operations/custody/pauses/pause-payouts'
import { listTreasury } from '@gateway/operations/custody/treasury/list-treasury'
import { confirmRate, listRejectedJumps } from '@gateway/operations/rates/confirm-rate'
import { router } from '../trpc.ts'
import { readOverview } from './overview.ts'
import { cardProcedures } from './cards-router.ts'
import { disputeProcedures } from './disputes-router.ts'
import { lightningProcedures } from './lightning-router.ts'
import { paymentProcedures } from './payments-router.ts'
import { decidingProcedure, operatorProcedure } from './procedures.ts'

const done = { done: true } as const

/** The operator area of the portal: every procedure calls the operation of a command of `npm run operator`. */
export const operatorRouter = router({
  ...paymentProcedures,
  ...disputeProcedures,
  ...cardProcedures,
  ...lightningProcedures,

  overview: operatorProcedure.output(OperatorOverviewView).query(async ({ ctx }) => presentOperatorOverview(await readOverview(ctx.desk))),

  pauses: operatorProcedure.output(PausesView).query(async ({ ctx: { desk } }) => {
    const pauses = await listPauses(desk)
    const names = pauses.flatMap(({ pausedBy, approvedBy }) => [...(pausedBy === null ? [] : [pausedBy]), ...approvedBy])
    return presentPauses(pauses, { emails: await nameOperators(desk, names), needed: APPROVALS })
  }),

  pause: decidingProcedure
    .input(PauseInput)
    .output(DoneView)
    .mutation(async ({ ctx: { desk, by }, input }) => {
      await pausePayouts(desk, { ...input, by })
      return done
    }),

  lift: decidingProcedure
    .input(LiftInput)
    .output(ApprovedView)
    .mutation(async ({ ctx: { desk, actor }, input: { scope, revision, reason } }) => ({
      missing: await approve(desk, liftDecisionOf(scope), { session: actor.sessionId, reason, shown: termsOfLift({ revision }) }),
    })),

  release: decidingProcedure
    .input(ReleaseInput)
    .output(ApprovedView)
    .mutation(async ({ ctx: { desk, actor }, input: { payment, round, units, reason } }) => ({
      missing: await approve(desk, payoutApprovalOf({ ref: payment, leg: round }), { session: actor.sessionId, reason, shown: { units } }),
    })),

  treasury: operatorProcedure.output(TreasuryView).query(async ({ ctx }) => presentTreasury(await listTreasury(ctx.desk))),

  rates: operatorProcedure.output(HeldRatesView).query(async ({ ctx }) => presentHeldRates(await listRejectedJumps(ctx.desk))),

  confirmRate: decidingProcedure
    .input(ConfirmRateInput)
    .output(DoneView)
    .mutation(async ({ ctx: { desk, by }, input }) => {
      await confirmRate(desk, { ...input, by })
      return done
    }),

  business: operatorProcedure
    .input(OperatorBusinessInput)
    .output(PlannedBusinessView)
    .query(async ({ ctx, input }) => presentPlanned(await readAnyPlan(ctx.desk, { businessId: input.id }))),

  businesses: operatorProcedure
    .input(OperatorBusinessesInput)
    .output(PlannedBusinessesView)
    .query(async ({ ctx, input: { q: text, limit, offset } }) => {
      const { businesses, total } = await listAnyBusinesses(ctx.desk, { text, limit, offset })
      return { businesses: businesses.map(presentPlanned), total, limit, offset }
    }),

  setPlan: decidingProcedure
    .input(SetPlanInput)
    .output(PlannedBusinessView)
    .mutation(async ({ ctx: { desk, by }, input: { id, plan } }) => {
      await setPlan(desk, { businessId: id, plan, by })
      return presentPlanned(await readAnyPlan(desk, { businessId: id }))
    }),

  audit: operatorProcedure
    .input(OperatorAuditInput)
    .output(DecisionsView)
    .query(async ({ ctx, input }) => presentDecisions(await listDecisions(ctx.desk, { cursor: input.cursor, limit: input.limit }))),
})
