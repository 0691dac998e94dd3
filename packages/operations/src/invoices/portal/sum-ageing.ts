import type { InvoiceAgeing } from '@gateway/contract/invoices/portal-lists'
import { type AgeingDays, readAgeing } from '@gateway/db/invoices/portal/ageing-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { lastDays } from '@gateway/domain/kernel/local-day'
import type { Context } from '../../kernel/context.ts'
import { portalScope } from '../../payments/portal/portal-scope.ts'

const [MONTH, TWO_MONTHS] = [30, 60]

/**
 * What the customers of a business owe it today, by the age of their invoices, for each currency.
 *
 * @throws {ForbiddenBusiness} {MerchantTokenRequired}
 */
export async function sumAgeing(
  ctx: Pick<Context, 'orm' | 'clock'>,
  { actor, businessId }: { actor: Actor; businessId: BusinessId },
): Promise<InvoiceAgeing[]> {
  const { business, scope } = await portalScope(ctx, { actor, businessId })
  return readAgeing(ctx.orm.em.fork(), { scope, days: daysOf(ctx.clock.now(), business.timeZone) })
}

function daysOf(now: Date, timeZone: string): AgeingDays {
  const days = lastDays(now, { timeZone, count: TWO_MONTHS + 1 }).map(({ day }) => day)
  const ago = (count: number): string => days.at(-1 - count) ?? ''
  return { today: ago(0), before30: ago(MONTH), before60: ago(TWO_MONTHS) }
}
