import { lightningNodeView } from '@gateway/contract/lightning'
import { EnableLightningInput, LightningNodeRef, LightningWalletRef } from '@gateway/contract/lightning/inputs'
import { type EnabledWallet, enableWallet } from '@gateway/operations/lightning/wallets/enable-wallet'
import { getNode, getWallet } from '@gateway/operations/lightning/wallets/find-wallet'
import { z } from 'zod'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { keyProcedure, router } from '../trpc.ts'

const path = '/api/lightning/nodes'
const one = z.object({ node: lightningNodeView.schema })
const Existing = z.boolean().meta({ description: 'Whether the wallet was enabled before; the status is 200 then.', example: false })

/** Wallets: to the interface each is a node of its own. */
export const lightningNodesRouter = router({
  enable: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path,
        status: 201,
        existing: 'existing',
        tag: 'lightning',
        summary: 'Enable a Lightning wallet',
        description:
          'A custodial wallet under a name of your own. The gateway holds its keys: a `mnemonic` is dropped unread, so do not send one. One that is enabled already stays as it is, with status 200. A test key enables none.',
        flat: 'node',
        example: { wallet_id: 'main' },
        errors: ['BUSINESS_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'NOT_IMPLEMENTED'],
      },
    })
    .input(EnableLightningInput)
    .output(one.extend({ existing: Existing }))
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => enableWallet(ctx, { actor: ctx.actor, wish: input, keep }),
        present: ({ seen, isNew }: EnabledWallet) => ({ node: lightningNodeView.present(seen), existing: !isNew }),
      }),
    ),

  get: keyProcedure
    .meta({
      rest: {
        method: 'get',
        path: `${path}/{id}`,
        tag: 'lightning',
        summary: 'Get a Lightning wallet',
        description: 'By its id.',
        flat: 'node',
      },
    })
    .input(LightningNodeRef)
    .output(one)
    .query(async ({ ctx, input: { id } }) => ({ node: lightningNodeView.present(await getNode(ctx, { actor: ctx.actor, id })) })),

  find: keyProcedure
    .meta({
      rest: {
        method: 'get',
        path,
        tag: 'lightning',
        summary: 'Find a Lightning wallet',
        description: 'By your own name of it.',
        flat: 'node',
        errors: ['NOT_FOUND'],
      },
    })
    .input(LightningWalletRef)
    .output(one)
    .query(async ({ ctx, input: { walletId } }) => ({
      node: lightningNodeView.present(await getWallet(ctx, { actor: ctx.actor, walletId })),
    })),
})
