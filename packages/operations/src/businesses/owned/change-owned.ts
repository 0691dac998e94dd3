import { causesOf } from '@gateway/db/kernel/causes'
import type { Owned } from '@gateway/db/kernel/owned'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { ConcurrentUpdate } from '@gateway/domain/kernel/repeat'
import { sql } from 'kysely'
import { type Keep, storeResponse } from '../../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { businessScope } from '../business-scope.ts'
import type { Named } from './read-owned.ts'

/** Longer than another change takes; commands that wait longer would hold the connections of all other requests. */
const LONGEST_WAIT = '250ms'
const LOCK_NOT_AVAILABLE = '55P03'

/** A command on an object that the caller names; `keep` stores its response. */
export interface Command<Row> {
  readonly actor: Actor
  readonly id: string
  readonly keep?: Keep<Row> | undefined
}

/**
 * Changes an object of the caller in one transaction, under the lock of its row, and stores the response with it:
 * `changeOwned(ctx, { of: ownLabels, actor, id, keep }, (em, label) => advanceLabel(em, ctx, { label, inputs: ['archive'] }))`.
 *
 * @param work - changes the row, writes it, and returns the outbox messages to send after the commit.
 * @throws {NotFound} also for another merchant's. @throws {ConcurrentUpdate} while others change it.
 */
export async function changeOwned<Row>(
  ctx: ApiContext,
  command: Command<Row> & { readonly of: Owned<Row> },
  work: (em: Em, row: Row) => Promise<readonly string[]>,
): Promise<Row> {
  const { row, outboxIds } = await transaction(ctx, async (em) => {
    const found = await lockOwned(em, command)
    const messages = await work(em, found)
    await storeResponse(em, command.keep, found)
    return { row: found, outboxIds: messages }
  })
  ctx.tryNow(outboxIds)
  return row
}

/** Locks an object of the caller for the rest of the transaction. @throws {NotFound} also for another merchant's. @throws {ConcurrentUpdate} while others change it. */
export async function lockOwned<Row>(em: Em, { of, actor, id }: Named<Row>): Promise<Row> {
  const before = await sql<{ timeout: string }>`SELECT current_setting('lock_timeout') AS timeout`.execute(tables(em))
  await waitAtMost(em, LONGEST_WAIT)
  const found = await of.lock(em, { ...businessScope(actor), id }).catch((error: unknown) => {
    if (causesOf(error).some(({ code }) => code === LOCK_NOT_AVAILABLE)) throw new ConcurrentUpdate(of.noun)
    throw error
  })
  if (!found) throw new NotFound(of.noun)
  await waitAtMost(em, before.rows[0]?.timeout ?? '0')
  return found
}

/** Bounds the waits for locks until the transaction ends. */
const waitAtMost = (em: Em, timeout: string): Promise<unknown> =>
  sql`SELECT set_config('lock_timeout', ${timeout}, true)`.execute(tables(em))
