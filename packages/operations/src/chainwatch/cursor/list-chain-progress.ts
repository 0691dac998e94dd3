import type { ChainProgress } from '@gateway/contract/portal/operator-state'
import { listCursors } from '@gateway/db/chainwatch/cursor-queries'
import { scannerWorkflowId } from '@gateway/workflows/chainwatch/signals'
import type { Context } from '../../kernel/context.ts'
import { type TemporalUi, workflowPage } from '../../observability/workflow-page.ts'

/** How far each chain has been read, by its code. */
export async function listChainProgress(ctx: Pick<Context, 'orm'> & TemporalUi): Promise<ChainProgress[]> {
  const cursors = await listCursors(ctx.orm.em.fork())
  return cursors.map(({ updatedAt, ...cursor }) => ({
    ...cursor,
    progressAt: updatedAt,
    temporalUrl: workflowPage(ctx, scannerWorkflowId(cursor.chain)),
  }))
}
