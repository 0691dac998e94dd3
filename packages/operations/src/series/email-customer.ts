import type { Em } from '@gateway/db/orm'
import type { SeriesEntity } from '@gateway/db/series/series.entity'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits, toNumber } from '@gateway/domain/money/decimal'
import { fiatDecimal } from '@gateway/domain/money/fiat'
import { emailPayer } from '../businesses/email-payer.ts'
import type { CreatedEscrow } from '../escrows/creation/commit-escrow.ts'
import type { ApiContext } from '../kernel/context.ts'

/**
 * Queues the e-mail with the customer's link to a new child, in the transaction that opens it: its token is known to nobody afterwards. The text is
 * sealed to the role that sends it.
 */
export async function emailCustomer(
  em: Em,
  ctx: ApiContext,
  { series, child, period }: { series: SeriesEntity; child: CreatedEscrow; period: number },
): Promise<void> {
  const { escrow, tokens } = child
  const { businessId, customerEmail: to, description, currency } = series
  const facts = {
    kind: 'escrow_opened',
    description,
    period,
    price: toNumber(fiatDecimal(series.amountMinor, currency)),
    currency,
    amount: formatUnits(escrow.amountUnits, assetOf(escrow.asset).decimals),
    asset: escrow.asset,
    path: `/escrow/manage?id=${escrow.id}&token=${tokens.releaseToken}`,
    endsAt: escrow.expiresAt.toISOString(),
  } as const
  const payer = { to, language: 'en', webhookSealingKey: ctx.webhookSealingKey }
  await emailPayer(em, ctx, { businessId, payer, facts, usefulUntil: escrow.expiresAt })
}
