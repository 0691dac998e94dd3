import { hasOpenInquiry } from '@gateway/db/cards/dispute-queries'
import type { CardEscrowEntity } from '@gateway/db/cards/card-escrow.entity'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import type { Em } from '@gateway/db/orm'
import type { CardMoney } from '@gateway/domain/cards/card-money'
import type { CardStanding } from '@gateway/domain/cards/rules'
import { InvalidState } from '@gateway/domain/kernel/error'
import type { Card } from './advance-cards.ts'

/** The sums of a card payment; nothing is captured before its charge. */
export const moneyOf = ({ capturedMinor, refundedMinor, pendingMinor, lostMinor, feeBps }: CardPaymentEntity): CardMoney => ({
  capturedMinor: capturedMinor ?? 0n,
  refundedMinor,
  pendingMinor,
  lostMinor,
  feeBps,
})

/** What decides whether a locked card may be refunded or released. */
export async function readStanding(em: Em, { payment, escrow }: Card): Promise<CardStanding> {
  const { transferredMinor, reversedMinor } = escrow ?? { transferredMinor: 0n, reversedMinor: 0n }
  return {
    ...moneyOf(payment),
    state: payment.state,
    escrowState: escrow?.state ?? null,
    transferredMinor,
    reversedMinor,
    withdrawnMinor: payment.withdrawnMinor,
    hasOpenInquiry: await hasOpenInquiry(em, { paymentId: payment.id }),
  }
}

/** True from the plan of a release until the processor has answered: what it moves depends on sums that must not change meanwhile. */
export const isReleasing = (escrow: Pick<CardEscrowEntity, 'transferredMinor' | 'processorTransferId'> | null): boolean =>
  escrow !== null && escrow.transferredMinor > 0n && escrow.processorTransferId === null

/** True once an escrow was transferred to its merchant. */
export const isTransferred = (escrow: Pick<CardEscrowEntity, 'processorTransferId'> | null): boolean =>
  escrow !== null && escrow.processorTransferId !== null

/** Refuses to move money of a card that waits for an operator or for the answer to its release. @throws {InvalidState} */
export function requireFree({ payment, escrow }: Card, action: 'refund' | 'release'): void {
  if (payment.holdReason !== null) throw new InvalidState('held', action)
  if (isReleasing(escrow)) throw new InvalidState('releasing', action)
}
