import type { LinkPurpose } from '@gateway/domain/accounts/email'
import { defineEntity, p } from '@mikro-orm/core'

const EmailTokenSchema = defineEntity({
  name: 'EmailToken',
  tableName: 'email_token',
  properties: {
    digest: p.blob().primary(),
    merchantId: p.uuid(),
    purpose: p.text().$type<LinkPurpose>(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().strictNullable(),
  },
})

/** The token of a link in an e-mail, by its SHA-256; it opens once. */
export class EmailTokenEntity extends EmailTokenSchema.class {}
EmailTokenSchema.setClass(EmailTokenEntity)
