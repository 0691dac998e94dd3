import { PortalLightningBalanceInput, PortalLightningBalanceView, presentLightningSum } from '@gateway/contract/lightning/portal-balance'
import { PortalLightningPaymentInput, PortalLightningPaymentView, presentLightningDetail } from '@gateway/contract/lightning/portal-detail'
import {
  PortalLightningInput,
  PortalLightningView,
  PortalLightningWalletsInput,
  PortalLightningWalletsView,
  presentLightningPage,
  presentLightningWallets,
} from '@gateway/contract/lightning/portal-lists'
import { PreviewLightningInput, PreviewLightningView, presentPreview } from '@gateway/contract/lightning/portal-preview'
import { listPortalLightning } from '@gateway/operations/lightning/portal/list-portal-lightning'
import { listPortalWallets } from '@gateway/operations/lightning/portal/list-portal-wallets'
import { previewSend } from '@gateway/operations/lightning/portal/preview-send'
import { readLightningDetail } from '@gateway/operations/lightning/portal/read-lightning-detail'
import { sumPortalBalances } from '@gateway/operations/lightning/portal/sum-portal-balances'
import { portalProcedure, router } from '../trpc.ts'

/** Lightning wallets and their payments as the portal shows them. */
export const lightningPortalRouter = router({
  wallets: portalProcedure
    .meta({ many: true })
    .input(PortalLightningWalletsInput)
    .output(PortalLightningWalletsView)
    .query(async ({ ctx, input }) => presentLightningWallets(input, await listPortalWallets(ctx, { actor: ctx.actor, wish: input }))),

  balance: portalProcedure
    .input(PortalLightningBalanceInput)
    .output(PortalLightningBalanceView)
    .query(async ({ ctx, input }) => presentLightningSum(await sumPortalBalances(ctx, { actor: ctx.actor, wish: input }))),

  list: portalProcedure
    .meta({ many: true })
    .input(PortalLightningInput)
    .output(PortalLightningView)
    .query(async ({ ctx, input }) => presentLightningPage(await listPortalLightning(ctx, { actor: ctx.actor, wish: input }))),

  detail: portalProcedure
    .input(PortalLightningPaymentInput)
    .output(PortalLightningPaymentView)
    .query(async ({ ctx, input }) => presentLightningDetail(await readLightningDetail(ctx, { actor: ctx.actor, ...input }))),

  preview: portalProcedure
    .input(PreviewLightningInput)
    .output(PreviewLightningView)
    // Its destination stays out of addresses, which are logged.
    .mutation(async ({ ctx, input }) => presentPreview(await previewSend(ctx, { actor: ctx.actor, wish: input }))),
})
