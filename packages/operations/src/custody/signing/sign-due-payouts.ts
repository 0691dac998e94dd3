import { type DuePayout, findDuePayouts } from '@gateway/db/custody/intent-queries'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { PayoutOwners } from '../../kernel/address-owners.ts'
import { itemOf, readDue, type Sweep, sweepOne } from '../../kernel/sweeps/sweep-each.ts'
import { openPricedSigner } from '../costs/priced-signer.ts'
import { advanceHighWater } from '../recovery/advance-high-water.ts'
import type { SignerContext } from '../signer-context.ts'
import { signPayouts } from './sign-payouts.ts'

/** A held payout is looked at again soon at first, and then every half minute. */
const HELD_REST = { leastMs: 2_000, mostMs: 30_000 } as const
const AT_ONCE = 100

/** The chain to sign for, and the rooms that are told of it. */
export interface Signing {
  readonly chain: ChainCode
  readonly owners: PayoutOwners
}

/**
 * Signs the due payouts of a chain, whatever they are for, each object in its own transaction. Rows say which are due, so no caller asks for them. One
 * that fails does not stop the others; one that is held is tried again.
 *
 * @returns how many payouts were signed.
 */
export async function signDuePayouts(ctx: SignerContext, { chain, owners }: Signing): Promise<number> {
  const swept = sweepOf(ctx, chain)
  const due = await readDue(ctx, swept)
  if (due.length === 0) return 0
  const judging = await openPricedSigner(ctx)
  const seen = new Set<string>()
  let signed = 0
  for (const payout of due) {
    if (seen.has(keyOf(payout))) continue
    seen.add(keyOf(payout))
    const { payouts, isBusy } = (await sweepOne(ctx, itemOf(swept, payout), () => signPayouts(judging, owners, payout))) ?? nothing
    for (const together of payouts) seen.add(keyOf(together))
    signed += payouts.length
    if (payouts.length > 0) await advanceHighWater(ctx)
    if (isBusy) break
  }
  return signed
}

const keyOf = ({ purpose, ref }: DuePayout): string => `${purpose} ${ref}`

const nothing = { payouts: [], isBusy: false }

const sweepOf = (ctx: SignerContext, chain: ChainCode): Sweep<DuePayout> => ({
  name: 'due_payouts',
  limit: AT_ONCE,
  read: ({ limit, except }) => findDuePayouts(ctx.orm.em.fork(), { chain, now: ctx.clock.now(), rest: HELD_REST, limit, except }),
  keyOf,
  aboutOf: (payout) => ({ chain, payout: keyOf(payout) }),
})
