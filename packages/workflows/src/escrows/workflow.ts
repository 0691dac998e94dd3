import type { EscrowState } from '@gateway/domain/escrows/machine'
import { condition, proxyLocalActivities, setCurrentDetails, setHandler } from '@temporalio/workflow'
import { database } from '../retry.ts'
import type { EscrowActivities } from './activities.ts'
import { type EscrowAdvanced, escrowAdvanced, type EscrowWorkflowInput } from './signals.ts'

const { advanceEscrow } = proxyLocalActivities<EscrowActivities>(database)

/** Grace for a watcher that is behind: doubled each time, up to one minute. */
const FIRST_GRACE_MS = 2_000
const LONGEST_GRACE_MS = 60_000
const ENDED = new Set<EscrowState>(['settled', 'expired', 'released', 'refunded'])

const explained: Record<EscrowState, string> = {
  created: 'waiting for the deposit',
  funded: 'funded, waiting for the parties',
  disputed: 'disputed, waiting for a decision',
  released: 'released, the payout is planned',
  settled: 'paid to the beneficiary, final',
  refunded: 'refunded, the payout is planned',
  expired: 'not funded in time; the address stays watched',
}

/**
 * Waits for everything an escrow has to wait for. It holds no data: the row in Postgres changes first, and this run learns of it by signal. Once the
 * outcome is planned, the signer finds the payout by its row, so the run ends. Losing the run loses nothing.
 */
export async function escrow({ escrowId, known: first }: EscrowWorkflowInput): Promise<EscrowState> {
  let known: EscrowAdvanced = first
  const learn = (news: EscrowAdvanced): void => {
    if (news.sequence < known.sequence) return
    known = news
    setCurrentDetails(`**${known.state}**: ${explained[known.state]}`)
  }
  setHandler(escrowAdvanced, learn, { description: 'the row in Postgres has moved' })
  learn(first)
  for (let asked = 0; !ENDED.has(known.state);) {
    const current = known
    const hasMoved = await untilMoved(current, asked, () => known !== current)
    asked = hasMoved ? 0 : asked + 1
    if (!hasMoved) learn(await advanceEscrow({ escrowId }))
  }
  learn(await advanceEscrow({ escrowId }))
  return known.state
}

/** @returns false when it is due before it has moved. Without a deadline it waits for its parties, however long. */
async function untilMoved(current: EscrowAdvanced, asked: number, hasMoved: () => boolean): Promise<boolean> {
  if (current.deadlineAt !== null) return condition(hasMoved, untilDue(current, asked), { summary: 'until the next deadline' })
  await condition(hasMoved)
  return true
}

const untilDue = ({ deadlineAt }: EscrowAdvanced, asked: number): number =>
  Math.max(Date.parse(deadlineAt ?? '') - Date.now() || 0, 0) + Math.min(LONGEST_GRACE_MS, FIRST_GRACE_MS * 2 ** asked)
