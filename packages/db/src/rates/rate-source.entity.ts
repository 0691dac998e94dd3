import { defineEntity, p } from '@mikro-orm/core'

const RateSourceSchema = defineEntity({
  name: 'RateSource',
  tableName: 'rate_source',
  properties: {
    name: p.text().primary(),
    askedAt: p.datetime(),
    answeredAt: p.datetime().strictNullable(),
    failures: p.integer(),
    problem: p.text().strictNullable(),
    restsUntil: p.datetime(),
    digest: p.text().strictNullable(),
    sameSince: p.datetime().strictNullable(),
  },
})

/** How a source of prices behaves: failures in a row, until when it is left alone, and since when its answers are the same byte for byte. */
export class RateSourceEntity extends RateSourceSchema.class {}
RateSourceSchema.setClass(RateSourceEntity)
