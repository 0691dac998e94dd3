import type { Rail } from '@gateway/chains/rail'
import type { StoredTransaction } from '@gateway/chains/rail/recovery-node'
import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import { spentDeposits } from '@gateway/db/chainwatch/spent-inputs'
import { lockPayments } from '@gateway/db/payments/queries'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { lockOpenRefund } from '@gateway/db/payments/refund-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import { readAddress, refuseOwn } from '../../businesses/wallets/check-address.ts'
import type { Context } from '../../kernel/context.ts'
import { commitRefund } from '../refunds/shared/commit-refund.ts'
import { endRefund } from '../refunds/shared/end-refund.ts'
import { insertOffer } from '../refunds/shared/insert-offer.ts'
import { refundedPayment } from '../refunds/payment-refunds.ts'
import { isOver } from '../held-deposits.ts'
import { UnattributedSpend } from './find-unknown-payouts.ts'

/** A transaction that spends deposits and pays an address that no payout terms name. */
export interface UnnamedSpend {
  readonly chain: ChainCode
  readonly stored: StoredTransaction
  /** The operator who attests that it was a refund, if any. */
  readonly voucher: string | undefined
}

/**
 * Stores the refund that a transaction has paid, as an operator attests it, so that its payout terms name the receiver: the claim is forgotten, and
 * only an operator can tell a payer from an attacker. An open refund to another address is withdrawn.
 *
 * @throws {UnattributedSpend} when nobody attests it, or it cannot have been a refund of one ended payment.
 */
export async function attestRefund(em: Em, ctx: Context, { chain, stored, voucher }: UnnamedSpend): Promise<void> {
  const { txId } = stored
  const { payment, address } = await findPaidBack(em, { chain, stored })
  const open = await lockOpenRefund(em, { paymentId: payment.id })
  // Its payer has named the address again since.
  if (open?.address === address) return
  if (voucher === undefined) throw unattested({ txId, payment, address })
  const rail = ctx.rails.get(chain)
  if (rail) await refuseUnpayable(em, ctx, { rail, text: address })
  if (open && !(await endRefund(em, ctx, { back: open, by: voucher, reason: 'paid_otherwise' })))
    throw new UnattributedSpend(txId, `pays ${address} from payment ${payment.id}, whose refund is being paid to ${open.address}`)
  const now = ctx.clock.now()
  const object = refundedPayment(payment)
  const { id } = await insertOffer(em, ctx, { object, by: voucher, endsAt: now })
  const details = { return: id, txId, address }
  await writeAuditEntry(em, ctx, { actor: voucher, action: 'return.recover', subjectId: payment.id, details })
  await commitRefund(em, ctx, { back: { id, offerEndsAt: now }, object, address, usableAt: now })
}

/** By our own lists alone: the money is there already. @throws {InvalidAddress} */
async function refuseUnpayable(em: Em, { rails }: Pick<Context, 'rails'>, { rail, text }: { rail: Rail; text: string }): Promise<void> {
  const field = 'address'
  const { address } = readAddress(rail, { field, text })
  await refuseOwn(em, { rails, platformAddresses: {}, decides: () => false }, { rail, address, field })
}

const unattested = ({ txId, payment, address }: { txId: string; payment: PaymentEntity; address: string }): UnattributedSpend =>
  new UnattributedSpend(
    txId,
    `pays ${address} from payment ${payment.id}, whose refunds do not name that address. If it was a refund in the lost time, ` +
      `which the signer's log says (return_named), run this again with --returned ${txId}; if not, treat the seed as exposed`,
  )

/** The payment, locked, and the only paid address. @throws {UnattributedSpend} when there are several, or the payment has not ended. */
async function findPaidBack(
  em: Em,
  { chain, stored }: Pick<UnnamedSpend, 'chain' | 'stored'>,
): Promise<{ payment: PaymentEntity; address: string }> {
  const { txId, inputs, transfers } = stored
  const own = inputs.map((input) => ({ ...input, txId }))
  const { rows: spent } = await sql<Pick<DepositEntity, 'subject' | 'subjectId'>>`SELECT deposit.subject, deposit.subject_id AS "subjectId"
    FROM ${spentDeposits(chain, own)}`.execute(tables(em))
  if (spent.length < inputs.length) throw new UnattributedSpend(txId, 'spends an output that is no deposit')
  const paymentIds = [...new Set(spent.flatMap(({ subject, subjectId }) => (subject === 'payment' ? subjectId : [])))]
  const [payment, ...others] = await lockPayments(em, paymentIds)
  if (!payment || others.length > 0) throw new UnattributedSpend(txId, 'spends deposits that belong to no payment, or to several')
  const [output, ...more] = transfers
  if (!output || more.length > 0) throw new UnattributedSpend(txId, 'pays an address that its payout terms do not name')
  if (isOver(payment)) return { payment, address: output.to }
  throw new UnattributedSpend(txId, `pays ${output.to} from payment ${payment.id}, which is ${payment.state} and has no refund`)
}
