import type { ListSessionsInput } from '@gateway/contract/accounts'
import { endSessions, listLiveSessions } from '@gateway/db/accounts/session-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Context } from '../../kernel/context.ts'
import { requireMerchant } from './require-merchant.ts'

/** A sign-in that still opens the account. */
export interface ListedSession {
  readonly id: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** It is the one that asks. */
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

/** Ends the session that asks: its token opens nothing from the next request on. @throws {MerchantTokenRequired} */
export async function signOut(ctx: SessionContext, { actor }: { actor: Actor }): Promise<number> {
  const { merchantId, sessionId } = requireMerchant(actor)
  return endSessions(ctx.orm.em.fork(), { merchantId, at: ctx.clock.now(), only: sessionId })
}

/** Ends every session of the merchant, the one that asks too. @returns how many. @throws {MerchantTokenRequired} */
export async function signOutEverywhere(ctx: SessionContext, { actor }: { actor: Actor }): Promise<number> {
  const { merchantId } = requireMerchant(actor)
  return endSessions(ctx.orm.em.fork(), { merchantId, at: ctx.clock.now() })
}
