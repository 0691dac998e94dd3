import type { Em } from '@gateway/db/orm'
import type { SeriesEntity } from '@gateway/db/series/series.entity'
import { awaitsDepositor } from '@gateway/domain/escrows/actions'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits, toNumber } from '@gateway/domain/money/decimal'
import { fiatDecimal } from '@gateway/domain/money/fiat'
import { emailPayer } from '../../businesses/email-payer.ts'
import type { CreatedEscrow } from '../../escrows/creation/commit-escrow.ts'
import type { EscrowContext } from '../../kernel/context.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * Queues the e-mails with the customer's link to a new child, in the transaction that opens it: its token is known to nobody afterwards. The texts are
 * sealed to the role that sends them. The second one is due a day before the child expires, and sent only if that still waits for its money then; a
 * child that lives no longer than a day has none. An e-mail that may not be sent stops nothing: the child shows why.
 */
export async function emailCustomer(
  em: Em,
  ctx: EscrowContext,
  { series, child, period }: { series: SeriesEntity; child: CreatedEscrow; period: number },
): Promise<void> {
  const { escrow, tokens } = child
  const { businessId, customerEmail: to, description, currency } = series
  const facts = {
    description,
    period,
    price: toNumber(fiatDecimal(series.amountMinor, currency)),
    currency,
    amount: formatUnits(escrow.amountUnits, assetOf(escrow.asset).decimals),
    asset: escrow.asset,
    path: `/escrow/manage?id=${escrow.id}&token=${tokens.releaseToken}`,
    endsAt: escrow.expiresAt.toISOString(),
    asksForAddress: awaitsDepositor(escrow),
  } as const
  const { webhookSealingKey, emailLimits } = ctx
  const payer = { to, language: 'en', webhookSealingKey, emailLimits }
  const about = { escrowId: escrow.id }
  const mail = { businessId, payer, usefulUntil: escrow.expiresAt }
  await emailPayer(em, ctx, { ...mail, about, facts: { ...facts, kind: 'escrow_opened' } })
  const dueAt = new Date(escrow.expiresAt.getTime() - DAY_MS)
  if (dueAt <= escrow.createdAt) return
  await emailPayer(em, ctx, { ...mail, about: { ...about, onlyWhile: 'created' }, facts: { ...facts, kind: 'escrow_ending' }, dueAt })
}
