import type { Em } from '@gateway/db/orm'
import type { Context } from '../../../kernel/context.ts'
import { advanceRefunds } from '../../lifecycle/advance-refunds.ts'

/** Which refunds a final payout has moved. */
interface Settled {
  /** Those that are returned now, each once. */
  readonly returned: ReadonlySet<string>
  /** Those among them that the database had not planned: after a restore the chain may show one as paid. */
  readonly unplanned: ReadonlySet<string>
}

/** Records that refunds are final, in the caller's transaction. */
export async function settleRows(em: Em, { clock }: Pick<Context, 'clock'>, ids: readonly string[]): Promise<Settled> {
  const idsOf = (rows: readonly { readonly id: string }[]) => new Set(rows.map(({ id }) => id))
  const unplanned = idsOf(await advanceRefunds(em, { ids, input: 'plan', patch: { holdReason: null } }))
  const patch = { endedAt: clock.now(), endReason: 'final' }
  return { unplanned, returned: idsOf(await advanceRefunds(em, { ids, input: 'settle', patch })) }
}
