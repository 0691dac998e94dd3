import { lockInvoices } from '@gateway/db/invoices/money/invoice-queries'
import type { Em } from '@gateway/db/orm'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import { lockUneconomicRounds } from '../../custody/costs/uneconomic-rounds.ts'
import type { DepositChange } from '../../kernel/address-owners.ts'
import type { Context } from '../../kernel/context.ts'
import { enlargeRound } from '../../payments/forwarding/enlarge-round.ts'
import { forwardedOf } from './forwarded-of.ts'
import { hasAddress } from './invoice-holding.ts'

/**
 * Enlarges held rounds of invoices that are too small for their cost by credited deposits that came after them, as for payments: only where a round spends
 * outputs, and only unsigned ones. Money that waits for a decision joins no round. Runs in the scanner's transaction, so that no reorg interferes.
 */
export async function extendRounds(em: Em, ctx: Context, { chain, ids }: Pick<DepositChange, 'chain' | 'ids'>): Promise<void> {
  if (ctx.rails.get(chain)?.moves !== 'chosen_deposits' || ids.length === 0) return
  const invoices = new Map((await lockInvoices(em, ids)).filter(hasAddress).map((invoice) => [invoice.id, invoice]))
  const small = await lockUneconomicRounds(em, { refs: [...invoices.keys()] })
  if (small.length === 0) return
  const deposits = Map.groupBy(await readDeposits(em, 'invoice', [...invoices.keys()]), ({ subjectId }) => subjectId)
  for (const intent of small) {
    const invoice = invoices.get(intent.ref)
    const own = (deposits.get(intent.ref) ?? []).filter(({ heldIn, intentId }) => heldIn === 'payment:held' || intentId === intent.id)
    if (invoice) await enlargeRound(em, ctx, { intent, object: forwardedOf(invoice), deposits: own })
  }
}
