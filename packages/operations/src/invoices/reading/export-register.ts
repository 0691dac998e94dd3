import { type RegisterLine, readRegister } from '@gateway/db/invoices/number-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { resolveBusiness } from '../../businesses/resolve-business.ts'
import type { Context } from '../../kernel/context.ts'

const LINES_AT_ONCE = 500

/** The whole register of numbers of a business, a page at a time, by ascending number. @throws {ForbiddenBusiness} {BusinessRequired} {NoBusinessYet} */
export async function* exportRegister(
  ctx: Pick<Context, 'orm'>,
  { actor, businessId }: { actor: Actor; businessId: BusinessId | undefined },
): AsyncGenerator<RegisterLine[]> {
  const { id } = await resolveBusiness(ctx, { actor, businessId })
  for (let after = 0; ;) {
    const page = await readRegister(ctx.orm.em.fork(), { businessId: id, mode: actor.mode, after, limit: LINES_AT_ONCE })
    yield page
    const last = page.at(-1)
    if (!last || page.length < LINES_AT_ONCE) return
    after = last.number
  }
}
