import type { OperatorLightning } from '@gateway/contract/lightning/operator'
import { sumOwed } from '@gateway/db/lightning/balance-queries'
import { listChannels } from '@gateway/db/lightning/channel-queries'
import { findLightningFunds } from '@gateway/db/lightning/funds-queries'
import { countOpenPayments, findOpenSends } from '@gateway/db/lightning/portal/operator-queries'
import { lightningSendWorkflowId } from '@gateway/workflows/lightning/signals'
import type { Context } from '../../kernel/context.ts'
import { type TemporalUi, workflowPage } from '../../observability/workflow-page.ts'

const MOST = 200

type LightningDesk = Pick<Context, 'orm'> & TemporalUi & { readonly lightningCapSats: bigint }

/** The node's channels beside what is owed, how many invoices and sends are open, and the oldest sends of all merchants that have no end. */
export async function listOperatorLightning(ctx: LightningDesk): Promise<OperatorLightning> {
  const em = ctx.orm.em.fork()
  const [funds, owedMsat, channels, openInvoices, openSends, sends] = [
    await findLightningFunds(em),
    await sumOwed(em),
    await listChannels(em, { most: MOST }),
    await countOpenPayments(em, { direction: 'incoming' }),
    await countOpenPayments(em, { direction: 'outgoing' }),
    await findOpenSends(em, { most: MOST }),
  ]
  return {
    funds: funds ?? null,
    owedMsat,
    capSats: ctx.lightningCapSats,
    channels,
    openInvoices,
    openSends,
    sends: sends.map(({ createdAt, lookAt, calls, lastProblem, ...send }) => ({
      ...send,
      since: createdAt,
      nextLookAt: lookAt,
      calls: calls ?? 0,
      problem: lastProblem,
      temporalUrl: workflowPage(ctx, lightningSendWorkflowId(send.id)),
    })),
  }
}
