import { ownInvoices } from '@gateway/db/invoices/queries'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { type MerchantActor, requireMerchant } from '../../accounts/auth/require-merchant.ts'
import { businessScope } from '../../businesses/business-scope.ts'
import type { ApiContext, Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { awaitDecision, writeDecision } from '../../payments/portal/write-decision.ts'
import { hasAddress } from '../deposits/invoice-holding.ts'
import { findForwardable } from './find-forwardable.ts'

/**
 * Decides that the held money of an invoice goes to its merchant, and returns once that is carried out. The api cannot move money, so it writes the
 * decision for a role that can. A repeated request finds the decision that waits or was carried out and has no effect of its own.
 *
 * @throws {NotFound} also when the invoice is another merchant's.
 * @throws {InvalidState} when nothing is there to decide about.
 * @throws {DecisionRefused} when the money was gone meanwhile.
 * @throws {DecisionPending} when it was not carried out after ten seconds; it will be.
 */
export async function decideForward(ctx: ApiContext, { actor, id }: { actor: Actor; id: string }): Promise<void> {
  const by = requireMerchant(actor)
  await awaitDecision(ctx, await transaction(ctx, (em) => findOrWrite(em, ctx, { by, id })))
}

function findOrWrite(em: Em, ctx: Context, { by, id }: { by: MerchantActor; id: string }): Promise<string> {
  const judge = async () => {
    const invoice = await ownInvoices.find(em, { ...businessScope(by), id })
    if (!invoice || !hasAddress(invoice)) throw new NotFound('invoice')
    return { state: invoice.state, problem: (await findForwardable(em, ctx, invoice)).problem, seenUnits: () => null }
  }
  return writeDecision(em, ctx, { of: { invoiceId: id }, kind: 'forward', merchantId: by.merchantId, judge })
}
