import type { SigningKeyState } from '@gateway/domain/oauth/signing-key'
import { defineEntity, p } from '@mikro-orm/core'

const OauthKeySchema = defineEntity({
  name: 'OauthKey',
  tableName: 'oauth_key',
  properties: {
    kid: p.text().primary(),
    publicJwk: p.json<Record<string, string>>(),
    sealedPrivate: p.blob(),
    state: p.text().$type<SigningKeyState>(),
    createdAt: p.datetime(),
    retiredUntil: p.datetime().strictNullable(),
  },
})

/** A key that signs ID tokens; its private part is sealed. */
export class OauthKeyEntity extends OauthKeySchema.class {}
OauthKeySchema.setClass(OauthKeyEntity)
