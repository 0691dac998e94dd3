import type { PayoutTermsEntity } from '@gateway/db/custody/pins/payout-terms.entity'
import { lockPayments, savePayments } from '@gateway/db/payments/queries'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { RefundEntity } from '@gateway/db/payments/refund.entity'
import { lockOpenRefund } from '@gateway/db/payments/refund-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import { checkAddress } from '../../businesses/wallets/check-address.ts'
import type { Context } from '../../kernel/context.ts'
import { NOTHING_REFUNDED, readRefunded } from '../../custody/settlement/read-refunded.ts'
import { endRefund } from '../refunds/end-refund.ts'
import { advanceRefunds } from '../lifecycle/advance-refunds.ts'
import { commitRefund } from '../refunds/commit-refund.ts'
import { isOver } from '../held-deposits.ts'
import { insertOffer } from '../refunds/insert-offer.ts'
import { UnattributedSpend, type UnknownPayout } from './find-unknown-payouts.ts'

/** A transaction that spends a payment's deposits and pays neither merchant nor platform. */
interface PaidBack {
  readonly chain: ChainCode
  readonly payout: UnknownPayout
  readonly paymentId: string
  readonly voucher: string | undefined
}

/** The terms of a rebuilt refund. */
interface ReturnTerms {
  readonly commit: PayoutTermsEntity
  readonly round: { readonly purpose: 'payment_refund'; readonly ref: string }
}

/** True of a transaction whose only output is the claimed address of the payment's open refund. */
export async function isNamedByPayer(em: Em, { payout, paymentId }: PaidBack): Promise<boolean> {
  const [output, ...others] = payout.stored.transfers
  if (!output || others.length > 0) return false
  const named = tables(em).selectFrom('refund').select('id').where('paymentId', '=', paymentId).where('address', '=', output.to)
  return (await named.where('state', 'in', ['claimed', 'paying']).executeTakeFirst()) !== undefined
}

/**
 * The refund that a forgotten transaction has paid: the open one with its output's address, or a new one that an operator attests, because the offer
 * may be forgotten too and only an operator can tell a payer from an attacker.
 *
 * @throws {Unexplained} when there is neither, or the payment's money was decided about otherwise since.
 */
export async function rebuildRefund(em: Em, ctx: Context, paid: PaidBack): Promise<ReturnTerms> {
  const { payment, address } = await findOver(em, paid)
  const open = await lockOpenRefund(em, { paymentId: payment.id })
  const back = open?.address === address ? open : await vouch(em, ctx, { ...paid, payment, open, address })
  const commit = await findCommit(em, back)
  if (!commit) throw new UnattributedSpend(paid.payout.at.txId, `pays ${address}, which no payout terms of payment ${payment.id} name`)
  return { commit, round: { purpose: 'payment_refund', ref: back.id } }
}

const findCommit = (em: Em, { id }: Pick<RefundEntity, 'id'>): Promise<PayoutTermsEntity | undefined> =>
  tables(em)
    .selectFrom('payout_terms')
    .selectAll('payout_terms')
    .innerJoin('refund', 'refund.payoutTermsId', 'payout_terms.id')
    .where('refund.id', '=', id)
    .where('payout_terms.subject', '=', 'refund')
    .whereRef('payout_terms.subjectId', '=', 'refund.id')
    .executeTakeFirst() as Promise<PayoutTermsEntity | undefined>

/** The payment, locked, and the only paid address. @throws {Unexplained} when the payment has not ended, or others were paid too. */
async function findOver(em: Em, { payout, paymentId }: PaidBack): Promise<{ payment: PaymentEntity; address: string }> {
  const { txId } = payout.at
  const [payment] = await lockPayments(em, [paymentId])
  const [output, ...others] = payout.stored.transfers
  if (!payment || !output || others.length > 0) throw new UnattributedSpend(txId, 'pays an address that its payout terms do not name')
  if (isOver(payment)) return { payment, address: output.to }
  throw new UnattributedSpend(txId, `pays ${output.to} from payment ${paymentId}, which is ${payment.state} and has no refund`)
}

interface Vouching extends PaidBack {
  readonly payment: PaymentEntity
  readonly open: RefundEntity | undefined
  readonly address: string
}

/** Stores a refund as an operator attests it; an open one with another address is withdrawn. */
async function vouch(
  em: Em,
  ctx: Context,
  { chain, payout, payment, open, address, voucher }: Vouching,
): Promise<Pick<RefundEntity, 'id'>> {
  const { txId } = payout.at
  if (voucher === undefined)
    throw new UnattributedSpend(
      txId,
      `pays ${address} from payment ${payment.id}, whose refunds do not name that address. If it was a refund in the lost time, ` +
        `which the signer's log says (return_named), run this again with --returned ${txId}; if not, treat the seed as exposed`,
    )
  const rail = ctx.rails.get(chain)
  if (rail) await checkAddress(em, rail, { field: 'address', text: address })
  if (open && !(await endRefund(em, ctx, { back: open, by: voucher, reason: 'paid_otherwise' })))
    throw new UnattributedSpend(txId, `pays ${address} from payment ${payment.id}, whose refund is being paid to ${open.address}`)
  const now = ctx.clock.now()
  const { id } = await insertOffer(em, ctx, { payment, by: voucher, endsAt: now })
  await writeAuditEntry(em, ctx, {
    actor: voucher,
    action: 'return.recover',
    subjectId: payment.id,
    details: { return: id, txId, address },
  })
  await commitRefund(em, ctx, { back: { id, offerEndsAt: now }, payment, address, usableAt: now })
  return { id }
}

/** Records that a refund is being paid: its payment can no longer complete, and the refund cannot be withdrawn. */
export async function recordTaken(em: Em, { paymentId, returnId }: { paymentId: string; returnId: string }): Promise<void> {
  const [payment] = await lockPayments(em, [paymentId])
  if (!payment) return
  payment.returningUnits = ((await readRefunded(em, [paymentId])).get(paymentId) ?? NOTHING_REFUNDED).plannedUnits
  await savePayments(em, [payment])
  await advanceRefunds(em, { ids: [returnId], input: 'plan', patch: { holdReason: null } })
}
