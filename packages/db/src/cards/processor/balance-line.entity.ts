import { defineEntity, p } from '@mikro-orm/core'
import type { CardTransferKind } from '@gateway/domain/ledger/entry'
import { UnitsType } from '../../kernel/units.type.ts'

const BalanceLineSchema = defineEntity({
  name: 'BalanceLine',
  tableName: 'processor_balance_line',
  properties: {
    id: p.text().primary(),
    kind: p.text().$type<CardTransferKind>().strictNullable(),
    ref: p.text(),
    currency: p.text(),
    amountMinor: p.type(UnitsType).$type<bigint>(),
    feeMinor: p.type(UnitsType).$type<bigint>(),
    createdAt: p.datetime(),
  },
})

/** A line of the platform's balance at the card processor, with what the ledger books for it. */
export class BalanceLineEntity extends BalanceLineSchema.class {}
BalanceLineSchema.setClass(BalanceLineEntity)
