import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import type { Em } from '@gateway/db/orm'
import { cardFeeMinor } from '@gateway/domain/cards/card-money'
import { directSession, escrowSession, type NewSession } from '@gateway/providers/stripe/requests/checkout'
import { getOwner } from '../../businesses/get-owner.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'

/** The call that creates the page of a card payment, made of rows alone. `intentId` names what asks for it. */
export async function sessionOf(
  em: Em,
  ctx: Pick<ProcessorContext, 'publicUrl'>,
  { payment, intentId }: { payment: CardPaymentEntity; intentId: string },
) {
  const { businessName, statementDescriptor } = await getOwner(em, payment)
  const session: NewSession = {
    intentId,
    paymentId: payment.id,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    title: payment.description ?? businessName,
    statementName: statementDescriptor ?? businessName,
    successUrl: payment.successUrl ?? `${ctx.publicUrl}/cards/paid`,
    cancelUrl: payment.cancelUrl,
    language: payment.language,
    receiptEmail: null,
  }
  if (payment.escrowId !== null) return escrowSession(session, { escrowId: payment.escrowId })
  const feeMinor = cardFeeMinor({ capturedMinor: payment.amountMinor, refundedMinor: 0n, lostMinor: 0n, feeBps: payment.feeBps })
  return directSession(session, { accountId: payment.processorAccountId, feeMinor })
}
