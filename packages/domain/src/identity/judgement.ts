import type { EscrowRole } from '../escrows/escrow.ts'
import type { MerchantId } from '../kernel/id.ts'
import { type ActionCategory, groupOf, isServiceOnly } from './categories.ts'
import type { Did } from './did.ts'

/** Why a receipt does not count. */
export type ReceiptProblem =
  | 'unknown_escrow'
  | 'test_mode'
  | 'not_settled'
  | 'same_address'
  | 'same_did'
  | 'same_merchant'
  | 'author_without_did'
  | 'author_not_bound'
  | 'counterparty_not_bound'
  | 'service_only'
  | 'foreign_caller'
  | 'foreign_did'
  | 'counterparty_not_claimed'
  | 'wrong_signature'
  | 'not_their_escrow'
  | 'counted_before'

/** The merchant of a role, as far as a judgement asks. */
interface JudgedParty {
  readonly role: EscrowRole
  readonly merchantId: MerchantId
  readonly did: Did
}

/** An escrow, as far as a judgement asks. */
export interface JudgedEscrow {
  readonly isLive: boolean
  /** Its release is final. */
  readonly isSettled: boolean
  /** Where a refund goes, and where a release goes; null where nobody knows, such as for cards. */
  readonly depositorAddress: string | null
  readonly beneficiaryAddress: string | null
  readonly parties: readonly JudgedParty[]
}

/** A task receipt and what is known of its escrow. */
export interface JudgedTask {
  readonly authorMerchantId: MerchantId
  /** As it is stored; null where the author had claimed no DID when it wrote the receipt. */
  readonly counterpartyDid: Did | null
  readonly subjectDid: Did
  readonly escrow: JudgedEscrow | undefined
}

/** An action receipt and what is known of it. */
export interface JudgedAction {
  readonly callerMerchantId: MerchantId
  readonly category: ActionCategory
  readonly agentDid: Did
  readonly buyerDid: Did
  /** Which merchant has shown that a DID is its own. */
  readonly owners: ReadonlyMap<string, MerchantId>
  /** The receipt names the buyer by the DID that its merchant has claimed, so that all DIDs of a merchant are one counterparty. */
  readonly isCounterpartyClaimed: boolean
  /** `escrow_sig` is the buyer's. */
  readonly isSigned: boolean
  /** Of an economic action. */
  readonly escrow: JudgedEscrow | undefined
  /** The merchant of the agent has its economic receipt of that escrow, whoever wrote it. */
  readonly isCountedBefore: boolean
}

/** Why a task receipt does not count; undefined when it does: its author and the DID that it is about are the two parties of a settled escrow. */
export function findTaskProblem({ authorMerchantId, counterpartyDid, subjectDid, escrow }: JudgedTask): ReceiptProblem | undefined {
  if (counterpartyDid === null) return 'author_without_did'
  if (!escrow) return 'unknown_escrow'
  const problem = findEscrowProblem(escrow)
  if (problem) return problem
  const author = escrow.parties.find(({ merchantId }) => merchantId === authorMerchantId)
  if (!author) return 'author_not_bound'
  if (author.did === subjectDid) return 'same_did'
  const other = escrow.parties.find(({ role }) => role !== author.role)
  if (other?.did !== subjectDid) return 'counterparty_not_bound'
  return other.merchantId === authorMerchantId ? 'same_merchant' : undefined
}

/** Why an action receipt does not count; undefined when it does. */
export function findActionProblem(action: JudgedAction): ReceiptProblem | undefined {
  const { category, agentDid, buyerDid, owners, isCounterpartyClaimed, isSigned } = action
  if (isServiceOnly(category)) return 'service_only'
  if (agentDid === buyerDid) return 'same_did'
  const [agent, buyer] = [owners.get(agentDid), owners.get(buyerDid)]
  const problem = findOwnerProblem(action, [agent, buyer])
  if (problem) return problem
  if (!isCounterpartyClaimed) return 'counterparty_not_claimed'
  if (!isSigned) return 'wrong_signature'
  return groupOf(category) === 'economic' ? findEconomicProblem(action, [agent, buyer]) : undefined
}

function findOwnerProblem(
  { callerMerchantId }: JudgedAction,
  [agent, buyer]: readonly [MerchantId | undefined, MerchantId | undefined],
): ReceiptProblem | undefined {
  if (callerMerchantId !== agent && callerMerchantId !== buyer) return 'foreign_caller'
  if (agent === undefined || buyer === undefined) return 'foreign_did'
  return agent === buyer ? 'same_merchant' : undefined
}

function findEconomicProblem(
  { escrow, isCountedBefore }: JudgedAction,
  merchants: readonly (MerchantId | undefined)[],
): ReceiptProblem | undefined {
  if (!escrow) return 'unknown_escrow'
  const problem = findEscrowProblem(escrow)
  if (problem) return problem
  const areBoth = merchants.every((one) => escrow.parties.some(({ merchantId }) => merchantId === one))
  if (!areBoth) return 'not_their_escrow'
  return isCountedBefore ? 'counted_before' : undefined
}

function findEscrowProblem({ isLive, isSettled, depositorAddress, beneficiaryAddress }: JudgedEscrow): ReceiptProblem | undefined {
  if (!isLive) return 'test_mode'
  if (!isSettled) return 'not_settled'
  const isSame = depositorAddress !== null && depositorAddress.toLowerCase() === beneficiaryAddress?.toLowerCase()
  return isSame ? 'same_address' : undefined
}
