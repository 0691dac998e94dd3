import { LightningAddressAnswer, lightningAddressView, presentAddress } from '@gateway/contract/lightning'
import { LightningAddressInput, RegisterAddressInput } from '@gateway/contract/lightning/inputs'
import { InvalidField } from '@gateway/domain/kernel/error'
import { requireBearer } from '@gateway/operations/oauth/authenticate-bearer'
import { getWallet } from '@gateway/operations/lightning/wallets/find-wallet'
import { isUsernameAvailable, registerAddress, type RegisteredAddress } from '@gateway/operations/lightning/wallets/register-address'
import { z } from 'zod'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { keyProcedure, optionalProcedure, router } from '../trpc.ts'

const path = '/api/lightning/address'
const Existing = z.boolean().meta({ description: 'Whether the wallet had this address before; the status is 200 then.', example: false })

/** Lightning Addresses of wallets. */
export const lightningAddressRouter = router({
  register: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path,
        status: 201,
        existing: 'existing',
        tag: 'lightning',
        summary: 'Register a Lightning Address',
        description:
          'People pay the wallet at `<username>@<host of the service>`. A wallet has one address for good: it never changes, and never moves to another wallet.',
        example: { wallet_id: 'main', username: 'ada' },
        errors: ['NOT_FOUND', 'USERNAME_TAKEN', 'ADDRESS_EXISTS'],
      },
    })
    .input(RegisterAddressInput)
    .output(lightningAddressView.schema.extend({ existing: Existing }))
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => registerAddress(ctx, { actor: ctx.actor, wish: input, keep }),
        present: ({ seen, isNew }: RegisteredAddress) => ({ ...lightningAddressView.present(seen), existing: !isNew }),
      }),
    ),

  get: optionalProcedure
    .meta({
      openWith: 'username',
      rest: {
        method: 'get',
        path,
        cors: true,
        tag: 'lightning',
        summary: 'Get or check a Lightning Address',
        description:
          'With `wallet_id`, which needs a credential, the address of the wallet; both members are null while it has none. With `username`, for anybody and whatever credential comes along, whether a wallet can register it: reserved names are not available. Send one of both.',
        errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
        shown: { wallet_id: 'main', lightning_address: 'ada@pay.example', username: 'ada' },
      },
    })
    .input(LightningAddressInput)
    .output(LightningAddressAnswer)
    .query(async ({ ctx, input: { walletId, username } }): Promise<LightningAddressAnswer> => {
      if ((walletId === undefined) === (username === undefined)) throw new InvalidField('wallet_id', 'send either wallet_id or username')
      if (username !== undefined) return { username, available: await isUsernameAvailable(ctx, { username }) }
      const actor = ctx.actor ?? (await requireBearer(ctx, ctx.credential))
      return presentAddress(await getWallet(ctx, { actor, walletId: walletId ?? '' }))
    }),
})
