import type { ActionReceiptTerms } from '@gateway/contract/identity/receipt-inputs'
import { findClaimedDidOf } from '@gateway/db/identity/owner-queries'
import type { ReceiptEntity } from '@gateway/db/identity/receipt.entity'
import { findReceipt, insertReceipt, type NewReceipt } from '@gateway/db/identity/receipts/submitted-queries'
import type { Em } from '@gateway/db/orm'
import { baseWeights } from '@gateway/domain/identity/categories'
import { DuplicateReceipt } from '@gateway/domain/identity/errors'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { canonicalJson, type Json } from '@gateway/domain/kernel/canonical-json'
import { storeResponse } from '../../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { isEconomic, judgeAction } from '../judging/judge-action.ts'
import { hundredthsOf } from '../judging/hundredths-of.ts'
import { lockNamedEscrow } from '../judging/lock-named-escrow.ts'
import { receiptOf } from '../reading/receipt-of.ts'
import type { Submitting, SubmittedReceipt } from './submit-receipt.ts'

/**
 * Stores what is said of an action under the id that its author has chosen; the same receipt again changes nothing. The amount of an economic one is that
 * of its escrow.
 *
 * @throws {DuplicateReceipt} when the id belongs to other content.
 */
export const submitActionReceipt = (ctx: ApiContext, { actor, wish, keep }: Submitting<ActionReceiptTerms>): Promise<SubmittedReceipt> =>
  transaction(ctx, async (em) => {
    const stored = await insertReceipt(em, await judged(em, ctx, { callerMerchantId: actor.merchantId, terms: wish }))
    const known = stored ?? (await findReceipt(em, { id: wish.receiptId }))
    if (!known || !isSame(known, wish)) throw new DuplicateReceipt('Another receipt has this id')
    const submitted = { receipt: receiptOf(known), isNew: stored !== undefined }
    await storeResponse(em, keep, submitted)
    return submitted
  })

async function judged(
  em: Em,
  ctx: ApiContext,
  { callerMerchantId, terms }: { callerMerchantId: MerchantId; terms: ActionReceiptTerms },
): Promise<NewReceipt> {
  const { kind, receiptId, taskId, agentDid, buyerDid, category, actionType, amount, currency, outcome } = terms
  const escrow = isEconomic(terms) ? await lockNamedEscrow(em, { escrowId: taskId, merchantId: callerMerchantId }) : undefined
  // Whatever DID of its own the buyer signs with, it is one counterparty.
  const counterpartyDid = (await findClaimedDidOf(em, { did: buyerDid })) ?? buyerDid
  const problem = await judgeAction(em, { callerMerchantId, terms, counterpartyDid, escrow })
  return {
    id: receiptId,
    kind,
    subjectDid: agentDid,
    counterpartyDid,
    authorMerchantId: callerMerchantId,
    escrowId: isEconomic(terms) ? taskId : null,
    category,
    actionType,
    outcome,
    rating: null,
    amount: escrow?.amount ?? amount,
    currency: escrow?.currency ?? currency,
    usdCents: escrow?.usdCents ?? null,
    weightHundredths: hundredthsOf(baseWeights[category]),
    taskDescription: null,
    content: { ...terms },
    source: null,
    isVerified: !problem,
    createdAt: ctx.clock.now(),
  }
}

/** True when a receipt was stored of the same terms. */
const isSame = ({ kind, content }: ReceiptEntity, terms: ActionReceiptTerms): boolean =>
  // Both are JSON: one was read from it, the other will be written as it.
  kind === 'action' && canonicalJson(content as Json) === canonicalJson({ ...terms } as unknown as Json)
