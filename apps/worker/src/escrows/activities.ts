import { advanceDue } from '@gateway/operations/escrows/sweeps/advance-due'
import type { Context } from '@gateway/operations/kernel/context'
import type { EscrowActivities } from '@gateway/workflows/escrows/activities'

/** Activities of escrows, in the payments role. */
export const escrowActivities = (ctx: Context): EscrowActivities => ({
  advanceEscrow: (input) => advanceDue(ctx, input),
})
