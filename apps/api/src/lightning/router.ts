import { lightningBalanceView } from '@gateway/contract/lightning'
import { LightningWalletRef } from '@gateway/contract/lightning/inputs'
import { getWallet } from '@gateway/operations/lightning/wallets/find-wallet'
import { keyProcedure, router } from '../trpc.ts'
import { lightningAddressRouter } from './address-router.ts'
import { lightningInvoicesRouter } from './invoices-router.ts'
import { lightningNodesRouter } from './nodes-router.ts'
import { lightningPaymentsRouter } from './payments-router.ts'
import { lightningPortalRouter } from './portal-router.ts'

/** Custodial Lightning wallets. */
export const lightningRouter = router({
  nodes: lightningNodesRouter,
  address: lightningAddressRouter,
  invoices: lightningInvoicesRouter,
  payments: lightningPaymentsRouter,
  portal: lightningPortalRouter,

  balance: keyProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/lightning/balance',
        also: [{ method: 'get', path: '/api/web-wallet/balance' }],
        tag: 'lightning',
        summary: 'Get the balance of a wallet',
        description:
          'Whole satoshis, millisatoshis, and whole bitcoin as a decimal text. What is reserved for pending sends is shown apart.',
        errors: ['NOT_FOUND'],
      },
    })
    .input(LightningWalletRef)
    .output(lightningBalanceView.schema)
    .query(async ({ ctx, input: { walletId } }) => lightningBalanceView.present(await getWallet(ctx, { actor: ctx.actor, walletId }))),
})
