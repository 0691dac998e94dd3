import { escrowSubject } from '@gateway/contract/rooms/escrows'
import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import type { EscrowEventName } from '@gateway/domain/escrows/machine'
import type { Announcement } from '../../events/publish-events.ts'

/** The next event of an escrow, which it counts; nobody is told of an escrow that belongs to no business. */
export function announceEscrow(escrow: EscrowEntity, type: EscrowEventName): Announcement[] {
  const { id, businessId, mode } = escrow
  if (businessId === null) return []
  escrow.eventSequence += 1
  const data = escrowSubject.present({ escrow, isInside: true })
  return [{ type, object: { type: 'escrow', id, businessId, mode }, sequence: escrow.eventSequence, data }]
}
