import type { SeenLightningWallet } from '@gateway/contract/lightning'
import type { EnableLightningInput } from '@gateway/contract/lightning/inputs'
import { findWalletNamed, insertWallet } from '@gateway/db/lightning/wallet-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Business } from '@gateway/domain/businesses/business'
import { TestModeNotServed } from '@gateway/domain/businesses/errors'
import { InvalidField, NotFound } from '@gateway/domain/kernel/error'
import { businessScope } from '../../businesses/business-scope.ts'
import { resolveBusiness } from '../../businesses/resolve-business.ts'
import { type Keep, storeResponse } from '../../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { seeWallets } from './see-wallets.ts'

/** A wallet that is enabled, and whether it is new. */
export interface EnabledWallet {
  readonly seen: SeenLightningWallet
  readonly isNew: boolean
}

interface Enabling {
  readonly actor: Actor
  readonly wish: EnableLightningInput
  readonly keep?: Keep<EnabledWallet> | undefined
}

/**
 * Enables a Lightning wallet of a business, under a name of the merchant's own; one that is enabled already stays as it is.
 *
 * @throws {TestModeNotServed} {ForbiddenBusiness} {BusinessRequired} {NoBusinessYet}
 * @throws {NotFound} when the name is that of a wallet of a business that the key does not act for.
 * @throws {InvalidField} when the wallet belongs to another business than the named one.
 */
export async function enableWallet(ctx: ApiContext, { actor, wish, keep }: Enabling): Promise<EnabledWallet> {
  if (actor.mode === 'test') throw new TestModeNotServed()
  const known = await findKnown(ctx, { actor, wish })
  if (known) return known
  const business = await resolveBusiness(ctx, { actor, businessId: wish.businessId })
  const created = await transaction(ctx, async (em) => {
    const wallet = draftWallet(ctx, business, wish)
    if (!(await insertWallet(em, wallet))) return undefined
    const [seen] = await seeWallets(em, ctx, [wallet])
    const enabled = seen && { seen, isNew: true }
    if (enabled) await storeResponse(em, keep, enabled)
    return enabled
  })
  const enabled = created ?? (await findKnown(ctx, { actor, wish }))
  if (!enabled) throw new NotFound('wallet')
  return enabled
}

const draftWallet = ({ ids, clock }: ApiContext, { id, merchantId }: Business, { walletId }: EnableLightningInput) => ({
  id: ids.uuid(),
  merchantId,
  businessId: id,
  mode: 'live' as const,
  walletId,
  username: null,
  createdAt: clock.now(),
})

async function findKnown(
  ctx: ApiContext,
  { actor, wish: { walletId, businessId } }: Omit<Enabling, 'keep'>,
): Promise<EnabledWallet | undefined> {
  const em = ctx.orm.em.fork()
  const wallet = await findWalletNamed(em, { ...businessScope(actor), walletId })
  if (!wallet) return undefined
  if (businessId !== undefined && businessId !== wallet.businessId) {
    await resolveBusiness(ctx, { actor, businessId })
    throw new InvalidField('wallet_id', 'is the name of a wallet of another business')
  }
  const [seen] = await seeWallets(em, ctx, [wallet])
  return seen && { seen, isNew: false }
}
