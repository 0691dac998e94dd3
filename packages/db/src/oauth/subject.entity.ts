import { defineEntity, p } from '@mikro-orm/core'

const OauthSubjectSchema = defineEntity({
  name: 'OauthSubject',
  tableName: 'oauth_subject',
  properties: {
    merchantId: p.uuid().primary(),
    subject: p.text(),
    createdAt: p.datetime(),
  },
})

/** Whom relying parties know a merchant as: random, and the same for ever. */
export class OauthSubjectEntity extends OauthSubjectSchema.class {}
OauthSubjectSchema.setClass(OauthSubjectEntity)
