import { AppsRefused, ConfirmationRequired } from '@gateway/domain/accounts/errors'
import { type Actor, confirmedUntil } from '@gateway/domain/accounts/merchant'
import type { Context } from '../../kernel/context.ts'
import type { MerchantActor } from './require-merchant.ts'

type ClockContext = Pick<Context, 'clock'>

/**
 * Passes API keys, and sessions outside the portal, whose programs cannot ask anybody. An app never passes: its user's consent confirms nothing else.
 *
 * @throws {AppsRefused}
 * @throws {ConfirmationRequired} for a session of the portal in which password, code or passkey was not given within five minutes.
 */
export function requireRecentConfirmation(ctx: ClockContext, actor: Actor): void {
  if (actor.kind === 'app') throw new AppsRefused()
  if (actor.kind === 'merchant' && actor.openedIn === 'portal') requireConfirmed(ctx, actor)
}

/** The same for every session: nobody changes the factors of an account with a token alone. @throws {ConfirmationRequired} */
export function requireConfirmed(ctx: ClockContext, actor: MerchantActor): void {
  if (ctx.clock.now() >= confirmedUntil(actor)) throw new ConfirmationRequired()
}
