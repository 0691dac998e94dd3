import { NO_CEILING, type Plan, plans } from '@gateway/domain/businesses/plan'
import { MAX_FEE_BPS } from '@gateway/domain/custody/rules'
import { paymentWindow } from '@gateway/domain/payments/rules'
import { z } from 'zod'
import { JsonText } from '../kernel/settings.ts'

const planWith = (plan: Plan) =>
  z
    .strictObject({
      feeBps: z.int().min(0).max(MAX_FEE_BPS).prefault(plan.feeBps),
      monthlyTransactions: z.int().min(1).max(NO_CEILING).prefault(plan.monthlyTransactions),
    })
    .prefault({})

const Plans = z.strictObject({ starter: planWith(plans.starter), professional: planWith(plans.professional) })

/** What each plan costs; for those that freeze a fee: the api, and the role that opens the escrows of series. */
export const PlansEnv = z.object({
  PLANS: JsonText.pipe(Plans)
    .prefault('{}')
    .meta({
      description:
        'Plans where they differ from the defaults: a JSON object of starter and professional, each with feeBps (0 to 1000, of payments that are created ' +
        'from then on) and monthlyTransactions (1000000000 for no limit).',
      example: '{"starter":{"feeBps":100,"monthlyTransactions":100},"professional":{"feeBps":50,"monthlyTransactions":10000}}',
    }),
})

/** Settings of the api that concern businesses. */
export const BusinessesEnv = z.object({
  PAYMENT_WINDOW_SECONDS: z.coerce
    .number()
    .int()
    .min(paymentWindow.minSeconds)
    .max(paymentWindow.maxSeconds)
    .prefault(String(paymentWindow.defaultSeconds))
    .meta({
      description:
        'Seconds for which a payment waits for its money, of businesses that are created from then on and name none, 60 to 86400.',
      example: '900',
    }),
})
