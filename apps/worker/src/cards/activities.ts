import { wakeCardEscrow } from '@gateway/operations/cards/holding/wake-card-escrow'
import type { Context } from '@gateway/operations/kernel/context'
import type { CardActivities } from '@gateway/workflows/cards/activities'

/** Activities of card escrows, in the payments role. */
export const cardActivities = (ctx: Context): CardActivities => ({
  wakeCardEscrow: (input) => wakeCardEscrow(ctx, input),
})
