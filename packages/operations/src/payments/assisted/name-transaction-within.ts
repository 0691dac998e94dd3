import { findRefundTransactions, nameTransaction } from '@gateway/db/payments/assisted/assisted-refund-queries'
import type { AssistedRefundEntity } from '@gateway/db/payments/assisted/assisted-refund.entity'
import type { Em } from '@gateway/db/orm'
import { InvalidField, InvalidState } from '@gateway/domain/kernel/error'
import type { ChainCode } from '@gateway/domain/money/asset'
import { findTransactionId } from '@gateway/domain/money/transaction-id'
import { watchedRefundStates } from '@gateway/domain/payments/assisted-refund'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'

/** Each is asked for at a node, again and again. */
const MAX_TRANSACTIONS = 20
/** So many of them by the link alone, which others may hold. */
const MAX_BY_LINK = 5

/** A refund has as many named transactions as it may have. */
export class TooManyTransactions extends InvalidField {
  constructor(most: number) {
    super('tx_hash', `is one more than the ${most} that a refund may have`)
  }
}

/** Who names a transaction by the link of whoever pays. */
export const PAY_LINK = 'pay_link'

/** A transaction that has paid a refund, and who names it. */
interface NamedTransaction {
  readonly refund: Pick<AssistedRefundEntity, 'id' | 'paymentId' | 'state'>
  /** As its chain spells it. */
  readonly txId: string
  readonly by: string
}

/** The id of a transaction as its chain spells it. @throws {InvalidField} for a text that can be none. */
export function readTxHash(chain: ChainCode, text: string): string {
  const txId = findTransactionId(chain, text)
  if (txId === undefined) throw new InvalidField('tx_hash', `is no transaction of ${chain}`)
  return txId
}

/**
 * Has a node asked for a transaction that has paid a refund, whose caller has locked it. The same one again changes nothing, unless it was refused.
 *
 * @throws {InvalidState} unless the address of the refund is watched. @throws {TooManyTransactions}
 */
export async function nameTransactionWithin(
  em: Em,
  ctx: Pick<Context, 'ids' | 'clock'>,
  { refund, txId, by }: NamedTransaction,
): Promise<void> {
  if (!watchedRefundStates.some((state) => state === refund.state)) throw new InvalidState(refund.state, 'name a transaction')
  const known = await findRefundTransactions(em, { refundIds: [refund.id] })
  const before = known.find((transaction) => transaction.txId === txId)
  // Whoever holds a link has it looked for once; its merchant may ask again.
  if (before && (before.state !== 'refused' || by === PAY_LINK)) return
  const most = by === PAY_LINK ? MAX_BY_LINK : MAX_TRANSACTIONS
  const own = by === PAY_LINK ? known.filter(({ namedBy }) => namedBy === PAY_LINK) : known
  if (!before && own.length >= most) throw new TooManyTransactions(most)
  await nameTransaction(em, { refundId: refund.id, txId, by, now: ctx.clock.now() })
  const details = { refund: refund.id, txId }
  await writeAuditEntry(em, ctx, { actor: by, action: 'refund.name_transaction', subjectId: refund.paymentId, details })
}
