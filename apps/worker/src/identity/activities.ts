import { renewStatusLists } from '@gateway/operations/identity/status/renew-lists'
import type { Context } from '@gateway/operations/kernel/context'
import type { IdentityActivities } from '@gateway/workflows/identity/activities'

/** Activities of status lists, in the payments role. */
export const identityActivities = (ctx: Context): IdentityActivities => ({
  renewStatusLists: () => renewStatusLists(ctx),
})
