import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { PayoutTermsEntity } from '@gateway/db/custody/pins/payout-terms.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { recipientOf, type SpendPurpose } from '@gateway/domain/custody/intent'
import { sumUnits } from '@gateway/domain/money/units'
import type { ChainCode } from '@gateway/domain/money/asset'
import { legOfFlush } from '../../chainwatch/outgoing/leg-of-flush.ts'
import type { Context } from '../../kernel/context.ts'
import type { DecidingContext } from '../../custody/policy/decision-log.ts'
import { paymentOwner } from '../assessment/payment-subject.ts'
import { isNamedByPayer, recordTaken, rebuildRefund } from './rebuild-refund.ts'
import { storeRebuiltAttempt } from './store-rebuilt-attempt.ts'
import { UnattributedSpend, type UnknownPayout } from './find-unknown-payouts.ts'

/**
 * Rebuilds intent and attempt of a transaction that spends outputs: its inputs name the deposits, its outputs the amounts, and together they show
 * whether it is a forward or a refund.
 *
 * @returns a description for the operator.
 * @throws {Unexplained} unless it spends deposits of one payment only, to the recipients of its payout terms or of its refund.
 */
export async function rebuildSpend(em: Em, ctx: DecidingContext, input: UnknownSpend): Promise<string> {
  const { chain, payout } = input
  const deposits = await lockSpent(em, input)
  const [first] = deposits
  if (!first || deposits.length < payout.stored.binds.length)
    throw new UnattributedSpend(payout.at.txId, 'spends an output that is no deposit')
  const commit = await findCommit(em, first)
  const holding = await paymentOwner.holdingOf(em, first.subjectId)
  if (!commit || !holding || deposits.some(({ subjectId }) => subjectId !== first.subjectId))
    throw new UnattributedSpend(payout.at.txId, 'spends deposits that belong to no payment, or to several')
  const terms = await findTerms(em, ctx, { ...input, paymentId: first.subjectId, commit })
  const { platformUnits, feeUnits } = amountsOf(payout, { deposits, commit: terms.commit })
  const place = { subjectId: first.subjectId, blockHash: payout.at.blockHash ?? payout.at.txId }
  const intent = await legOfFlush(em, ctx, { flush: place, covered: deposits, holding, ...terms })
  await lockOutputs(em, { chain, deposits, intentId: intent.id })
  const takenBackUnits = platformUnits > intent.feeUnits ? platformUnits - intent.feeUnits : 0n
  const platformPaid = platformUnits > 0n || intent.feeUnits === 0n
  await storeRebuiltAttempt(em, ctx, { intents: [intent], payout, feeUnits, succeeded: true, platformPaid, takenBackUnits })
  const { purpose, ref } = terms.round
  if (purpose === 'forward') return `paid out payment ${ref}`
  await recordTaken(em, { paymentId: first.subjectId, returnId: ref })
  return `refunded payment ${first.subjectId}`
}

/** A transaction that the database has forgotten, with an operator's statement about it. */
interface UnknownSpend {
  readonly chain: ChainCode
  readonly payout: UnknownPayout
  /** The operator who attests that it was a refund, if any. */
  readonly voucher: string | undefined
}

const lockSpent = (em: Em, { chain, payout }: UnknownSpend): Promise<DepositEntity[]> =>
  tables(em)
    .selectFrom('deposit')
    .selectAll()
    .where('chain', '=', chain)
    .where('ref', 'in', [...payout.stored.binds])
    .orderBy('id')
    .forUpdate()
    .execute() as Promise<DepositEntity[]>

/** The terms it was signed for. A payer may claim a refund to the merchant's wallet address. */
async function findTerms(
  em: Em,
  ctx: Context,
  spend: UnknownSpend & { readonly paymentId: string; readonly commit: PayoutTermsEntity },
): Promise<{ readonly commit: PayoutTermsEntity; readonly round: { readonly purpose: SpendPurpose; readonly ref: string } }> {
  const { payout, paymentId, commit } = spend
  const isForward = payout.stored.transfers.every(
    ({ to }) => to === recipientOf(commit, 'merchant') || to === recipientOf(commit, 'platform'),
  )
  if (isForward && !(await isNamedByPayer(em, spend))) return { commit, round: { purpose: 'forward', ref: paymentId } }
  return rebuildRefund(em, ctx, spend)
}

const findCommit = (em: Em, { subjectId }: DepositEntity): Promise<PayoutTermsEntity | undefined> =>
  tables(em)
    .selectFrom('payout_terms')
    .selectAll()
    .where('subject', '=', 'payment')
    .where('subjectId', '=', subjectId)
    .executeTakeFirst() as Promise<PayoutTermsEntity | undefined>

function amountsOf(
  { at, stored }: UnknownPayout,
  { deposits, commit }: { deposits: readonly DepositEntity[]; commit: PayoutTermsEntity },
): { platformUnits: bigint; feeUnits: bigint } {
  const isNamed = new Set(commit.recipients.map(({ address }) => address))
  if (stored.transfers.some(({ to }) => !isNamed.has(to)))
    throw new UnattributedSpend(at.txId, 'pays an address that its payout terms do not name')
  const platform = commit.recipients.find(({ role }) => role === 'platform')?.address
  const platformUnits = sumUnits(stored.transfers.filter(({ to }) => to === platform))
  return { platformUnits, feeUnits: sumUnits(deposits) - sumUnits(stored.transfers) }
}

async function lockOutputs(
  em: Em,
  { chain, deposits, intentId }: { chain: ChainCode; deposits: readonly DepositEntity[]; intentId: string },
): Promise<void> {
  const rows = deposits.flatMap(({ txId: txid, vout }) => (vout === null ? [] : [{ chain, txid, vout, intentId }]))
  await tables(em)
    .insertInto('utxo_lock')
    .values(rows)
    .onConflict((oc) => oc.columns(['chain', 'txid', 'vout']).doNothing())
    .execute()
}
