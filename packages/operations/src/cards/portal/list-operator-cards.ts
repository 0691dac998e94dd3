import { findOpenDisputes, findOpenIntents, listHeldCards } from '@gateway/db/cards/portal/operator-queries'
import type { OperatorCards } from '@gateway/contract/portal/operator-cards'
import { disputeStatuses } from '@gateway/domain/cards/dispute'
import { cardEscrowWorkflowId } from '@gateway/workflows/cards/signals'
import type { Context } from '../../kernel/context.ts'
import { type TemporalUi, workflowPage } from '../../observability/workflow-page.ts'

const MOST = 200
/** A call takes half a minute at most, so a younger one is under way. */
const UNDER_WAY_MS = 60_000

/** The statuses of disputes and inquiries that a bank has not decided. */
const undecided = Object.entries(disputeStatuses).flatMap(([status, { phase, isOpenInquiry }]) =>
  phase === 'open' || isOpenInquiry ? [status] : [],
)

/** What of card money needs operators: calls without an outcome, disputes that are open, and payments that are held; of each the most urgent first. */
export async function listOperatorCards(ctx: Pick<Context, 'orm' | 'clock'> & TemporalUi): Promise<OperatorCards> {
  const em = ctx.orm.em.fork()
  const before = new Date(ctx.clock.now().getTime() - UNDER_WAY_MS)
  const pageOf = (escrowId: string | null) => (escrowId === null ? null : workflowPage(ctx, cardEscrowWorkflowId(escrowId)))
  const [unknown, disputes, held] = [
    await findOpenIntents(em, { before, most: MOST }),
    await findOpenDisputes(em, { statuses: undecided, most: MOST }),
    await listHeldCards(em, { most: MOST }),
  ]
  return {
    unknown: unknown.map((intent) => ({ ...intent, temporalUrl: pageOf(intent.escrowId) })),
    disputes,
    held: held.map((card) => ({ ...card, temporalUrl: pageOf(card.escrowId) })),
  }
}
