import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import type { Em } from '@gateway/db/orm'
import { cardFeeMinor } from '@gateway/domain/cards/card-money'
import type { BalanceFacts, ChargeFacts } from '@gateway/domain/cards/facts'
import { type CardHolding, cardCostPaid, cardEscrowFunded, cardFeeEarned } from '@gateway/domain/ledger/card-templates'
import type { LedgerTransfer } from '@gateway/domain/ledger/entry'
import { isFiatCode } from '@gateway/domain/money/fiat'
import type { Context } from '../../kernel/context.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { cardHolding } from '../lifecycle/card-holding.ts'

/** Books a charge, once: of a direct payment the platform's fee (L10), of an escrow the whole amount and what the processor took (L11). */
export async function postCharge(
  em: Em,
  ctx: Pick<Context, 'ids' | 'clock'>,
  { payment, charge }: { payment: CardPaymentEntity; charge: ChargeFacts },
): Promise<void> {
  const holding = cardHolding(payment)
  const transfers =
    payment.escrowId === null
      ? [cardFeeEarned(holding, { id: charge.id, feeMinor: feeOf(payment, charge) })]
      : [cardEscrowFunded(holding, { id: charge.id, amountMinor: charge.capturedMinor }), ...costOf(holding, charge.balance)]
  await postTransfers(
    em,
    ctx,
    transfers.filter(({ entries }) => entries.length > 0),
  )
}

const feeOf = ({ feeBps }: CardPaymentEntity, { capturedMinor }: ChargeFacts): bigint =>
  cardFeeMinor({ capturedMinor, refundedMinor: 0n, lostMinor: 0n, feeBps })

/** What the processor took, in the currency of its balance. */
export function costOf(holding: CardHolding, balance: BalanceFacts | null): LedgerTransfer[] {
  if (balance === null || balance.feeMinor === 0n || !isFiatCode(balance.currency)) return []
  return [cardCostPaid({ ...holding, currency: balance.currency }, { id: balance.id, costMinor: balance.feeMinor })]
}
