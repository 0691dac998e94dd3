import { type DuePayout, findDuePayouts } from '@gateway/db/custody/intent-queries'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { PayoutOwners } from '../../kernel/address-owners.ts'
import { readDue, type Sweep } from '../../kernel/sweeps/sweep-each.ts'
import { sweepTogether } from '../../kernel/sweeps/sweep-together.ts'
import { openPricedSigner } from '../costs/priced-signer.ts'
import { advanceHighWater } from '../recovery/advance-high-water.ts'
import type { SignerContext } from '../signer-context.ts'
import { atOnceOn, signPayouts } from './sign-payouts.ts'

/** A held payout is looked at again soon at first, and then every half minute. */
const HELD_REST = { leastMs: 2_000, mostMs: 30_000 } as const
const AT_ONCE = 100

/** The chain to sign for, and the rooms that are told of it. */
export interface Signing {
  readonly chain: ChainCode
  readonly owners: PayoutOwners
}

/**
 * Signs the due payouts of a chain, whatever they are for, some objects in one transaction where the chain allows it. Rows say which are due, so no caller
 * asks for them. One that fails does not stop the others; one that is held is tried again.
 *
 * @returns how many payouts were signed.
 */
export async function signDuePayouts(ctx: SignerContext, { chain, owners }: Signing): Promise<number> {
  const swept = sweepOf(ctx, chain)
  const waiting = new Map((await readDue(ctx, swept)).map((payout) => [keyOf(payout), payout]))
  if (waiting.size === 0) return 0
  const judging = await openPricedSigner(ctx)
  let signed = 0
  while (waiting.size > 0) {
    const next = [...waiting.values()].slice(0, atOnceOn(chain))
    for (const payout of next) waiting.delete(keyOf(payout))
    const done = await sweepTogether(ctx, { ...swept, rows: next }, async (some) => [await signPayouts(judging, owners, some)])
    const payouts = done.flatMap((one) => one.payouts)
    for (const together of payouts) waiting.delete(keyOf(together))
    signed += payouts.length
    if (payouts.length > 0) await advanceHighWater(ctx)
    if (done.some(({ isBusy }) => isBusy)) break
  }
  return signed
}

const keyOf = ({ purpose, ref }: DuePayout): string => `${purpose} ${ref}`

const sweepOf = (ctx: SignerContext, chain: ChainCode): Sweep<DuePayout> => ({
  name: 'due_payouts',
  limit: AT_ONCE,
  read: ({ limit, except }) => findDuePayouts(ctx.orm.em.fork(), { chain, now: ctx.clock.now(), rest: HELD_REST, limit, except }),
  keyOf,
  aboutOf: (payout) => ({ chain, payout: keyOf(payout) }),
})
