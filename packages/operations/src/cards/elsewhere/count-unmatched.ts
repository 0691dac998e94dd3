import type { Em } from '@gateway/db/orm'
import { cardUnmatchedMoved } from '@gateway/domain/ledger/card-templates'
import { isFiatCode } from '@gateway/domain/money/fiat'
import type { Context } from '../../kernel/context.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import type { Card } from '../lifecycle/advance-cards.ts'
import { cardHolding } from '../lifecycle/card-holding.ts'
import { movesMoney } from './adopt-refunds.ts'
import type { MovedBack } from './read-elsewhere.ts'

/**
 * Books what went back of a charge that does not match its payment, once each: it was booked as nobody's. Of a direct charge that is the platform's fee, because
 * what else moves is its merchant's.
 */
export async function countUnmatched(
  em: Em,
  ctx: Pick<Context, 'ids' | 'clock'>,
  { payment, escrow, read }: Card & { readonly read: MovedBack },
): Promise<void> {
  const gone = escrow === null ? read.feeRefunds : read.refunds.filter(movesMoney)
  const moves = gone.flatMap(({ id: ref, amountMinor: goneMinor, currency }) =>
    isFiatCode(currency) ? [cardUnmatchedMoved({ ...cardHolding(payment), currency }, { kind: 'card_refund', ref, goneMinor })] : [],
  )
  await postTransfers(em, ctx, moves)
}
