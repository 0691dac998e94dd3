import type { OauthScope } from '@gateway/domain/oauth/scope'
import { defineEntity, p } from '@mikro-orm/core'

const OauthConsentSchema = defineEntity({
  name: 'OauthConsent',
  tableName: 'oauth_consent',
  properties: {
    merchantId: p.uuid().primary(),
    clientId: p.text().primary(),
    scopes: p.array<OauthScope>().primary(),
    grantedAt: p.datetime(),
  },
})

/** A set of scopes that a merchant has given a client, in alphabetical order. */
export class OauthConsentEntity extends OauthConsentSchema.class {}
OauthConsentSchema.setClass(OauthConsentEntity)
