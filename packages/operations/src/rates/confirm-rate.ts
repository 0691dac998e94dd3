import { findNewestSnapshot } from '@gateway/db/rates/snapshot-queries'
import { tables } from '@gateway/db/tables'
import { InvalidField } from '@gateway/domain/kernel/error'
import { findPlainDecimal, formatUnits } from '@gateway/domain/money/decimal'
import { isWithin } from '@gateway/domain/money/exact'
import { exactPrice, type PairName } from '@gateway/domain/rates/rate-snapshot'
import { NothingToConfirm } from '@gateway/domain/rates/errors'
import { AGREEMENT_BPS } from '@gateway/domain/rates/price-jump'
import { writeAuditEntry } from '../accounts/audit/write-audit-entry.ts'
import type { Context } from '../kernel/context.ts'
import { transaction } from '../kernel/transaction.ts'

/** An operator's confirmation of a rejected jump. */
export interface Confirmation {
  readonly pair: string
  /** Plain decimal, within two percent of the rejected price. */
  readonly price: string
  /** `operator:<name>`. */
  readonly by: string
}

/**
 * Stores an operator's confirmation of a rejected jump: polls of the next ten minutes accept the pair within two percent of it.
 *
 * @throws {NothingToConfirm} when no jump of the pair is pending, or another price; {InvalidField} when the price is no decimal above 0.
 */
export async function confirmRate(ctx: Context, { pair: named, price, by }: Confirmation): Promise<void> {
  const rate = findPlainDecimal(price)
  if (!rate || rate.digits <= 0n) throw new InvalidField('price', 'must be a decimal above 0, such as 61250.5')
  // Any other text finds nothing.
  const pair = named.toUpperCase() as PairName
  await transaction(ctx, async (em) => {
    const hold = (await findNewestSnapshot(em))?.holds[pair]
    if (!hold || !isWithin(exactPrice(hold), rate, AGREEMENT_BPS)) throw new NothingToConfirm(pair, hold?.price)
    const row = { id: ctx.ids.uuid(), pair, rate: formatUnits(rate.digits, rate.scale), confirmedBy: by, confirmedAt: ctx.clock.now() }
    await tables(em).insertInto('rate_confirmation').values(row).execute()
    await writeAuditEntry(em, ctx, {
      actor: by,
      action: 'rate.confirm',
      subjectId: pair,
      details: { price, held: hold.price, since: hold.since },
    })
  })
}

/** The rejected jumps, and what each waits for. */
export async function listRejectedJumps(ctx: Pick<Context, 'orm'>) {
  const board = await findNewestSnapshot(ctx.orm.em.fork())
  return Object.entries(board?.holds ?? {}).map(([pair, { price, since, needs, sources }]) => ({
    pair,
    price,
    before: board?.prices[pair as PairName]?.price,
    since,
    needs,
    sources: sources.map(({ source, price: said }) => `${source} ${said}`).join(', '),
  }))
}
