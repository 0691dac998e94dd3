import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { listCards } from '@gateway/db/invoices/money/card-queries'
import { findCredits } from '@gateway/db/invoices/money/credit-queries'
import type { Em } from '@gateway/db/orm'
import type { CardPayment } from '@gateway/domain/cards/card-payment'
import { openMinor } from '@gateway/domain/invoices/money/open-amount'
import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { shownConfirmations } from '@gateway/domain/payments/assessment'
import { readViews, unread } from '../../chainwatch/cursor/chain-view.ts'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import { readPolicies } from '../deposits/raise-policy.ts'

/** Crypto that has arrived at the address of an invoice. */
interface InvoiceDeposit {
  readonly id: string
  readonly txId: string
  readonly asset: AssetCode
  readonly units: bigint
  readonly arrivedAt: Date
  /** `processing` until it has its confirmations, then `credited`, or `held`: it waits for a decision of the merchant, and credits nothing. */
  readonly state: 'processing' | 'credited' | 'held'
  readonly confirmations: number
  readonly confirmationsRequired: number
  /** In the smallest unit of the currency; 0 unless it is credited. */
  readonly creditedMinor: bigint
  /** Why it is held; null otherwise. */
  readonly heldFor: 'late' | 'wrong_asset' | null
}

/** A card payment of an invoice that has succeeded. */
interface InvoiceCard {
  readonly payment: CardPayment
  readonly creditedMinor: bigint
  /** What was charged when nothing was open any more and is not given back yet: to be refunded, in the smallest unit of the currency. */
  readonly surplusMinor: bigint
}

/** What is known of the money of an invoice, for its page and its merchant, in the smallest unit of its currency. */
export interface InvoiceMoney {
  readonly paidMinor: bigint
  /** What is still to pay; 0 for an invoice that asks for nothing. */
  readonly dueMinor: bigint
  readonly deposits: readonly InvoiceDeposit[]
  readonly cards: readonly InvoiceCard[]
  /** True while something has arrived that may still be credited, so that nobody is told to pay again. */
  readonly isProcessing: boolean
  /** True when the merchant has something to decide or to refund. */
  readonly needsDecision: boolean
}

/** The money of an invoice by both rails. */
export async function readInvoiceMoney(em: Em, invoice: InvoiceEntity): Promise<InvoiceMoney> {
  const invoiceIds = [invoice.id]
  const credits = await findCredits(em, { invoiceIds })
  const creditOf = new Map(credits.map((credit) => [credit.depositId ?? credit.cardPaymentId, credit]))
  const known = await readDeposits(em, 'invoice', invoiceIds)
  const shown = depositShower({
    invoice,
    policy: (await readPolicies(em, invoiceIds))(invoice.id),
    views: await readViews(em),
    creditedMinor: (id) => creditOf.get(id)?.creditedMinor,
  })
  const deposits = known.flatMap((deposit) => shown(deposit) ?? [])
  const cards = (await listCards(em, { invoiceId: invoice.id })).flatMap((payment): InvoiceCard[] => {
    const credit = creditOf.get(payment.id)
    return credit ? [{ payment, creditedMinor: credit.creditedMinor, surplusMinor: leftOf(credit.surplusMinor, payment) }] : []
  })
  return {
    paidMinor: invoice.creditedMinor,
    dueMinor: openMinor(invoice),
    deposits,
    cards,
    isProcessing: deposits.some(({ state }) => state === 'processing'),
    needsDecision: deposits.some(({ state }) => state === 'held') || cards.some(({ surplusMinor }) => surplusMinor > 0n),
  }
}

/** What of a surplus no refund has given back, or is about to. */
const leftOf = (surplusMinor: bigint, { refundedMinor, pendingMinor }: CardPayment): bigint => {
  const left = surplusMinor - refundedMinor - pendingMinor
  return left > 0n ? left : 0n
}

interface Shower {
  readonly invoice: InvoiceEntity
  readonly policy: ReturnType<Awaited<ReturnType<typeof readPolicies>>>
  readonly views: Awaited<ReturnType<typeof readViews>>
  readonly creditedMinor: (depositId: string) => bigint | undefined
}

/** How deposits are shown; those that are gone from mempool and chain, and tokens that are not served, are not. */
const depositShower =
  ({ invoice, policy, views, creditedMinor }: Shower) =>
  (deposit: DepositEntity): InvoiceDeposit | undefined => {
    const { id, txId, asset, units, arrivedAt, height } = deposit
    if (asset === null || deposit.state === 'gone') return undefined
    const view = views.get(assetOf(asset).chain) ?? unread
    const credited = creditedMinor(id)
    return {
      id,
      txId,
      asset,
      units,
      arrivedAt,
      ...standingOf(invoice, deposit, credited !== undefined),
      confirmations: shownConfirmations(policy, height, view),
      confirmationsRequired: policy.confirmations,
      creditedMinor: credited ?? 0n,
    }
  }

function standingOf(
  { asset }: InvoiceEntity,
  { asset: came, creditRevision, heldIn, intentId }: DepositEntity,
  isCredited: boolean,
): Pick<InvoiceDeposit, 'state' | 'heldFor'> {
  if (isCredited) return { state: 'credited', heldFor: null }
  if (came !== asset) return { state: 'held', heldFor: 'wrong_asset' }
  // One that a payout has taken is decided.
  const isHeld = creditRevision !== null && heldIn !== 'payment:held' && intentId === null
  return isHeld ? { state: 'held', heldFor: 'late' } : { state: 'processing', heldFor: null }
}
