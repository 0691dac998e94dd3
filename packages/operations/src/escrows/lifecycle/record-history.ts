import { findLastEvent } from '@gateway/db/escrows/event-queries'
import type { EscrowEventEntity } from '@gateway/db/escrows/escrow-event.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { EscrowActor } from '@gateway/domain/escrows/escrow'
import { entryText, type EscrowEventType } from '@gateway/domain/escrows/history'
import { createHash } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'

/** A fact to record in the history of an escrow. */
export interface HistoryFact {
  readonly escrowId: string
  readonly type: EscrowEventType
  readonly actor: EscrowActor
  readonly details?: Readonly<Record<string, string>>
}

type Telling = Pick<Context, 'ids' | 'clock'>

/** The entry of a fact after another one; the first entry follows none. */
export function historyRow(ctx: Telling, fact: HistoryFact, last: Pick<EscrowEventEntity, 'n' | 'hash'> | undefined): EscrowEventEntity {
  const { escrowId, type, actor, details = {} } = fact
  const entry = { escrowId, n: (last?.n ?? 0) + 1, type, actor, details, createdAt: ctx.clock.now() }
  const hash = hashEntry(entry, last?.hash)
  const { type: eventType, ...kept } = entry
  return { ...kept, id: ctx.ids.uuid(), eventType, details: { ...details }, hash }
}

/** SHA-256 of an entry, made over the hash of the entry before it. */
export const hashEntry = (entry: Parameters<typeof entryText>[0], previous: Uint8Array | undefined): Buffer =>
  createHash('sha256')
    .update(entryText(entry, Buffer.from(previous ?? []).toString('hex')))
    .digest()

/** Appends to the histories of escrows, in order; the caller has locked their escrows. */
export async function recordHistory(em: Em, ctx: Telling, facts: readonly HistoryFact[]): Promise<void> {
  for (const fact of facts) {
    const last = await findLastEvent(em, fact)
    await tables(em)
      .insertInto('escrow_event')
      .values(historyRow(ctx, fact, last))
      .execute()
  }
}
