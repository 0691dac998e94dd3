import type { ActionReceiptTerms, SubmitReceiptInput, TaskReceiptTerms } from '@gateway/contract/identity/receipt-inputs'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { TestModeNotServed } from '@gateway/domain/businesses/errors'
import type { Receipt } from '@gateway/domain/identity/receipt'
import type { Keep } from '../../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { submitActionReceipt } from './submit-action-receipt.ts'
import { submitTaskReceipt } from './submit-task-receipt.ts'

/** A stored receipt, and whether it is new. */
export interface SubmittedReceipt {
  readonly receipt: Receipt
  readonly isNew: boolean
}

/** A receipt that a merchant submits. */
export interface Submitting<Terms = ActionReceiptTerms | TaskReceiptTerms> {
  readonly actor: Actor
  readonly wish: Terms
  readonly keep?: Keep<SubmittedReceipt> | undefined
}

/**
 * Stores a receipt of either kind. One that does not count is stored too, with weight 0.
 *
 * @throws {DuplicateReceipt} {TestModeNotServed}
 */
export async function submitReceipt(ctx: ApiContext, { wish, ...submitting }: Submitting<SubmitReceiptInput>): Promise<SubmittedReceipt> {
  if (submitting.actor.mode === 'test') throw new TestModeNotServed()
  return wish.kind === 'task' ? submitTaskReceipt(ctx, { ...submitting, wish }) : submitActionReceipt(ctx, { ...submitting, wish })
}
