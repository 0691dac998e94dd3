import { deleteGrant, findGrant, saveGrant } from '@gateway/db/oauth/grant-queries'
import { findBySubject } from '@gateway/db/oauth/subject-queries'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { isOauthScope, scopeSet } from '@gateway/domain/oauth/scope'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { holdSession } from '../../accounts/auth/hold-session.ts'
import type { OauthContext } from '../oauth-context.ts'
import { currentRequest, query } from './oauth-request.ts'

/**
 * Grants, each of one sign-in at one client; their codes and tokens end with them. One is stored only while the session of the portal lives in which
 * its user signs in: who ends the sessions of a merchant and then its grants misses none.
 */
export const grantAdapter = (ctx: OauthContext): Adapter => ({
  async upsert(id, payload, expiresIn = 0) {
    const signedInAt = ctx.clock.now()
    const { id: merchantId } = await ownerOf(ctx, payload)
    const grant = {
      id,
      merchantId,
      clientId: payload.clientId ?? '',
      mode: 'live' as const,
      scopes: scopeSet(scopesOf(payload)),
      payload: { ...payload },
      signedInAt,
      lastUsedAt: null,
      expiresAt: new Date(signedInAt.getTime() + expiresIn * 1_000),
    }
    await requireSession(ctx, merchantId)
    await query(ctx, (em) => saveGrant(em, grant))
  },
  find: async (id) => (await query(ctx, (em) => findGrant(em, { id, at: ctx.clock.now() })))?.payload,
  destroy: (id) => query(ctx, (em) => deleteGrant(em, { id })),
  revokeByGrantId: async () => undefined,
  consume: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
})

async function ownerOf(ctx: OauthContext, { accountId = '' }: AdapterPayload) {
  const owner = await query(ctx, (em) => findBySubject(em, { subject: accountId }))
  if (!owner) throw new Error('a grant has no owner')
  return owner
}

/** Lets the session of the request end only after its transaction. @throws {errors.LoginRequired} when it has ended. */
async function requireSession(ctx: OauthContext, merchantId: MerchantId): Promise<void> {
  const { em, user } = currentRequest()
  if (!em) throw new Error('a grant is stored in a transaction')
  const isLive = user !== undefined && (await query(ctx, () => holdSession(em, ctx, { merchantId, sessionId: user.sessionId })))
  if (!isLive) throw new errors.LoginRequired('the session of the portal has ended')
}

/** The library's own types leave out what a grant holds. */
const scopesOf = ({ openid }: AdapterPayload & { openid?: { readonly scope?: string } }) =>
  (openid?.scope ?? '').split(' ').filter(isOauthScope)
