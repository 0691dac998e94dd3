import { findApiKeys } from '@gateway/db/accounts/queries'
import { findLiveIds } from '@gateway/db/accounts/session-queries'
import { type Actor, isKeyActive } from '@gateway/domain/accounts/merchant'
import type { Context } from '../../kernel/context.ts'

/**
 * Filters actors to those whose credential is still valid: key neither revoked nor expired, session not ended. Two queries at most.
 *
 * Long-lived connections check their actors again with it.
 */
export async function findValidCredentials(
  ctx: Pick<Context, 'orm' | 'clock'>,
  { actors }: { actors: readonly Actor[] },
): Promise<ReadonlySet<Actor>> {
  const holding = new Set((await Promise.all([activeKeys(ctx, actors), liveSessions(ctx, actors)])).flat())
  return new Set(actors.filter((actor) => holding.has(idOf(actor))))
}

/** An app opens no connection that lasts. */
function idOf(actor: Actor): string {
  if (actor.kind === 'app') return actor.grantId
  return actor.kind === 'key' ? actor.keyId : actor.sessionId
}

async function activeKeys(ctx: Pick<Context, 'orm' | 'clock'>, actors: readonly Actor[]): Promise<string[]> {
  const keyIds = new Set(actors.flatMap((actor) => (actor.kind === 'key' ? [actor.keyId] : [])))
  if (keyIds.size === 0) return []
  const keys = await findApiKeys(ctx.orm.em.fork(), { keyIds: [...keyIds] })
  return keys.filter((key) => isKeyActive(key, ctx.clock.now())).map(({ id }) => id)
}

async function liveSessions(ctx: Pick<Context, 'orm' | 'clock'>, actors: readonly Actor[]): Promise<string[]> {
  const sessionIds = new Set(actors.flatMap((actor) => (actor.kind === 'merchant' ? [actor.sessionId] : [])))
  if (sessionIds.size === 0) return []
  return findLiveIds(ctx.orm.em.fork(), { sessionIds: [...sessionIds], at: ctx.clock.now() })
}
