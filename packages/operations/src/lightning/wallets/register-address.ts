import type { SeenLightningWallet } from '@gateway/contract/lightning'
import type { RegisterAddressInput } from '@gateway/contract/lightning/inputs'
import { causesOf } from '@gateway/db/kernel/causes'
import { findWalletOfUsername, giveUsername, getLightningWallet } from '@gateway/db/lightning/wallet-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { InvalidField } from '@gateway/domain/kernel/error'
import { AddressExists, UsernameTaken } from '@gateway/domain/lightning/errors'
import { isReservedUsername } from '@gateway/domain/lightning/username'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { Keep } from '../../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { findWallet, seeWallet } from './find-wallet.ts'
import { seeWallets } from './see-wallets.ts'

/** A wallet with its address, and whether that is new. */
export interface RegisteredAddress {
  readonly seen: SeenLightningWallet
  readonly isNew: boolean
}

interface Registration {
  readonly actor: Actor
  readonly wish: RegisterAddressInput
  readonly keep?: Keep<RegisteredAddress> | undefined
}

/**
 * Gives a wallet its Lightning Address, once and for good: a name never moves, because money that is sent to it late has to arrive.
 *
 * @throws {InvalidField} for a reserved name. @throws {NotFound} @throws {UsernameTaken} @throws {AddressExists}
 */
export async function registerAddress(
  ctx: ApiContext,
  { actor, wish: { walletId, username }, keep }: Registration,
): Promise<RegisteredAddress> {
  if (isReservedUsername(username)) throw new InvalidField('username', 'is reserved')
  const wallet = await findWallet(ctx, { actor, walletId })
  if (wallet.username === username) return { seen: await seeWallet(ctx, wallet), isNew: false }
  if (wallet.username !== null) throw new AddressExists()
  const registered = await claim(ctx, { id: wallet.id, username, keep })
  if (registered) return registered
  const now = await findWallet(ctx, { actor, walletId })
  if (now.username !== username) throw new AddressExists()
  return { seen: await seeWallet(ctx, now), isNew: false }
}

interface Claim extends Pick<Registration, 'keep'> {
  readonly id: string
  readonly username: string
}

/** Undefined when the wallet has got an address meanwhile. @throws {UsernameTaken} */
async function claim(ctx: ApiContext, { id, username, keep }: Claim): Promise<RegisteredAddress | undefined> {
  try {
    return await transaction(ctx, async (em) => {
      const wallet = (await giveUsername(em, { id, username })) ? await getLightningWallet(em, { id }) : undefined
      const [seen] = wallet ? await seeWallets(em, ctx, [wallet]) : []
      const registered = seen && { seen, isNew: true }
      if (registered && keep) await insertTogether(em, [keep(registered)])
      return registered
    })
  } catch (error) {
    if (causesOf(error).some(isTaken)) throw new UsernameTaken()
    throw error
  }
}

const isTaken = (cause: object): boolean => 'constraint' in cause && cause.constraint === 'lightning_wallet_username_key'

/** True for a username that a wallet can register. */
export async function isUsernameAvailable(ctx: Pick<ApiContext, 'orm'>, { username }: { username: string }): Promise<boolean> {
  return !isReservedUsername(username) && (await findWalletOfUsername(ctx.orm.em.fork(), { username })) === undefined
}
