import type { Em } from '@gateway/db/orm'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import type { Context } from '../../kernel/context.ts'
import type { AddressOwners } from '../../kernel/address-owners.ts'
import type { Lease } from '../cursor/cursor.ts'
import type { Touched } from './record-deposits.ts'

/** Has the subject of every touched object assess it, once. */
export async function assessOwners(
  em: Em,
  ctx: Context,
  input: { lease: Pick<Lease, 'chain'>; subjects: AddressOwners; view: ChainView; touched: readonly Touched[] },
): Promise<void> {
  for (const [subject, rows] of Map.groupBy(input.touched, (row) => row.subject)) {
    const ids = [...new Set(rows.map((row) => row.subjectId))]
    await input.subjects[subject].depositsChanged(em, ctx, { chain: input.lease.chain, ids, view: input.view })
  }
}
