import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import { saveEscrows } from '@gateway/db/escrows/queries'
import type { Em } from '@gateway/db/orm'
import { deadlineOf, type EscrowActor } from '@gateway/domain/escrows/escrow'
import { type EscrowInput, escrowMachine, type EscrowState } from '@gateway/domain/escrows/machine'
import { findMove } from '@gateway/domain/kernel/machine'
import { type Announcement, announceAll } from '../../events/publish-events.ts'
import type { Context } from '../../kernel/context.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { announceEscrow } from './announce-escrow.ts'
import { type HistoryFact, recordHistory } from './record-history.ts'
import { signalEscrow } from './workflow-messages.ts'

/** A locked escrow that already carries the new facts, and who or what moves it on; without an input only the facts are stored. */
export interface EscrowAdvance {
  readonly escrow: EscrowEntity
  readonly input?: EscrowInput | undefined
  readonly actor: EscrowActor
  /** Told to the parties beside the move. */
  readonly details?: Readonly<Record<string, string>>
  /** Told before the move. */
  readonly before?: readonly HistoryFact[]
  /** The details of the end of its dispute, where the move ends one. */
  readonly resolution?: Readonly<Record<string, string>>
}

type Advancing = Pick<Context, 'ids' | 'clock'>

/**
 * The only place that writes an escrow's state: transitions, history, events, deliveries and the message to its workflow, in the caller's transaction.
 *
 * An input that the state does not accept does nothing, so a fact that arrives twice or late is harmless.
 *
 * @returns the escrows that moved.
 */
export async function advanceEscrows(em: Em, ctx: Advancing, advances: readonly EscrowAdvance[]): Promise<EscrowEntity[]> {
  if (advances.length === 0) return []
  const moves = advances.map((advance) => move(ctx, advance))
  await saveEscrows(
    em,
    advances.map(({ escrow }) => escrow),
  )
  await recordHistory(
    em,
    ctx,
    moves.flatMap(({ facts }) => facts),
  )
  await announceAll(
    em,
    ctx,
    moves.flatMap(({ announcements }) => announcements),
  )
  const moved = advances.filter((_advance, at) => moves[at]?.hasMoved).map(({ escrow }) => escrow)
  await enqueue(em, ctx, moved.map(signalEscrow))
  return moved
}

interface Moved {
  readonly hasMoved: boolean
  readonly facts: readonly HistoryFact[]
  readonly announcements: readonly Announcement[]
}

function move(ctx: Advancing, { escrow, input, actor, details = {}, before = [], resolution = {} }: EscrowAdvance): Moved {
  const now = ctx.clock.now()
  escrow.updatedAt = now
  const step = input && findMove(escrowMachine, escrow.state, input)
  if (!step) return { hasMoved: false, facts: before, announcements: [] }
  const hasMoved = step.to !== escrow.state
  const { id: escrowId } = escrow
  // Every way out of a dispute resolves it.
  const resolved = escrow.state === 'disputed' ? [{ escrowId, type: 'dispute_resolved' as const, actor, details: resolution }] : []
  if (hasMoved) enter(escrow, step.to, now)
  const told = hasMoved ? [{ escrowId, type: step.to, actor, details }] : []
  return { hasMoved, facts: [...before, ...resolved, ...told], announcements: step.emits.flatMap((type) => announceEscrow(escrow, type)) }
}

const entered: Readonly<Partial<Record<EscrowState, 'fundedAt' | 'disputedAt' | 'releasedAt' | 'refundedAt' | 'settledAt'>>> = {
  funded: 'fundedAt',
  disputed: 'disputedAt',
  released: 'releasedAt',
  refunded: 'refundedAt',
  settled: 'settledAt',
}

function enter(escrow: EscrowEntity, state: EscrowState, now: Date): void {
  escrow.state = state
  escrow.stateVersion += 1
  const moment = entered[state]
  if (moment) escrow[moment] = now
  escrow.deadlineAt = deadlineOf(escrow) ?? null
}
