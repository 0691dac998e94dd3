import { PortalPartiesInput, PortalPartiesView, presentParties } from '@gateway/contract/identity/portal'
import { listParties } from '@gateway/operations/identity/portal/list-parties'
import { portalProcedure, router } from '../trpc.ts'

/** Identity as the portal shows it. */
export const identityPortalRouter = router({
  parties: portalProcedure
    .meta({ many: true })
    .input(PortalPartiesInput)
    .output(PortalPartiesView)
    .query(async ({ ctx, input }) => presentParties(input, await listParties(ctx, { actor: ctx.actor, page: input }))),
})
