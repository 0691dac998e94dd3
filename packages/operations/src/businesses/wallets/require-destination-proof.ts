import { InsufficientScope } from '@gateway/domain/accounts/errors'
import { type Actor, mayUse } from '@gateway/domain/accounts/merchant'
import { WALLETS_WRITE } from '@gateway/domain/accounts/scope'
import { type Business, walletsAt } from '@gateway/domain/businesses/business'
import { assetCodes, assetOf, type ChainCode } from '@gateway/domain/money/asset'
import { requireRecentConfirmation } from '../../accounts/auth/require-confirmation.ts'
import type { Context } from '../../kernel/context.ts'

/** Whose money goes where. */
interface Destination {
  readonly actor: Actor
  readonly business: Business
  readonly chain: ChainCode
  /** In its canonical spelling. */
  readonly address: string
}

/**
 * Passes a destination that is a wallet of the business in effect on its chain. Any other moves money as a new wallet would, and needs the same proof.
 *
 * @throws {InsufficientScope} {ConfirmationRequired} as a change of wallets.
 */
export function requireDestinationProof(ctx: Pick<Context, 'clock'>, { actor, business, chain, address }: Destination): void {
  const wallets = walletsAt(business, ctx.clock.now())
  if (assetCodes.some((asset) => assetOf(asset).chain === chain && wallets[asset] === address)) return
  requireWalletProof(ctx, actor)
}

/**
 * The proof that changing where money goes needs.
 *
 * @throws {InsufficientScope} for a key without the scope `wallets:write`.
 * @throws {ConfirmationRequired} for a session of the portal that was not confirmed within five minutes.
 */
export function requireWalletProof(ctx: Pick<Context, 'clock'>, actor: Actor): void {
  if (!mayUse(actor, WALLETS_WRITE)) throw new InsufficientScope(WALLETS_WRITE)
  requireRecentConfirmation(ctx, actor)
}
