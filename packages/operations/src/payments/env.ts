import { z } from 'zod'

/** How long a payer can use the link by which money is offered back. */
export const ReturnLinkEnv = z.object({
  RETURN_LINK_DAYS: z.coerce.number().int().min(1).max(365).prefault('30').meta({
    description: 'Days for which the link is good by which money is offered back to who sent it, 1 to 365.',
    example: '30',
  }),
})
