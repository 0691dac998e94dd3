import { findAnyArtifact } from '@gateway/db/oauth/artifact-queries'
import { deleteGrant } from '@gateway/db/oauth/grant-queries'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { OauthContext } from '../oauth-context.ts'
import { digestOf } from '../store/digest.ts'
import { currentRequest, query } from '../store/oauth-request.ts'

const modelsOfKinds: Readonly<Record<string, 'AuthorizationCode' | 'RefreshToken'>> = {
  authorization_code: 'AuthorizationCode',
  refresh_token: 'RefreshToken',
}

/**
 * After a refusal: a code or refresh token that was used and is shown again ends its grant, whatever the library refused first (RFC 9700 §2.1.1
 * and §4.14.2). A code that was not used is dead: whoever guesses at its verifier has one guess.
 */
export async function endMisused(ctx: OauthContext, { oidc }: KoaContextWithOIDC, presented: string): Promise<void> {
  const model = modelsOfKinds[String(oidc?.params?.['grant_type'])]
  if (!model || !oidc.client) return
  const row = await query(ctx, (em) => findAnyArtifact(em, { model, digest: digestOf(presented) }))
  if (!row) return
  if (row.consumedAt !== null) return endGrantOf(ctx, row, oidc.client)
  if (model === 'AuthorizationCode') await oidc.provider.AuthorizationCode.adapter.destroy(presented)
}

interface Used {
  readonly model: string
  readonly grantId: string | null
  readonly payload: Readonly<Record<string, unknown>>
}

/** A refresh token counts only at its own client, and not while it may still give its successor again. */
async function endGrantOf(ctx: OauthContext, { model, grantId: id, payload }: Used, client: { readonly clientId: string }): Promise<void> {
  const isStolen = payload['clientId'] === client.clientId && currentRequest().replayed === undefined
  if (id !== null && (model === 'AuthorizationCode' || isStolen)) await query(ctx, (em) => deleteGrant(em, { id }))
}
