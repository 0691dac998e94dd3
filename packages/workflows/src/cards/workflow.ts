import type { CardEscrowState } from '@gateway/domain/cards/escrow-machine'
import { condition, proxyLocalActivities, setCurrentDetails, setHandler } from '@temporalio/workflow'
import { database } from '../retry.ts'
import type { CardActivities } from './activities.ts'
import { type CardEscrowAdvanced, cardEscrowAdvanced, type CardEscrowWorkflowInput } from './signals.ts'

const { wakeCardEscrow } = proxyLocalActivities<CardActivities>(database)

/** What is due is done by another role, which may have to wait for an inquiry or an unfinished refund: it is asked again, up to once a day. */
const FIRST_GRACE_MS = 10_000
const LONGEST_GRACE_MS = 24 * 60 * 60 * 1_000

/**
 * Waits for the end of the hold of a card escrow: first until its merchant is told, then until it is refunded by itself. It holds no data: the row in
 * Postgres changes first, and this run learns of it by signal. Losing the run loses nothing, because the role that calls the processor looks at the rows.
 */
export async function cardEscrow({ escrowId, known: first }: CardEscrowWorkflowInput): Promise<CardEscrowState> {
  let known: CardEscrowAdvanced = first
  const learn = (news: CardEscrowAdvanced): void => {
    if (news.sequence < known.sequence) return
    known = news
    setCurrentDetails(`**${known.state}**${known.dueAt === null ? '' : `: due ${known.dueAt}`}`)
  }
  setHandler(cardEscrowAdvanced, learn, { description: 'the row in Postgres has moved' })
  learn(first)
  for (let asked = 0; known.dueAt !== null;) {
    const current = known
    const hasMoved = await condition(() => known !== current, untilDue(current, asked), { summary: 'until the hold ends' })
    if (!hasMoved) learn(await wakeCardEscrow({ escrowId }))
    asked = known.dueAt === current.dueAt ? asked + 1 : 0
  }
  return known.state
}

const untilDue = ({ dueAt }: CardEscrowAdvanced, asked: number): number =>
  Math.max(Date.parse(dueAt ?? '') - Date.now() || 0, 0) + (asked === 0 ? 0 : Math.min(LONGEST_GRACE_MS, FIRST_GRACE_MS * 2 ** (asked - 1)))
