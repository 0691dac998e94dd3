import type { EscrowEventEntity } from '@gateway/db/escrows/escrow-event.entity'
import { listEscrowEvents as findEvents } from '@gateway/db/escrows/event-queries'
import type { ApiContext } from '../../kernel/context.ts'
import type { PartyOf } from '../tokens/authenticate-party.ts'
import { type EscrowReader, getEscrow } from './get-escrow.ts'

interface Asked {
  readonly id: string
  readonly reader: EscrowReader
  readonly limit: number
  readonly offset: number
}

/** A part of an escrow's history, oldest first, as its reader may see it. @throws the errors of `getEscrow`. */
export async function listEscrowEvents(
  ctx: ApiContext,
  { id, reader, limit, offset }: Asked,
): Promise<{ events: EscrowEventEntity[]; total: number; isInside: boolean }> {
  const { isInside } = await getEscrow(ctx, { id, reader })
  const { rows, total } = await findEvents(ctx.orm.em.fork(), { escrowId: id, limit, offset })
  return { events: rows, total, isInside }
}

/** A part of the same history, for a party that its token has shown to be one. */
export async function listEventsForParty(
  ctx: ApiContext,
  { escrow }: PartyOf,
  { limit, offset }: Pick<Asked, 'limit' | 'offset'>,
): Promise<EscrowEventEntity[]> {
  const { rows } = await findEvents(ctx.orm.em.fork(), { escrowId: escrow.id, limit, offset })
  return rows
}
