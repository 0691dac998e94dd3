import { deleteGrant, findGrant, saveGrant } from '@gateway/db/oauth/grant-queries'
import { findBySubject } from '@gateway/db/oauth/subject-queries'
import { isOauthScope, scopeSet } from '@gateway/domain/oauth/scope'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { OauthContext } from '../oauth-context.ts'
import { query } from './oauth-request.ts'

/** Grants, each of one sign-in at one client; their codes and tokens end with them. */
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

/** The library's own types leave out what a grant holds. */
const scopesOf = ({ openid }: AdapterPayload & { openid?: { readonly scope?: string } }) =>
  (openid?.scope ?? '').split(' ').filter(isOauthScope)
