import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import { findTakenBack } from '@gateway/db/invoices/money/give-back-queries'
import type { Em } from '@gateway/db/orm'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import type { HeldAccount } from '@gateway/domain/ledger/entry'
import { hasRequiredConfirmations } from '@gateway/domain/payments/assessment'
import type { ConfirmationPolicy } from '@gateway/domain/payments/payment-rules'
import { postCredits } from '../../chainwatch/deposits/post-credits.ts'
import { awaitMaturity } from '../../chainwatch/deposits/read-deposits.ts'
import { repostLegs } from '../../custody/payouts/repost-legs.ts'
import type { Context } from '../../kernel/context.ts'
import { creditsOf, type DepositCredit, type KnownInvoice } from '../crediting/credit-amounts.ts'
import { type CryptoInvoice, holdingOf } from './invoice-holding.ts'

/** An invoice with the confirmations that it asks for, and how far its chain is read. */
export interface Creditable {
  readonly known: KnownInvoice<CryptoInvoice>
  readonly policy: ConfirmationPolicy
  readonly view: ChainView
}

/**
 * Books every confirmed deposit of a served coin, whatever the state of its invoice, so that no arrived money is outside the ledger: what its quote credits
 * is owed to the invoice (L1); other coins, money without a quote and money that came when nothing was open wait for a decision (L15). Each inclusion is
 * booked once. What a refund has taken credits nothing, also when a reorganisation has booked it anew.
 *
 * @returns what the confirmed deposits credit to their invoice, those included that somebody else's transaction has paid out before.
 */
export async function creditLedger(em: Em, ctx: Context, { known, policy, view }: Creditable): Promise<DepositCredit[]> {
  const { invoice, deposits } = known
  await awaitMaturity(
    em,
    deposits.filter(isAwaited).map(({ id, height }) => ({ id, maturesAt: (height ?? 0) + policy.confirmations - 1 })),
  )
  const mature = deposits.filter((deposit) => isBookable(deposit) && isConfirmed(policy, deposit, view))
  const credits = creditsOf(known, await withoutTakenBack(em, invoice, mature.filter(isUncredited(known))))
  const credited = new Set(credits.map(({ deposit }) => deposit.id))
  const fresh = mature.filter(({ creditRevision }) => creditRevision === null)
  await postCredits(
    em,
    ctx,
    fresh.map((deposit) => ({
      deposit,
      holding: holdingOf(invoice, deposit.asset ?? invoice.asset),
      heldIn: heldInOf(invoice, deposit, credited),
    })),
  )
  await repostLegs(em, ctx, legsBeside(deposits, fresh))
  return credits
}

const isBookable = ({ asset, state }: DepositEntity): boolean => asset !== null && state === 'included'

const isAwaited = (deposit: DepositEntity): boolean =>
  isBookable(deposit) && (deposit.creditRevision === null || deposit.maturesAt === null)

const isConfirmed = ({ confirmations, finality }: ConfirmationPolicy, { height }: DepositEntity, view: ChainView): boolean =>
  height !== null && hasRequiredConfirmations({ confirmationsRequired: confirmations, finalityRequired: finality }, height, view)

/** True of a deposit of the invoice's own coin that has not been credited to it, and is not held for a decision. */
const isUncredited =
  ({ invoice, credits }: KnownInvoice) =>
  ({ id, asset, creditRevision, heldIn }: DepositEntity): boolean =>
    asset === invoice.asset && (creditRevision === null || heldIn === 'payment:held') && !credits.some(({ depositId }) => depositId === id)

/** What a payout has taken stays where it takes it from, though a reorganisation has credited it again. */
function heldInOf({ asset }: CryptoInvoice, deposit: DepositEntity, credited: ReadonlySet<string>): HeldAccount {
  if (deposit.intentId !== null) return deposit.heldIn
  if (deposit.asset !== asset) return 'suspense:wrong_asset'
  return credited.has(deposit.id) ? 'payment:held' : 'suspense:late'
}

/** Payouts of an invoice with new credits: they may be whole again, or smaller for good. */
function legsBeside(deposits: readonly DepositEntity[], fresh: readonly DepositEntity[]): { intentId: string; blockHash: string }[] {
  const blockHash = fresh.at(-1)?.blockHash
  return blockHash ? deposits.flatMap(({ intentId }) => (intentId === null ? [] : [{ intentId, blockHash }])) : []
}

/** Those of some deposits that no refund has taken: the coins of those go to their payer. What a payout took to the merchant may be credited. */
async function withoutTakenBack(
  em: Em,
  { id: invoiceId }: CryptoInvoice,
  deposits: readonly DepositEntity[],
): Promise<readonly DepositEntity[]> {
  if (deposits.every(({ intentId }) => intentId === null)) return deposits
  const takenBack = await findTakenBack(em, { invoiceId })
  return deposits.filter(({ id }) => !takenBack.has(id))
}
