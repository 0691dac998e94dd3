import type { Context } from '../../../kernel/context.ts'
import { transaction } from '../../../kernel/transaction.ts'
import { nameTransactionWithin, PAY_LINK, readTxHash } from '../name-transaction-within.ts'
import { lockByLink } from './find-by-link.ts'

/**
 * Names a transaction that has paid a refund, by the link of whoever pays it. The chain decides whether it counts.
 *
 * @throws {NotFound} alike for a link that is unknown or replaced, and for the payer's link.
 * @throws {InvalidState} unless the address of the refund is watched. @throws {InvalidField} for a text that can be no
 * transaction. @throws {TooManyTransactions}
 */
export const nameByPayLink = (ctx: Context, { token, txHash }: { readonly token: string; readonly txHash: string }): Promise<void> =>
  transaction(ctx, async (em) => {
    const refund = await lockByLink(em, { token, as: ['pay'] })
    await nameTransactionWithin(em, ctx, { refund, txId: readTxHash(refund.chain, txHash), by: PAY_LINK })
  })
