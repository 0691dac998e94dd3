import type { InvariantRunEntity, LookMarks } from '@gateway/db/ledger/invariant-run.entity'
import { tables } from '@gateway/db/tables'
import type { Context } from '../kernel/context.ts'

type Form = InvariantRunEntity['form']

/** Claims the next run of a form when it is due; true for one caller in all processes. A run that died is due again after the same interval. */
export async function claimCheckRun(ctx: Context, form: Form, everyMs: number): Promise<boolean> {
  const now = ctx.clock.now()
  const never = { form, startedAt: null, finishedAt: null, lookedFrom: null, lookedUntil: null }
  await tables(ctx.orm.em.fork())
    .insertInto('invariant_run')
    .values(never)
    .onConflict((oc) => oc.doNothing())
    .execute()
  const { numUpdatedRows } = await tables(ctx.orm.em.fork())
    .updateTable('invariant_run')
    .set({ startedAt: now })
    .where('form', '=', form)
    .where((eb) => eb.or([eb('startedAt', 'is', null), eb('startedAt', '<=', new Date(now.getTime() - everyMs))]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Records the end of a run, and its marks. */
export async function finishCheckRun(
  ctx: Context,
  form: Form,
  marks: { lookedFrom?: LookMarks; lookedUntil?: LookMarks } = {},
): Promise<void> {
  await tables(ctx.orm.em.fork())
    .updateTable('invariant_run')
    .set({ ...marks, finishedAt: ctx.clock.now() })
    .where('form', '=', form)
    .execute()
}
