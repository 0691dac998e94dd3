import { lockParentKey } from '@gateway/db/businesses/key-queries'
import type { Em } from '@gateway/db/orm'
import { InvalidApiKey, ScopesExceeded } from '@gateway/domain/accounts/errors'
import { type Actor, type ActorName, actorName, type ApiKey, isKeyActive } from '@gateway/domain/accounts/merchant'
import { areWithin } from '@gateway/domain/accounts/scope'
import { LiveKeyRequired } from '@gateway/domain/businesses/errors'
import { InvalidField } from '@gateway/domain/kernel/error'
import type { Context } from '../../kernel/context.ts'

/** What a new key opens, and until when. */
type Reach = Pick<ApiKey, 'mode' | 'scopes' | 'expiresAt'>

/**
 * Who creates a key, and when it ends: a key that a key creates opens no more than its parent, and ends no later. A merchant creates keys without limits.
 *
 * The parent is locked until the caller's transaction ends, so that it cannot be revoked without the new key.
 *
 * @throws {InvalidApiKey} when the parent has ended since it was authenticated; {ScopesExceeded} {LiveKeyRequired} {InvalidField}
 */
export async function applyParentLimits(
  em: Em,
  ctx: Pick<Context, 'clock'>,
  { actor, wanted }: { actor: Actor; wanted: Reach },
): Promise<{ createdBy: ActorName; expiresAt: Date | null }> {
  const createdBy = actorName(actor)
  if (actor.kind === 'merchant') return { createdBy, expiresAt: wanted.expiresAt }
  const parent = await lockParentKey(em, actor)
  if (!parent || !isKeyActive(parent, ctx.clock.now())) throw new InvalidApiKey()
  if (!areWithin(wanted.scopes, parent.scopes)) throw new ScopesExceeded(parent.scopes)
  if (parent.mode === 'test' && wanted.mode === 'live') throw new LiveKeyRequired()
  return { createdBy, expiresAt: earlierEnd(wanted.expiresAt, parent.expiresAt) }
}

/** The end of a new key: its parent's, unless an earlier one is asked for. @throws {InvalidField} for a later one. */
function earlierEnd(wanted: Date | null, latest: Date | null): Date | null {
  if (wanted && latest && wanted > latest)
    throw new InvalidField('expires_at', `must not be later than ${latest.toISOString()}, when the creating key expires`)
  return wanted ?? latest
}
