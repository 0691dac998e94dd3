import { z } from 'zod'

/** Settings of the rate sources. */
export const RatesEnv = z.object({
  STATIC_RATES: z
    .string()
    .default('{}')
    .transform((text, ctx) => {
      try {
        return z.record(z.string().regex(/^[A-Z]+\/[A-Z]{3}$/), z.string().regex(/^\d+(\.\d+)?$/)).parse(JSON.parse(text))
      } catch {
        ctx.addIssue({ code: 'custom', message: 'must be a JSON object of pairs and decimal texts' })
        return z.NEVER
      }
    })
    .meta({ description: 'Fixed prices, by pair. They replace every other source.', example: '{"BTC/USD":"60000","USD/EUR":"0.92"}' }),
})
