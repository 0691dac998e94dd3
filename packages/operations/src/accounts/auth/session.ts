import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Merchant, SessionOrigin } from '@gateway/domain/accounts/merchant'
import type { Requester } from '@gateway/domain/accounts/requester'
import type { MerchantId } from '@gateway/domain/kernel/id'
import type { ApiContext } from '../../kernel/context.ts'
import { type SessionTerms, signMerchantToken } from './merchant-token.ts'

const DAY_SECONDS = 24 * 60 * 60
/** How long a session lasts; one at a terminal decides about money without being confirmed again. */
const lifetimeSeconds = { portal: 7 * DAY_SECONDS, api: 7 * DAY_SECONDS, terminal: DAY_SECONDS / 2 } as const satisfies Record<
  SessionOrigin,
  number
>

/** A merchant who has just signed in. */
export interface SignedIn {
  readonly merchant: Merchant
  readonly token: string
  readonly expiresInSeconds: number
}

/** Whose session is opened, where, and whether more than a password was asked. */
export interface NewSession {
  readonly merchantId: MerchantId
  readonly openedIn: SessionOrigin
  readonly secondFactor: boolean
}

/**
 * Stores a session in the caller's transaction; its token works once that is committed. The account has just been authenticated, so the
 * session begins confirmed.
 */
export async function startSession(
  em: Em,
  ctx: Pick<ApiContext, 'ids' | 'clock'> & Pick<Requester, 'browser'>,
  { merchantId, openedIn, secondFactor }: NewSession,
): Promise<SessionTerms> {
  const createdAt = ctx.clock.now()
  const expiresAt = new Date(createdAt.getTime() + lifetimeSeconds[openedIn] * 1_000)
  const session = { id: ctx.ids.uuid(), merchantId, createdAt, expiresAt }
  await tables(em)
    .insertInto('session')
    .values({ ...session, revokedAt: null, openedIn, browser: ctx.browser, confirmedAt: createdAt, secondFactor })
    .execute()
  return session
}

/** The answer of a sign-in, for a committed session. */
export async function presentSession(ctx: Pick<ApiContext, 'tokenKeys'>, merchant: Merchant, session: SessionTerms): Promise<SignedIn> {
  const expiresInSeconds = (session.expiresAt.getTime() - session.createdAt.getTime()) / 1_000
  return { merchant, token: await signMerchantToken(ctx.tokenKeys, session), expiresInSeconds }
}
