import type { TicketPurpose } from '@gateway/domain/accounts/factors'
import { defineEntity, p } from '@mikro-orm/core'

const SignInTicketSchema = defineEntity({
  name: 'SignInTicket',
  tableName: 'sign_in_ticket',
  properties: {
    digest: p.blob().primary(),
    purpose: p.text().$type<TicketPurpose>(),
    merchantId: p.uuid().strictNullable(),
    sessionId: p.uuid().strictNullable(),
    challenge: p.text().strictNullable(),
    attempts: p.integer(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().strictNullable(),
  },
})

/** A short-lived ticket by its SHA-256; it is used once. */
export class SignInTicketEntity extends SignInTicketSchema.class {}
SignInTicketSchema.setClass(SignInTicketEntity)
