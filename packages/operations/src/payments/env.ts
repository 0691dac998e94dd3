import { z } from 'zod'

/** Where people look at workflows. */
export const TemporalUiEnv = z.object({
  TEMPORAL_UI_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      description:
        'Where the Temporal UI shows the namespace of payments; with it `show` prints the whole address of a payment’s workflow.',
      example: 'http://127.0.0.1:8233/namespaces/default',
    }),
})

/** How long a payer can use the link by which money is offered back. */
export const ReturnLinkEnv = z.object({
  RETURN_LINK_DAYS: z.coerce.number().int().min(1).max(365).prefault('30').meta({
    description: 'Days for which the link is good by which money is offered back to who sent it, 1 to 365.',
    example: '30',
  }),
})
