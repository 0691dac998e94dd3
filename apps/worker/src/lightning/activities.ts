import type { Context } from '@gateway/operations/kernel/context'
import { wakeLightningSend } from '@gateway/operations/lightning/work/wake-send'
import type { LightningActivities } from '@gateway/workflows/lightning/activities'

/** Activities of Lightning sends, in the payments role. */
export const lightningActivities = (ctx: Context): LightningActivities => ({
  wakeLightningSend: (input) => wakeLightningSend(ctx, input),
})
