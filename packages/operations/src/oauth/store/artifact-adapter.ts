import { deleteArtifact, deleteOfGrant, findArtifact, saveArtifact, useArtifact } from '@gateway/db/oauth/artifact-queries'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { OauthContext } from '../oauth-context.ts'
import { digestOf } from './digest.ts'
import { GRACE_MS } from './grace.ts'
import { currentRequest, query } from './oauth-request.ts'

/** Models whose rows end with their grant. */
const OF_GRANTS: ReadonlySet<string> = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken'])
/** A browser's session counts only with the session of the portal in which it began. */
const PORTAL_SESSION = 'portal_session'

/** What the library keeps of one model but clients and grants, by the SHA-256 of its id; the payload does not repeat the id. */
export const artifactAdapter = (ctx: OauthContext, model: string): Adapter => ({
  async upsert(id, payload, expiresIn = 0) {
    const createdAt = ctx.clock.now()
    const artifact = {
      model,
      digest: digestOf(id),
      grantId: OF_GRANTS.has(model) ? (payload.grantId ?? null) : null,
      payload: storedOf(model, payload),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + expiresIn * 1_000),
    }
    await query(ctx, (em) => saveArtifact(em, artifact))
  },
  async find(id) {
    const row = await query(ctx, (em) => findArtifact(em, { model, digest: digestOf(id), at: ctx.clock.now() }))
    if (!row || (model === 'Session' && isForeign(row.payload))) return undefined
    const found = foundOf(id, row.payload)
    if (row.consumedAt === null || (model === 'RefreshToken' && (await isRepeated(ctx, row)))) return found
    return { ...found, consumed: Math.floor(row.consumedAt.getTime() / 1_000) }
  },
  async consume(id) {
    const isFirst = await query(ctx, (em) => useArtifact(em, { model, digest: digestOf(id), at: ctx.clock.now() }))
    if (!isFirst) throw new errors.InvalidGrant('it was used meanwhile')
  },
  destroy: (id) => query(ctx, (em) => deleteArtifact(em, { model, digest: digestOf(id) })),
  revokeByGrantId: (grantId) => query(ctx, (em) => deleteOfGrant(em, { model, grantId })),
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
})

/** Without what opens anything: the id itself, and all but the user of the session that an interaction copies. */
function storedOf(model: string, { jti: id, session, ...payload }: AdapterPayload): Record<string, unknown> {
  if (model === 'Interaction') return storedInteraction(String(id), session, payload)
  const portal = model === 'Session' ? { [PORTAL_SESSION]: currentRequest().user?.sessionId } : {}
  return { ...payload, ...(session && { session }), ...portal }
}

/** The address at which an interaction goes on ends with its id. */
function storedInteraction(id: string, session: AdapterPayload['session'], { returnTo, ...payload }: AdapterPayload) {
  const accountId = session?.accountId
  return {
    ...payload,
    ...(returnTo?.endsWith(id) && { returnTo: returnTo.slice(0, -id.length) }),
    ...(accountId !== undefined && { session: { accountId } }),
  }
}

/** As the library has given it. */
function foundOf(id: string, { [PORTAL_SESSION]: _portal, returnTo, ...payload }: Readonly<Record<string, unknown>>): AdapterPayload {
  return { ...payload, jti: id, ...(typeof returnTo === 'string' && { returnTo: `${returnTo}${id}` }) }
}

/** True of a session of somebody who is not signed in to the portal in this browser, or not any more. */
function isForeign({ accountId, [PORTAL_SESSION]: portal }: Readonly<Record<string, unknown>>): boolean {
  if (accountId === undefined) return false
  const { user } = currentRequest()
  return user === undefined || portal !== user.sessionId || accountId !== user.subject
}

interface Replaced {
  readonly consumedAt: Date | null
  readonly sealedSuccessor: Uint8Array | null
  readonly successorDigest: Uint8Array | null
}

/** True of a refresh token that was replaced a moment ago by one that is still unused: it gives the same one again. */
async function isRepeated(ctx: OauthContext, { consumedAt, sealedSuccessor, successorDigest }: Replaced): Promise<boolean> {
  const at = ctx.clock.now()
  if (consumedAt === null || sealedSuccessor === null || successorDigest === null) return false
  if (at.getTime() - consumedAt.getTime() > GRACE_MS) return false
  const successor = await query(ctx, (em) => findArtifact(em, { model: 'RefreshToken', digest: Buffer.from(successorDigest), at }))
  if (!successor || successor.consumedAt !== null) return false
  currentRequest().replayed = Buffer.from(sealedSuccessor)
  return true
}
