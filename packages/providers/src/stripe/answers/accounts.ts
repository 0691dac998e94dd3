import type { AccountFacts } from '@gateway/domain/cards/facts'
import { z } from 'zod'
import { intentOf, Metadata, Moment, readerOf } from './shape.ts'

const Requirements = z.object({
  currently_due: z.array(z.string()).nullish(),
  past_due: z.array(z.string()).nullish(),
  current_deadline: Moment.nullish(),
  disabled_reason: z.string().nullish(),
})

/** Reads an account (docs.stripe.com/api/accounts/object). */
export const readAccount = readerOf(
  z
    .object({
      object: z.literal('account'),
      id: z.string(),
      country: z.string().nullish(),
      charges_enabled: z.boolean(),
      payouts_enabled: z.boolean(),
      details_submitted: z.boolean(),
      requirements: Requirements.nullish(),
      metadata: Metadata,
    })
    .transform((account): AccountFacts => {
      const { currently_due: due, past_due: late, current_deadline: deadline, disabled_reason: reason } = account.requirements ?? {}
      return {
        id: account.id,
        intentId: intentOf(account.metadata),
        country: account.country ?? null,
        chargesEnabled: account.charges_enabled,
        payoutsEnabled: account.payouts_enabled,
        detailsSubmitted: account.details_submitted,
        requirementsDue: [...new Set([...(late ?? []), ...(due ?? [])])],
        requirementsDeadline: deadline ?? null,
        disabledReason: reason ?? null,
      }
    }),
)

/** Reads a link that was created. */
export const readAccountLink = readerOf(
  z
    .object({ object: z.literal('account_link'), url: z.string(), expires_at: Moment })
    .transform(({ url, expires_at: expiresAt }) => ({ url, expiresAt })),
)
