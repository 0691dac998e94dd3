import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Context } from '../../kernel/context.ts'
import { reverseTransfers } from '../../ledger/reverse-transfer.ts'
import type { OrphanedBlock } from '../settlement/reverse-payouts.ts'

/** Reverses the gas of final transactions in an orphaned block (ledger L6); another block will charge another amount. */
export async function reverseGas(em: Em, ctx: Context, { chain, height, blockHash }: OrphanedBlock): Promise<void> {
  const final = await tables(em)
    .selectFrom('spend_attempt')
    .select(['handle', 'posting'])
    .where('chain', '=', chain)
    .where('height', '=', height)
    .where('state', '=', 'final')
    .execute()
  const keys = final.map(({ handle, posting }) => ({ ref: handle, revision: posting }))
  await reverseTransfers(em, ctx, { kind: 'gas', chain, keys, blockHash })
}
