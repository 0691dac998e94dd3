import {
  CardAttentionView,
  CardBusinessInput,
  PortalCardAccountView,
  PortalCardInput,
  PortalCardsInput,
  PortalCardsView,
  PortalCardView,
  presentCardAttention,
  presentCardDetail,
  presentCardsPage,
} from '@gateway/contract/portal/cards'
import { cardAccountView } from '@gateway/contract/cards/accounts'
import { findCardAccount } from '@gateway/operations/cards/accounts/get-card-account'
import { listCardAttention } from '@gateway/operations/cards/portal/list-card-attention'
import { listPortalCards } from '@gateway/operations/cards/portal/list-portal-cards'
import { readCardDetail } from '@gateway/operations/cards/portal/read-card-detail'
import { portalProcedure, router } from '../trpc.ts'

/** Card money as the portal shows it. */
export const cardsPortalRouter = router({
  list: portalProcedure
    .meta({ many: true })
    .input(PortalCardsInput)
    .output(PortalCardsView)
    .query(async ({ ctx, input }) => presentCardsPage(await listPortalCards(ctx, { actor: ctx.actor, wish: input }))),

  detail: portalProcedure
    .input(PortalCardInput)
    .output(PortalCardView)
    .query(async ({ ctx, input }) => presentCardDetail(await readCardDetail(ctx, { actor: ctx.actor, name: input.id }))),

  account: portalProcedure
    .input(CardBusinessInput)
    .output(PortalCardAccountView)
    .query(async ({ ctx, input }) => {
      const account = await findCardAccount(ctx, { actor: ctx.actor, ...input })
      return { account: account && cardAccountView.present(account) }
    }),

  attention: portalProcedure
    .meta({ many: true })
    .input(CardBusinessInput)
    .output(CardAttentionView)
    .query(async ({ ctx, input }) => presentCardAttention(await listCardAttention(ctx, { actor: ctx.actor, ...input }))),
})
