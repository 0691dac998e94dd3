import {
  CheckAddressInput,
  CheckedAddressView,
  OnboardingView,
  PortalAuditInput,
  PortalAuditView,
  PortalBusinessInput,
  PortalBusinessView,
  presentAudit,
  presentCheckedAddress,
  presentOnboarding,
  presentOverview,
} from '@gateway/contract/portal/businesses'
import { listAudit } from '@gateway/operations/businesses/portal/list-audit'
import { readOverview } from '@gateway/operations/businesses/portal/read-overview'
import { tryAddress } from '@gateway/operations/businesses/portal/try-address'
import { readOnboarding } from '@gateway/operations/payments/portal/read-onboarding'
import { portalProcedure, router } from '../trpc.ts'

/** Businesses as the settings of the portal show them. */
export const businessesPortalRouter = router({
  overview: portalProcedure
    .input(PortalBusinessInput)
    .output(PortalBusinessView)
    .query(async ({ ctx, input }) => presentOverview(await readOverview(ctx, { actor: ctx.actor, id: input.id }))),

  checkAddress: portalProcedure
    .input(CheckAddressInput)
    .output(CheckedAddressView)
    .query(async ({ ctx, input }) => presentCheckedAddress(await tryAddress(ctx, { actor: ctx.actor, wish: input }))),

  audit: portalProcedure
    .meta({ many: true })
    .input(PortalAuditInput)
    .output(PortalAuditView)
    .query(async ({ ctx, input }) => presentAudit(await listAudit(ctx, { actor: ctx.actor, wish: input }))),

  onboarding: portalProcedure
    .input(PortalBusinessInput)
    .output(OnboardingView)
    .query(async ({ ctx, input }) => presentOnboarding(await readOnboarding(ctx, { actor: ctx.actor, id: input.id }))),
})
