import { findByTransfer } from '@gateway/db/cards/elsewhere-queries'
import { findNamedIntent } from '@gateway/db/cards/processor/intent-queries'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import type { TransferFacts } from '@gateway/domain/cards/facts'
import { readTransfer } from '@gateway/providers/stripe/answers/money'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { transferRetrieval } from '@gateway/providers/stripe/requests/transfers'
import { transaction } from '../../kernel/transaction.ts'
import { countElsewhere } from './count-elsewhere.ts'
import type { Card } from '../lifecycle/advance-cards.ts'
import { holdCard } from '../lifecycle/hold-card.ts'
import { lockCard } from '../lifecycle/lock-card.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'

/**
 * Asks the processor about the transfer of a released escrow and its reversals, and counts those that we did not ask for.
 *
 * @returns why there was no answer; `early` while the release has no answer yet; `foreign` for a transfer of nobody here; undefined when it is applied.
 */
export async function lookAtTransfer(
  ctx: ProcessorContext,
  { transferId }: { transferId: string },
): Promise<FailedCall | 'early' | 'foreign' | undefined> {
  const em = ctx.orm.em.fork()
  const answer = await ctx.processor.send(transferRetrieval(transferId), { read: readTransfer })
  if (answer.result !== 'done') return answer
  const payment = await findByTransfer(em, { transferId })
  if (!payment) return (await findNamedIntent(em, answer.facts))?.state === 'broadcast' ? 'early' : 'foreign'
  await compare(ctx, payment, answer.facts)
  return countElsewhere(ctx, payment)
}

/** Holds a payment whose transfer is not the one that we asked for. */
async function compare(ctx: ProcessorContext, { id: paymentId }: CardPaymentEntity, facts: TransferFacts): Promise<void> {
  await transaction(ctx, async (em) => {
    const card = await lockCard(em, { paymentId })
    if (!isAsked(card, facts)) await holdCard(em, ctx, { ...card, reason: 'transfer_differs', alarm: 'card_amount_differs' })
  })
}

const isAsked = ({ payment, escrow }: Card, { amountMinor, currency, destination }: TransferFacts): boolean =>
  escrow?.transferredMinor === amountMinor && payment.currency === currency && destination === payment.processorAccountId
