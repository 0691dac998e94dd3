import type { ActionReceiptTerms } from '@gateway/contract/identity/receipt-inputs'
import { findClaimedDidOf, findDidOwners } from '@gateway/db/identity/owner-queries'
import type { EscrowFacts } from '@gateway/db/identity/party-queries'
import { hasEconomicReceipt } from '@gateway/db/identity/receipts/submitted-queries'
import type { Em } from '@gateway/db/orm'
import { groupOf } from '@gateway/domain/identity/categories'
import type { Did } from '@gateway/domain/identity/did'
import { findActionProblem, type ReceiptProblem } from '@gateway/domain/identity/judgement'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { isSignedBy } from './is-signed-by.ts'
import { readJudgedEscrow } from './read-judged-escrow.ts'

interface Judging {
  readonly callerMerchantId: MerchantId
  readonly terms: ActionReceiptTerms
  /** As it is stored. */
  readonly counterpartyDid: Did | null
  /** Of an economic action. */
  readonly escrow: EscrowFacts | undefined
}

/** Why an action receipt does not count as things are; undefined when it does. The escrow is locked where its caller is a party of it. */
export async function judgeAction(
  em: Em,
  { callerMerchantId, terms, counterpartyDid, escrow }: Judging,
): Promise<ReceiptProblem | undefined> {
  const { category, agentDid, buyerDid, signatures, signed, taskId } = terms
  const owners = await findDidOwners(em, { dids: [agentDid, buyerDid] })
  const merchantId = owners.get(agentDid)
  return findActionProblem({
    callerMerchantId,
    category,
    agentDid,
    buyerDid,
    owners,
    isCounterpartyClaimed: counterpartyDid === (await findClaimedDidOf(em, { did: buyerDid })),
    isSigned: isSignedBy(buyerDid, { signed, signature: signatures['escrow_sig'] }),
    escrow: await readJudgedEscrow(em, escrow),
    isCountedBefore: escrow !== undefined && merchantId !== undefined && (await hasEconomicReceipt(em, { escrowId: taskId, merchantId })),
  })
}

/** True of an action that an escrow has to show. */
export const isEconomic = ({ category }: Pick<ActionReceiptTerms, 'category'>): boolean => groupOf(category) === 'economic'
