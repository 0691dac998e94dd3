import { z } from 'zod'

const key = (duty: string) =>
  z
    .string()
    .regex(/^[rs]k_(?:live|test)_\w+$/)
    .optional()
    .meta({
      description: `Restricted key of the card processor for ${duty}. Without all three, cards are not served.`,
      example: 'rk_test_…',
    })

/** Settings of the role `processor`. */
export const StripeEnv = z.object({
  STRIPE_CHECKOUT_KEY: key('checkout, onboarding and reading'),
  STRIPE_REFUNDS_KEY: key('refunds, refunds of fees and disputes'),
  STRIPE_TRANSFERS_KEY: key('transfers, their reversals and the balance'),
  STRIPE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      description: 'A server that speaks the interface of Stripe, for tests; production refuses it.',
      example: 'http://127.0.0.1:4242',
    }),
})
/** Settings of the role `processor`. */
export type StripeEnv = z.output<typeof StripeEnv>

/** Settings of the api: it verifies events and calls nothing. */
export const StripeEventsEnv = z.object({
  STRIPE_WEBHOOK_SECRETS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((secret) => secret.trim())
        .filter((secret) => secret !== ''),
    )
    .meta({
      description:
        'Signing secrets of the endpoints that the card processor calls, separated by commas: of the platform and of Connect, and of each a second one while it is rolled.',
      example: 'whsec_…,whsec_…',
    }),
})

/** The keys by duty; undefined where cards are not served. @throws {Error} where some are missing or belong to different modes. */
export function stripeKeys({ STRIPE_CHECKOUT_KEY: checkout, STRIPE_REFUNDS_KEY: refunds, STRIPE_TRANSFERS_KEY: transfers }: StripeEnv) {
  if (checkout === undefined && refunds === undefined && transfers === undefined) return undefined
  if (checkout === undefined || refunds === undefined || transfers === undefined)
    throw new Error('STRIPE_CHECKOUT_KEY, STRIPE_REFUNDS_KEY and STRIPE_TRANSFERS_KEY are set together')
  const modes = new Set([checkout, refunds, transfers].map((value) => value.split('_')[1]))
  if (modes.size > 1) throw new Error('STRIPE_CHECKOUT_KEY, STRIPE_REFUNDS_KEY and STRIPE_TRANSFERS_KEY are of one mode, live or test')
  return { checkout, refunds, transfers }
}
