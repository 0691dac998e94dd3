import type { PairName } from '@gateway/domain/rates/rate-snapshot'
import { defineEntity, p } from '@mikro-orm/core'

const RateConfirmationSchema = defineEntity({
  name: 'RateConfirmation',
  tableName: 'rate_confirmation',
  properties: {
    id: p.uuid().primary(),
    pair: p.text().$type<PairName>(),
    rate: p.decimal('string'),
    confirmedBy: p.text(),
    confirmedAt: p.datetime(),
  },
})

/** An operator's word about a price that lies far from the one before. */
export class RateConfirmationEntity extends RateConfirmationSchema.class {}
RateConfirmationSchema.setClass(RateConfirmationEntity)
