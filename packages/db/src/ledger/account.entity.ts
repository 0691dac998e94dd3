import type { Mode } from '@gateway/domain/kernel/id'
import type { AccountCode, LedgerAsset } from '@gateway/domain/ledger/entry'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'account',
  properties: {
    id: p.bigint('string').primary().autoincrement(),
    asset: p.text().$type<LedgerAsset>(),
    mode: p.text().$type<Mode>(),
    code: p.text().$type<AccountCode>(),
    owner: p.text(),
    floor: p.type(UnitsType).$type<bigint>().strictNullable(),
    ceiling: p.type(UnitsType).$type<bigint>().strictNullable(),
    bal: p.type(UnitsType).$type<bigint>(),
  },
})

/** One account of the ledger; the database refuses a balance outside floor and ceiling. */
export class AccountEntity extends AccountSchema.class {}
AccountSchema.setClass(AccountEntity)
