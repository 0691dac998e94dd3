import type { OauthScope } from '@gateway/domain/oauth/scope'
import { defineEntity, p } from '@mikro-orm/core'

const OauthClientSchema = defineEntity({
  name: 'OauthClient',
  tableName: 'oauth_client',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    clientId: p.text(),
    name: p.text(),
    description: p.text().strictNullable(),
    redirectUris: p.array<string>(),
    postLogoutRedirectUris: p.array<string>(),
    scopes: p.array<OauthScope>(),
    isPublic: p.boolean(),
    secretDigest: p.blob().strictNullable(),
    previousSecretDigest: p.blob().strictNullable(),
    previousValidUntil: p.datetime().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** An app or website that signs its users in with the gateway; it belongs to a merchant. Secrets are kept as SHA-256. */
export class OauthClientEntity extends OauthClientSchema.class {}
OauthClientSchema.setClass(OauthClientEntity)
