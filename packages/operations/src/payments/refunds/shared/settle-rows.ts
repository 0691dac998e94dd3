import type { Em } from '@gateway/db/orm'
import type { Context } from '../../../kernel/context.ts'
import { advanceRefunds } from '../../lifecycle/advance-refunds.ts'

/**
 * Records that refunds are final, in the caller's transaction. After a restore the chain may show one as paid that the database has not planned.
 *
 * @returns those that are returned now, each once.
 */
export async function settleRows(em: Em, { clock }: Pick<Context, 'clock'>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  await advanceRefunds(em, { ids, input: 'plan', patch: { holdReason: null } })
  const returned = await advanceRefunds(em, { ids, input: 'settle', patch: { endedAt: clock.now(), endReason: 'final' } })
  return new Set(returned.map(({ id }) => id))
}
