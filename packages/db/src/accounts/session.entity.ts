import type { SessionOrigin } from '@gateway/domain/accounts/merchant'
import { defineEntity, p } from '@mikro-orm/core'

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().strictNullable(),
    openedIn: p.text().$type<SessionOrigin>(),
    browser: p.text(),
    confirmedAt: p.datetime(),
    secondFactor: p.boolean(),
  },
})

/** A signed-in merchant; a token without a live row is worthless. */
export class SessionEntity extends SessionSchema.class {}
SessionSchema.setClass(SessionEntity)
