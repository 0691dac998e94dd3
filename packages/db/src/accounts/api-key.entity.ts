import type { ActorName, ApiKey } from '@gateway/domain/accounts/merchant'
import type { Scope } from '@gateway/domain/accounts/scope'
import type { Mode } from '@gateway/domain/kernel/id'
import { defineEntity, p } from '@mikro-orm/core'

const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: p.text().primary(),
    businessId: p.uuid(),
    mode: p.text().$type<Mode>(),
    name: p.text().strictNullable(),
    scopes: p.array().$type<Scope[]>(),
    digest: p.blob(),
    last4: p.text(),
    createdAt: p.datetime(),
    createdBy: p.text().strictNullable().$type<ActorName | null>(),
    lastUsedAt: p.datetime().strictNullable(),
    expiresAt: p.datetime().strictNullable(),
    revokedAt: p.datetime().strictNullable(),
  },
})

/** An API key by its public id; `digest` is the SHA-256 of the whole key. */
export class ApiKeyEntity extends ApiKeySchema.class implements ApiKey {}
ApiKeySchema.setClass(ApiKeyEntity)
