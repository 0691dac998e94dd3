import { ListOauthClientsInput, OauthConsentListView, OauthConsentRef, oauthConsentView } from '@gateway/contract/oauth'
import { listConsents } from '@gateway/operations/oauth/consents/list-consents'
import { withdrawConsent } from '@gateway/operations/oauth/consents/withdraw-consent'
import { z } from 'zod'
import { merchantProcedure, router } from '../trpc.ts'

/** What a merchant has allowed clients, its own and those of others. */
export const consentsRouter = router({
  list: merchantProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/oauth/consents',
        tag: 'oauth',
        summary: 'List connected apps',
        description: 'The clients that the merchant has let in, those allowed last first, with what each may do.',
        list: true,
      },
    })
    .input(ListOauthClientsInput)
    .output(OauthConsentListView)
    .query(async ({ ctx, input }) => {
      const { consents, total } = await listConsents(ctx, { actor: ctx.actor, page: input })
      return { consents: consents.map(oauthConsentView.present), total, limit: input.limit, offset: input.offset }
    }),

  withdraw: merchantProcedure
    .meta({
      rest: {
        method: 'delete',
        path: '/api/oauth/consents/{client_id}',
        tag: 'oauth',
        summary: 'Disconnect an app',
        description: 'Every sign-in of the client ends at once, with its tokens, and the client asks for consent at the next one.',
      },
    })
    .input(OauthConsentRef)
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      await withdrawConsent(ctx, { actor: ctx.actor, clientId: input.clientId })
      return {}
    }),
})
