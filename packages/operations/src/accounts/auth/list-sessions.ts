import type { ListSessionsInput } from '@gateway/contract/accounts'
import { endSessions, listLiveSessions } from '@gateway/db/accounts/session-queries'
import type { Actor, SessionOrigin } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { Context } from '../../kernel/context.ts'
import { requireMerchant } from './require-merchant.ts'

/** A session that has not ended. */
export interface ListedSession {
  readonly id: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly openedIn: SessionOrigin
  /** Browser and system by their names. */
  readonly browser: string
  /** True for the session of the request itself. */
  readonly isCurrent: boolean
}

type SessionContext = Pick<Context, 'orm' | 'clock'>

/** A page of a merchant's live sessions, newest first. @throws {MerchantTokenRequired} */
export async function listSessions(
  ctx: SessionContext,
  { actor, page }: { actor: Actor; page: ListSessionsInput },
): Promise<{ sessions: ListedSession[]; total: number }> {
  const { merchantId, sessionId } = requireMerchant(actor)
  const found = await listLiveSessions(ctx.orm.em.fork(), { merchantId, at: ctx.clock.now(), ...page })
  return { ...found, sessions: found.sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId })) }
}

/** Ends the session of the request; its token is revoked immediately. @throws {MerchantTokenRequired} */
export async function signOut(ctx: SessionContext, { actor }: { actor: Actor }): Promise<number> {
  const { merchantId, sessionId } = requireMerchant(actor)
  return endSessions(ctx.orm.em.fork(), { merchantId, at: ctx.clock.now(), only: sessionId })
}

/** Ends one session of the merchant, which may be that of the request. @throws {NotFound} {MerchantTokenRequired} */
export async function endSession(ctx: SessionContext, { actor, id }: { actor: Actor; id: string }): Promise<void> {
  const { merchantId } = requireMerchant(actor)
  const ended = await endSessions(ctx.orm.em.fork(), { merchantId, at: ctx.clock.now(), only: id })
  if (ended === 0) throw new NotFound('session')
}

/** Ends every session of the merchant, that of the request included. @returns how many. @throws {MerchantTokenRequired} */
export async function signOutEverywhere(ctx: SessionContext, { actor }: { actor: Actor }): Promise<number> {
  const { merchantId } = requireMerchant(actor)
  return endSessions(ctx.orm.em.fork(), { merchantId, at: ctx.clock.now() })
}
