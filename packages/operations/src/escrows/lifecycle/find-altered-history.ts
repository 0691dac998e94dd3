import type { EscrowEventEntity } from '@gateway/db/escrows/escrow-event.entity'
import { pageOfHistories } from '@gateway/db/escrows/event-queries'
import { BEGINNING } from '@gateway/db/kernel/page'
import type { Em } from '@gateway/db/orm'
import { hashEntry } from './record-history.ts'

/** An escrow whose history is not the one that was written. */
export interface AlteredHistory {
  readonly escrowId: string
  readonly problem: 'an entry was changed or removed' | 'its state is not in it'
}

const ESCROWS_AT_ONCE = 500

/** Escrows whose history does not follow from itself entry by entry, or lacks their state; an incomplete or changed one cannot be made to fit. */
export async function findAlteredHistory(em: Em): Promise<AlteredHistory[]> {
  const altered: AlteredHistory[] = []
  for (let after = BEGINNING; ;) {
    const page = await pageOfHistories(em, { after, limit: ESCROWS_AT_ONCE })
    for (const { id, state, events } of page) {
      if (!followsFromItself(events)) altered.push({ escrowId: id, problem: 'an entry was changed or removed' })
      else if (!events.some(({ eventType }) => eventType === state)) altered.push({ escrowId: id, problem: 'its state is not in it' })
    }
    const last = page.at(-1)
    if (!last || page.length < ESCROWS_AT_ONCE) return altered
    after = last.id
  }
}

function followsFromItself(events: readonly EscrowEventEntity[]): boolean {
  let previous: Uint8Array | undefined
  for (const [place, { hash, eventType: type, ...entry }] of events.entries()) {
    if (entry.n !== place + 1 || !hashEntry({ ...entry, type }, previous).equals(hash)) return false
    previous = hash
  }
  return true
}
