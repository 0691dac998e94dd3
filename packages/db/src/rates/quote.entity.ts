import type { AssetCode } from '@gateway/domain/money/asset'
import type { FiatCode } from '@gateway/domain/money/fiat'
import type { SourcePrice } from '@gateway/domain/rates/quote'
import { defineEntity, p } from '@mikro-orm/core'

const QuoteSchema = defineEntity({
  name: 'Quote',
  tableName: 'quote',
  properties: {
    id: p.uuid().primary(),
    asset: p.text().$type<AssetCode>(),
    currency: p.text().$type<FiatCode>(),
    rate: p.decimal('string'),
    usdRate: p.decimal('string'),
    spreadBps: p.integer(),
    sources: p.json<readonly SourcePrice[]>(),
    asOf: p.datetime(),
  },
})

/** An immutable price. Rates are plain decimal texts with at most ten significant digits. */
export class QuoteEntity extends QuoteSchema.class {}
QuoteSchema.setClass(QuoteEntity)
