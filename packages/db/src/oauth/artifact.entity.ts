import { defineEntity, p } from '@mikro-orm/core'

const OauthArtifactSchema = defineEntity({
  name: 'OauthArtifact',
  tableName: 'oauth_artifact',
  properties: {
    model: p.text().primary(),
    digest: p.blob().primary(),
    grantId: p.text().strictNullable(),
    payload: p.json<Record<string, unknown>>(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    consumedAt: p.datetime().strictNullable(),
    sealedSuccessor: p.blob().strictNullable(),
    successorDigest: p.blob().strictNullable(),
  },
})

/** A code, a token, a browser's session or an interaction, by the SHA-256 of what its holder shows. */
export class OauthArtifactEntity extends OauthArtifactSchema.class {}
OauthArtifactSchema.setClass(OauthArtifactEntity)
