import type { LinkPurpose } from '@gateway/domain/accounts/email'
import { defineEntity, p } from '@mikro-orm/core'

const EmailLinkSchema = defineEntity({
  name: 'EmailLink',
  tableName: 'email_link',
  properties: {
    digest: p.blob().primary(),
    merchantId: p.uuid(),
    purpose: p.text().$type<LinkPurpose>(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().strictNullable(),
  },
})

/** A link in a letter, by the SHA-256 of its token; it opens once. */
export class EmailLinkEntity extends EmailLinkSchema.class {}
EmailLinkSchema.setClass(EmailLinkEntity)
