import type { ActionReceiptTerms } from '@gateway/contract/identity/receipt-inputs'
import { type EscrowFacts, findEscrowFacts } from '@gateway/db/identity/party-queries'
import type { ReceiptEntity } from '@gateway/db/identity/receipt.entity'
import { listUnverified, verifyReceipt } from '@gateway/db/identity/receipts/submitted-queries'
import type { Em } from '@gateway/db/orm'
import { findTaskProblem, type ReceiptProblem } from '@gateway/domain/identity/judgement'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { judgeAction } from './judge-action.ts'
import { readJudgedEscrow } from './read-judged-escrow.ts'

/**
 * Lets receipts about an escrow count that do now, because a party was bound or it has settled. What counts once counts for good. The caller has locked its
 * receipts.
 */
export async function judgeAgain(em: Em, { escrowId }: { escrowId: string }): Promise<void> {
  const receipts = await listUnverified(em, { escrowId })
  if (receipts.length === 0) return
  const escrow = await findEscrowFacts(em, { id: escrowId })
  for (const receipt of receipts) if (!(await findProblem(em, receipt, escrow))) await verifyReceipt(em, receipt)
}

async function findProblem(em: Em, receipt: ReceiptEntity, escrow: EscrowFacts | undefined): Promise<ReceiptProblem | undefined> {
  const { kind, authorMerchantId, subjectDid, counterpartyDid, content } = receipt
  if (authorMerchantId === null) return undefined
  if (kind === 'task') return findTaskProblem({ authorMerchantId, counterpartyDid, subjectDid, escrow: await readJudgedEscrow(em, escrow) })
  return judgeAction(em, { ...termsOf(content, authorMerchantId), counterpartyDid, escrow })
}

// The content of an action receipt is its terms, as they were stored.
const termsOf = (content: ReceiptEntity['content'], callerMerchantId: MerchantId) => ({
  callerMerchantId,
  terms: content as unknown as ActionReceiptTerms,
})
