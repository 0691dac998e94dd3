import type { TaskReceiptTerms } from '@gateway/contract/identity/receipt-inputs'
import { findClaimedDid } from '@gateway/db/identity/owner-queries'
import { insertReceipt, type NewReceipt } from '@gateway/db/identity/receipts/submitted-queries'
import type { Em } from '@gateway/db/orm'
import { TASK_CATEGORY } from '@gateway/domain/identity/categories'
import { DuplicateReceipt } from '@gateway/domain/identity/errors'
import { findTaskProblem } from '@gateway/domain/identity/judgement'
import { outcomeOfRating, weightOfTask } from '@gateway/domain/identity/receipt'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { storeResponse } from '../../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { readJudgedEscrow } from '../judging/read-judged-escrow.ts'
import { hundredthsOf } from '../judging/hundredths-of.ts'
import { lockNamedEscrow } from '../judging/lock-named-escrow.ts'
import { receiptOf } from '../reading/receipt-of.ts'
import type { Submitting, SubmittedReceipt } from './submit-receipt.ts'

/**
 * Stores what a party says of the other one of an escrow; it counts if both are bound to its roles and its release is final. What an author says
 * without a DID never counts; once it has one, it can say so again.
 *
 * @throws {DuplicateReceipt} when the author has written one of this escrow, with a DID if it has one now.
 */
export const submitTaskReceipt = (ctx: ApiContext, { actor, wish, keep }: Submitting<TaskReceiptTerms>): Promise<SubmittedReceipt> =>
  transaction(ctx, async (em) => {
    const receipt = await insertReceipt(em, await judged(em, ctx, { authorMerchantId: actor.merchantId, terms: wish }))
    if (!receipt) throw new DuplicateReceipt()
    const submitted = { receipt: receiptOf(receipt), isNew: true }
    await storeResponse(em, keep, submitted)
    return submitted
  })

async function judged(
  em: Em,
  ctx: ApiContext,
  { authorMerchantId, terms }: { authorMerchantId: MerchantId; terms: TaskReceiptTerms },
): Promise<NewReceipt> {
  const { kind, escrowId, taskDescription, rating, counterpartyDid: subjectDid } = terms
  const escrow = await readJudgedEscrow(em, await lockNamedEscrow(em, { escrowId, merchantId: authorMerchantId }))
  const counterpartyDid = (await findClaimedDid(em, { merchantId: authorMerchantId })) ?? null
  return {
    id: ctx.ids.uuid(),
    kind,
    subjectDid,
    counterpartyDid,
    authorMerchantId,
    escrowId,
    category: TASK_CATEGORY,
    actionType: null,
    outcome: outcomeOfRating(rating),
    rating,
    amount: null,
    currency: null,
    usdCents: null,
    weightHundredths: hundredthsOf(weightOfTask(rating)),
    taskDescription,
    content: { escrowId, taskDescription, rating, counterpartyDid: subjectDid },
    source: null,
    isVerified: !findTaskProblem({ authorMerchantId, counterpartyDid, subjectDid, escrow }),
    createdAt: ctx.clock.now(),
  }
}
