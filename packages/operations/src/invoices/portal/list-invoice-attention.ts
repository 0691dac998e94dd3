import type { InvoiceAttention } from '@gateway/contract/invoices/attention'
import { findHeldInvoices, findOwedInvoices } from '@gateway/db/invoices/money/held-queries'
import { shownHoldReason } from '@gateway/domain/custody/hold-reasons'
import type { Context } from '../../kernel/context.ts'
import { type PortalRequest, portalScope } from '../../payments/portal/portal-scope.ts'

const MOST_OF_A_KIND = 50

/**
 * What of a business's invoices needs a person: crypto that waits for a decision or for its payout, oldest first, at most fifty and then the largest of each coin, and what was paid beyond what is asked for.
 *
 * @throws {ForbiddenBusiness} {MerchantTokenRequired}
 */
export async function listInvoiceAttention(ctx: Pick<Context, 'orm' | 'clock'>, request: PortalRequest): Promise<InvoiceAttention> {
  const { scope } = await portalScope(ctx, request)
  const em = ctx.orm.em.fork()
  const waiting = await findHeldInvoices(em, { scope, most: MOST_OF_A_KIND, now: ctx.clock.now() })
  const owed = await findOwedInvoices(em, { scope, most: MOST_OF_A_KIND })
  return {
    held: waiting
      .filter(({ reason }) => reason !== 'waits_for_the_signer')
      .map((row) => ({ ...row, kind: row.kind === 'untaken' ? 'held' : 'payout_waiting', reason: shownReason(row.reason) })),
    owed,
  }
}

const ofDecisions: ReadonlySet<string> = new Set(['late', 'wrong_asset', 'offered_back_until', 'goes_back_from', 'return_waits'])

/** A code, without the moment and the address that follow some. */
function shownReason(reason: string): string {
  const [word = ''] = reason.split(/[ :]/)
  return ofDecisions.has(word) ? word : shownHoldReason(reason)
}
