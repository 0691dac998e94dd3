import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { AccountCode } from '@gateway/domain/ledger/entry'
import type { Mode } from '@gateway/domain/kernel/id'
import type { AssetCode } from '@gateway/domain/money/asset'

/** The balance of an account, 0 before its first entry, locked until the caller's transaction ends. */
export async function lockBalance(em: Em, account: { asset: AssetCode; mode: Mode; code: AccountCode; owner: string }): Promise<bigint> {
  const found = await tables(em)
    .selectFrom('account')
    .select('bal')
    .where('asset', '=', account.asset)
    .where('mode', '=', account.mode)
    .where('code', '=', account.code)
    .where('owner', '=', account.owner)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return found?.bal ?? 0n
}
