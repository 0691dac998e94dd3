import { cardAccountView, type OnboardingLink, onboardingLinkView, paymentMethodsView } from '@gateway/contract/cards/accounts'
import { CardAccountRef, OnboardCardsInput, PaymentMethodsRef } from '@gateway/contract/cards/inputs'
import { findCardAccount, getCardAccount } from '@gateway/operations/cards/accounts/get-card-account'
import { awaitOnboarding, requestOnboarding } from '@gateway/operations/cards/accounts/request-onboarding'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { keyProcedure, router } from '../trpc.ts'

/** Accounts of businesses at the card processor. */
export const cardAccountsRouter = router({
  onboard: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/cards/connect/onboard',
        tag: 'cards',
        summary: 'Onboard a business at the card processor',
        description:
          'Answers a fresh link, which opens once, each time. The first call opens the account at the processor; country and e-mail address are those of that call.',
        example: { country: 'DE' },
        errors: ['BUSINESS_REQUIRED', 'FORBIDDEN', 'NOT_IMPLEMENTED', 'PROCESSOR_ERROR'],
      },
    })
    .input(OnboardCardsInput)
    .output(onboardingLinkView.schema)
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => requestOnboarding(ctx, { actor: ctx.actor, wish: input, keep }),
        resume: ({ ctx, reference }) => awaitOnboarding(ctx, { taskId: reference }),
        present: (link: OnboardingLink) => onboardingLinkView.present(link),
      }),
    ),

  status: keyProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/cards/connect/status/{business_id}',
        tag: 'cards',
        summary: 'Get the account of a business at the card processor',
        description: '404 until the business is onboarded for the first time; begin onboarding then.',
        limit: 'polling',
      },
    })
    .input(CardAccountRef)
    .output(cardAccountView.schema)
    .query(async ({ ctx, input }) =>
      cardAccountView.present(await getCardAccount(ctx, { actor: ctx.actor, businessId: input.businessId })),
    ),

  methods: keyProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/businesses/{id}/payment-methods',
        tag: 'cards',
        summary: 'Get how a business can be paid',
        description: 'Crypto always; cards and card escrows as far as the account at the card processor allows.',
      },
    })
    .input(PaymentMethodsRef)
    .output(paymentMethodsView.schema)
    .query(async ({ ctx, input }) =>
      paymentMethodsView.present({ account: await findCardAccount(ctx, { actor: ctx.actor, businessId: input.id }) }),
    ),
})
