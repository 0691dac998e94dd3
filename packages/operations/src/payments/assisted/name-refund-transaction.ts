import type { SeenPaymentRefund } from '@gateway/contract/payment-refunds'
import { actorName } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { Context } from '../../kernel/context.ts'
import { changeRefund, type RefundCommand } from './change-refund.ts'
import { nameTransactionWithin, readTxHash } from './name-transaction-within.ts'
import { seeAssisted } from './see-assisted.ts'

/**
 * Names a transaction by which the merchant has paid a refund, as it must where the gateway cannot tell by itself: an older transfer, one that could be of
 * another refund, or ether that a contract has paid. It counts once a block has it.
 *
 * @throws {NotFound} also for another merchant's payment, another payment's refund, and held money.
 * @throws {InvalidState} unless the address of the refund is watched. @throws {InvalidField} for a text that can be no transaction.
 */
export const nameRefundTransaction = (
  ctx: Context,
  { txHash, ...command }: RefundCommand & { readonly txHash: string },
): Promise<SeenPaymentRefund> =>
  changeRefund(ctx, command, async (em, { payment, refund }) => {
    if (!refund) throw new NotFound('refund')
    await nameTransactionWithin(em, ctx, { refund, txId: readTxHash(refund.chain, txHash), by: actorName(command.actor) })
    return seeAssisted(em, ctx, { payment, refund })
  })
