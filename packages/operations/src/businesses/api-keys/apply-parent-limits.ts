import { lockParentKey } from '@gateway/db/businesses/key-queries'
import type { Em } from '@gateway/db/orm'
import { AppsRefused, InvalidApiKey, ScopesExceeded } from '@gateway/domain/accounts/errors'
import { type Actor, type ActorName, actorName, type ApiKey, isKeyActive } from '@gateway/domain/accounts/merchant'
import { areWithin } from '@gateway/domain/accounts/scope'
import { LiveKeyRequired } from '@gateway/domain/businesses/errors'
import { InvalidField } from '@gateway/domain/kernel/error'
import type { Context } from '../../kernel/context.ts'

type Reach = Pick<ApiKey, 'mode' | 'scopes' | 'expiresAt'>

/**
 * The creator, scopes and expiry of a new key. A key created by a key has no more scopes than its parent and expires no later; a merchant has no limits.
 *
 * The parent is locked until the caller's transaction ends, so that revoking it revokes the new key too.
 *
 * @throws {InvalidApiKey} when the parent has ended since it was authenticated; {ScopesExceeded} {LiveKeyRequired} {InvalidField} {AppsRefused}
 */
export async function applyParentLimits(
  em: Em,
  ctx: Pick<Context, 'clock'>,
  { actor, wanted }: { actor: Actor; wanted: Reach },
): Promise<{ createdBy: ActorName; expiresAt: Date | null }> {
  const createdBy = actorName(actor)
  if (actor.kind === 'merchant') return { createdBy, expiresAt: wanted.expiresAt }
  if (actor.kind === 'app') throw new AppsRefused()
  const parent = await lockParentKey(em, actor)
  if (!parent || !isKeyActive(parent, ctx.clock.now())) throw new InvalidApiKey()
  if (!areWithin(wanted.scopes, parent.scopes)) throw new ScopesExceeded(parent.scopes)
  if (parent.mode === 'test' && wanted.mode === 'live') throw new LiveKeyRequired()
  return { createdBy, expiresAt: earlierEnd(wanted.expiresAt, parent.expiresAt) }
}

/** The expiry of a new key: its parent's, unless an earlier one is requested. @throws {InvalidField} for a later one. */
function earlierEnd(wanted: Date | null, latest: Date | null): Date | null {
  if (wanted && latest && wanted > latest)
    throw new InvalidField('expires_at', `must not be later than ${latest.toISOString()}, when the creating key expires`)
  return wanted ?? latest
}
