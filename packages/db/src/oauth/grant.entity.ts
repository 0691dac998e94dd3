import type { Mode } from '@gateway/domain/kernel/id'
import type { OauthScope } from '@gateway/domain/oauth/scope'
import { defineEntity, p } from '@mikro-orm/core'

const OauthGrantSchema = defineEntity({
  name: 'OauthGrant',
  tableName: 'oauth_grant',
  properties: {
    id: p.text().primary(),
    merchantId: p.uuid(),
    clientId: p.text(),
    mode: p.text().$type<Mode>(),
    scopes: p.array<OauthScope>(),
    payload: p.json<Record<string, unknown>>(),
    signedInAt: p.datetime(),
    lastUsedAt: p.datetime().strictNullable(),
    expiresAt: p.datetime(),
  },
})

/** What one sign-in gave one client. Its codes and tokens are deleted with its row. */
export class OauthGrantEntity extends OauthGrantSchema.class {}
OauthGrantSchema.setClass(OauthGrantEntity)
