import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Context } from '../../kernel/context.ts'
import type { FinalityInput } from './finality-input.ts'

/** Tells rooms the outcomes that contracts of their objects have recorded in final blocks, once; before payouts of these blocks are settled. */
export async function tellOutcomes(
  em: Em,
  ctx: Context,
  { chain, finalHeight, subjects }: FinalityInput & { finalHeight: number },
): Promise<void> {
  const told = await tables(em)
    .updateTable('contract_outcome')
    .set({ isTold: true })
    .where('chain', '=', chain)
    .where('isTold', '=', false)
    .where('height', '<=', finalHeight)
    .returning(['subject', 'subjectId as id', 'outcome', 'exit', 'txId'])
    .execute()
  for (const [subject, outcomes] of Map.groupBy(told, (row) => row.subject)) await subjects[subject].outcomesFinal?.(em, ctx, outcomes)
}
