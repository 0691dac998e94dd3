import { defaultForwarding } from '@gateway/domain/custody/rules'
import { z } from 'zod'
import { JsonText } from '../kernel/settings.ts'
import { finalityChains, RulesSetting } from './rules/rules-setting.ts'

/** The rules of new payments and escrows, for the api and the role that opens the escrows of series: every payment stores its rules. */
export const PaymentRulesEnv = z.object({
  PAYMENT_RULES: JsonText.pipe(RulesSetting)
    .prefault('{}')
    .meta({
      description:
        'Rules of new payments where they differ from the defaults: a JSON object of lateWindowDays (30), keptBps (9800), toleranceQuotedUnits (1), ' +
        'ceilingUsd (1000000), costMultiple (10), floors by asset, bandLimitsUsd ([100,1000,10000]), and for the four bands confirmations by chain and ' +
        `finality by chain (${finalityChains.join(', ')}). Existing payments keep theirs.`,
      example: '{"lateWindowDays":30,"keptBps":9800,"floors":{"BTC":"0.00005"},"confirmations":{"BTC":[1,2,3,6]}}',
    }),
})

/** For every process that plans payouts, and the signer, which checks them. */
export const ForwardingEnv = z.object({
  FORWARD_COST_MULTIPLE: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .prefault(defaultForwarding.costMultiple)
    .meta({
      description:
        'A payout is sent only if it is worth at least this many times its network fee or gas at the current price, rent of new accounts included, 1 to ' +
        '100; less is held. ' +
        'Give all processes the same number, at most the `costMultiple` of PAYMENT_RULES.',
      example: defaultForwarding.costMultiple,
    }),
})

/** The address of the Temporal UI. */
export const TemporalUiEnv = z.object({
  TEMPORAL_UI_URL: z
    .url({ protocol: /^https?$/ })
    .transform((text) => text.replace(/\/+$/, ''))
    .optional()
    .meta({
      description: 'Where the Temporal UI shows the namespace of payments; with it `show` and the operator area link to the workflows.',
      example: 'http://127.0.0.1:8233/namespaces/default',
    }),
})

/** How long a refund link is valid. */
export const RefundLinkEnv = z.object({
  RETURN_LINK_DAYS: z.coerce.number().int().min(1).max(365).prefault('30').meta({
    description: 'Days for which a refund link is valid, 1 to 365.',
    example: '30',
  }),
})

/** How long a refund waits that the merchant pays. */
export const RefundOfferEnv = z.object({
  REFUND_OFFER_DAYS: z.coerce.number().int().min(1).max(90).prefault('14').meta({
    description:
      'Days after which an unpaid refund expires that the merchant pays from its own wallet, 1 to 90. The merchant can renew it.',
    example: '14',
  }),
})
