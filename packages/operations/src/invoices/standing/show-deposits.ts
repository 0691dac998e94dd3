import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { shownConfirmations } from '@gateway/domain/payments/assessment'
import type { ConfirmationPolicy } from '@gateway/domain/payments/payment-rules'
import { type readViews, unread } from '../../chainwatch/cursor/chain-view.ts'

/** Crypto that has arrived at the address of an invoice. */
export interface InvoiceDeposit {
  readonly id: string
  readonly txId: string
  readonly asset: AssetCode
  readonly units: bigint
  readonly arrivedAt: Date
  /**
   * `processing` until it has its confirmations, then `credited`, or `held`: it waits for a decision of the merchant, and credits nothing. `forwarded`: it
   * credits nothing either, but a payout has taken it to the merchant already, so that nothing is left to decide. `returned`: a refund has taken it.
   */
  readonly state: 'processing' | 'credited' | 'held' | 'forwarded' | 'returned'
  readonly confirmations: number
  readonly confirmationsRequired: number
  /** In the smallest unit of the currency; 0 unless it is credited. */
  readonly creditedMinor: bigint
  /** Why it is held; null otherwise. */
  readonly heldFor: 'late' | 'wrong_asset' | null
}

/** What decides how the deposits of an invoice are shown. */
interface Shower {
  readonly invoice: Pick<InvoiceEntity, 'asset'>
  readonly policy: ConfirmationPolicy
  readonly views: Awaited<ReturnType<typeof readViews>>
  readonly creditedMinor: (depositId: string) => bigint | undefined
  /** Deposits that a refund has taken. */
  readonly takenBack: ReadonlySet<string>
}

/** How the deposits of an invoice are shown; those that are gone from mempool and chain, and tokens that are not served, are not. */
export const showDeposits = (deposits: readonly DepositEntity[], shower: Shower): InvoiceDeposit[] =>
  deposits.flatMap((deposit) => shownDeposit(deposit, shower) ?? [])

function shownDeposit(deposit: DepositEntity, { invoice, policy, views, creditedMinor, takenBack }: Shower): InvoiceDeposit | undefined {
  const { id, txId, asset, units, arrivedAt, height } = deposit
  if (asset === null || deposit.state === 'gone') return undefined
  const confirmations = shownConfirmations(policy, height, views.get(assetOf(asset).chain) ?? unread)
  const credited = creditedMinor(id)
  const isConfirmed = confirmations >= policy.confirmations
  const standing =
    credited === undefined
      ? uncreditedOf(invoice, deposit, { isConfirmed, isTakenBack: takenBack.has(id) })
      : ({ state: 'credited', heldFor: null } as const)
  return {
    id,
    txId,
    asset,
    units,
    arrivedAt,
    ...standing,
    confirmations,
    confirmationsRequired: policy.confirmations,
    creditedMinor: credited ?? 0n,
  }
}

/** A stranger may have a deposit paid out before it has its confirmations: it is credited all the same, once it has them. */
function uncreditedOf(
  invoice: Shower['invoice'],
  { asset, creditRevision, heldIn, intentId }: DepositEntity,
  { isConfirmed, isTakenBack }: { readonly isConfirmed: boolean; readonly isTakenBack: boolean },
): Pick<InvoiceDeposit, 'state' | 'heldFor'> {
  if (isTakenBack) return { state: 'returned', heldFor: null }
  const isOwn = asset === invoice.asset
  const mayCredit = isOwn && (creditRevision === null || (heldIn === 'payment:held' && !isConfirmed))
  if (mayCredit) return { state: 'processing', heldFor: null }
  const isTaken = intentId !== null || (creditRevision !== null && heldIn === 'payment:held')
  if (isTaken) return { state: 'forwarded', heldFor: null }
  return { state: 'held', heldFor: isOwn ? 'late' : 'wrong_asset' }
}
