import { canTake, isOnboardingComplete, type ProcessorAccount } from '@gateway/domain/cards/processor-account'
import { z } from 'zod'
import { memberOf, view } from '../wire/objects/view.ts'
import { presentTime, presentTimeOrNull, Time } from '../wire/time.ts'

const Complete = z.boolean().meta({
  description: 'True once the merchant has nothing left to do: details are submitted, charges and payouts are enabled.',
  example: true,
})
const AccountId = z.string().nullable().meta({
  description: 'The account of the business at the card processor; null until the processor has opened it.',
  example: 'acct_1',
})
const enabled = (what: string) => z.boolean().meta({ description: `The processor lets the account ${what}.`, example: true })
const Requirements = z.array(z.string()).meta({
  description: 'What the processor still wants to know, in its words; empty when nothing is due.',
  example: ['external_account'],
})
const Deadline = Time.nullable().meta({ description: 'What is due disables the account then; null without a deadline.', example: null })
const Disabled = z.string().nullable().meta({
  description: 'Why the processor has disabled the account, in its words; `platform_disconnected`: the business has taken our access away.',
  example: null,
})
const AsOf = Time.nullable().meta({
  description: 'The processor was asked at this moment; null before its first answer.',
  example: '2026-10-01T12:00:00.000Z',
})

const its = memberOf<ProcessorAccount>()
const accountId = its(AccountId, 'processorAccountId')
/** The account of a business at the card processor, in an answer. */
export const cardAccountView = view(
  {
    onboarding_complete: its(Complete, isOnboardingComplete),
    charges_enabled: its(enabled('charge cards'), 'chargesEnabled'),
    payouts_enabled: its(enabled('pay out to a bank'), 'payoutsEnabled'),
    details_submitted: its(z.boolean().meta({ description: 'The merchant has completed the form.', example: true }), 'detailsSubmitted'),
    requirements_due: its(Requirements, ({ requirementsDue }) => [...requirementsDue]),
    requirements_deadline: its(Deadline, ({ requirementsDeadline }) => presentTimeOrNull(requirementsDeadline)),
    disabled_reason: its(Disabled, 'disabledReason'),
    processor_account_id: accountId,
    stripe_account_id: accountId,
    as_of: its(AsOf, ({ asOf }) => presentTimeOrNull(asOf)),
  },
  { id: 'CardAccount', description: 'The account of a business at the card processor, and what it may do.' },
)

/** A fresh page on which a merchant completes the account. */
export interface OnboardingLink {
  readonly processorAccountId: string
  readonly url: string
  readonly expiresAt: Date
}

const links = memberOf<OnboardingLink>()
const url = links(
  z.string().meta({
    description: 'The merchant completes the account on this page; it opens once.',
    example: 'https://connect.stripe.com/setup/s/1',
  }),
  'url',
)
const linkedId = links(
  z.string().meta({ description: 'The account of the business at the card processor.', example: 'acct_1' }),
  'processorAccountId',
)
/** An onboarding link, in an answer. */
export const onboardingLinkView = view({
  onboarding_url: url,
  url,
  processor_account_id: linkedId,
  stripe_account_id: linkedId,
  expires_at: links(Time, ({ expiresAt }) => presentTime(expiresAt)),
})

/** The account of a business; null while it has none. */
export interface PaymentMethodFacts {
  readonly account: ProcessorAccount | null
}

const methods = memberOf<PaymentMethodFacts>()
const takes = (kind: 'direct' | 'escrow') =>
  methods(
    z
      .boolean()
      .meta({ description: kind === 'direct' ? 'Cards are charged at once.' : 'Card money can be held for a release.', example: true }),
    ({ account }) => account !== null && canTake(account, kind),
  )
const isComplete = methods(Complete, ({ account }) => account !== null && isOnboardingComplete(account))
/** How a business can be paid, in an answer. */
export const paymentMethodsView = view({
  crypto: methods(z.literal(true).meta({ description: 'Every business takes crypto.', example: true }), () => true as const),
  cards: takes('direct'),
  escrow: takes('escrow'),
  onboarding_complete: isComplete,
  stripe_onboarding_complete: isComplete,
})
