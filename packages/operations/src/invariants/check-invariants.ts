import type { LookMarks } from '@gateway/db/ledger/invariant-run.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { sweepEach } from '../kernel/sweeps/sweep-each.ts'
import { claimCheckRun, finishCheckRun } from './claim-check-run.ts'
import { findViolationsOf, invariants, type Violations } from './find-violations.ts'
import type { Invariant, Since } from './invariant.ts'
import { clearMended, reportViolations } from './report-violations.ts'

// The clock that wrote a row may be behind ours, and a transaction begun before a run may commit after it.
const CLOCKS_MS = 300_000

/** The forms of a check run: incremental and full. They run side by side, so that new rows do not wait for a full run. */
export const checkForms = ['new', 'all'] as const
type LookForm = (typeof checkForms)[number]

/** Runs one form if it is due, in one process at a time; immediately the first time. */
export async function checkInvariantsDue(ctx: Context, form: LookForm): Promise<void> {
  const { everyMs, look } = looks[form]
  if (await claimCheckRun(ctx, form, everyMs)) await look(ctx)
}

/** Checks every row and pauses the scopes of violations. @returns how many violations were new. */
export async function checkAll(ctx: Context): Promise<number> {
  const em = ctx.orm.em.fork()
  const began = ctx.clock.now()
  const { looked, broken } = await checkEach(ctx)
  const told = await reportViolations(ctx, broken)
  await clearMended(ctx, { looked, broken, began })
  requireEvery(looked)
  await checkpoint(em)
  await finishCheckRun(ctx, 'all')
  return told
}

/**
 * Checks the rows written since the run before the last one, and pauses the scopes of violations. Two runs overlap, because a transaction that
 * began before a run can commit after it.
 *
 * @returns how many violations were new.
 */
export async function checkNew(ctx: Context): Promise<number> {
  const em = ctx.orm.em.fork()
  const run = await tables(em).selectFrom('invariant_run').selectAll().where('form', '=', 'new').executeTakeFirstOrThrow()
  const until = await readMarks(em, ctx)
  const since = run.lookedFrom ?? until
  const { looked, broken } = await checkEach(ctx, { ...since, at: new Date(Date.parse(since.at) - CLOCKS_MS).toISOString() })
  const told = await reportViolations(ctx, broken)
  requireEvery(looked)
  await checkpoint(em)
  await finishCheckRun(ctx, 'new', { lookedFrom: run.lookedUntil ?? until, lookedUntil: until })
  return told
}

/** Checks one invariant after another; one that cannot be checked keeps none of the others from it. */
async function checkEach(ctx: Context, since?: Since): Promise<{ looked: Invariant[]; broken: Violations[] }> {
  const [looked, broken]: [Invariant[], Violations[]] = [[], []]
  const checks = {
    name: 'invariants',
    read: () => Promise.resolve(invariants),
    keyOf: ({ id, sentence }: Invariant) => `${id} ${sentence}`,
  } as const
  await sweepEach<Invariant>(ctx, { ...checks, aboutOf: ({ id }) => ({ reason: id }) }, async (invariant) => {
    broken.push(...(await findViolationsOf(ctx.orm.em.fork(), invariant, since)))
    looked.push(invariant)
  })
  return { looked, broken }
}

/** @throws {Error} when an invariant was not checked, so that the run does not count as finished and the next one begins where it did. */
function requireEvery(looked: readonly Invariant[]): void {
  if (looked.length < invariants.length) throw new Error(`${invariants.length - looked.length} invariants were not checked`)
}

/** An incremental run starts a little more often than the minute within which a violation must pause. */
const looks: Readonly<Record<LookForm, { readonly everyMs: number; readonly look: (ctx: Context) => Promise<number> }>> = {
  new: { everyMs: 50_000, look: checkNew },
  all: { everyMs: 3_600_000, look: checkAll },
}

async function readMarks(em: Em, ctx: Context): Promise<LookMarks> {
  const { rows } = await sql<Omit<LookMarks, 'at'>>`SELECT (SELECT coalesce(max(id), 0)::text FROM entry) AS entry,
    (SELECT coalesce(max(position), 0)::text FROM event) AS event, (SELECT coalesce(max(id), 0)::text FROM observation) AS observation`.execute(
    tables(em),
  )
  return { entry: '0', event: '0', observation: '0', ...rows[0], at: ctx.clock.now().toISOString() }
}

/**
 * Advances the checkpoint of every account whose entries explain its balance. Entries of an account are written under its lock, so none with a
 * lower id commits later.
 */
async function checkpoint(em: Em): Promise<void> {
  await sql`INSERT INTO account_checkpoint (account_id, entry_id, bal)
    SELECT account.id, newer.last, account.bal FROM account LEFT JOIN account_checkpoint seen ON seen.account_id = account.id
    CROSS JOIN LATERAL (SELECT max(id) AS last, sum(amount) AS units FROM entry
      WHERE entry.account_id = account.id AND entry.id > coalesce(seen.entry_id, 0)) newer
    WHERE newer.last IS NOT NULL AND account.bal = coalesce(seen.bal, 0) + newer.units ORDER BY account.id
    ON CONFLICT (account_id) DO UPDATE SET entry_id = excluded.entry_id, bal = excluded.bal`.execute(tables(em))
}
