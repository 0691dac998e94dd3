import type { ListCardPayoutsInput } from '@gateway/contract/cards/inputs'
import { ownCardPayouts } from '@gateway/db/cards/payout-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { CardPayout } from '@gateway/domain/cards/payout'
import type { Context } from '../../kernel/context.ts'
import { listOwned } from '../../businesses/owned/read-owned.ts'

/** A page of the payouts to the banks of the caller's businesses, newest first, and how many there are. @throws {ForbiddenBusiness} */
export async function listCardPayouts(
  ctx: Context,
  { actor, filter }: { actor: Actor; filter: ListCardPayoutsInput },
): Promise<{ rows: CardPayout[]; total: number }> {
  return listOwned(ctx, { of: ownCardPayouts, actor, filter, where: { status: filter.status } })
}
