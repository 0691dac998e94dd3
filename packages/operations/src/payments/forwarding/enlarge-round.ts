import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { sumUnits } from '@gateway/domain/money/units'
import { findFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { resizeLeg } from '../../custody/payouts/resize-leg.ts'
import type { Context } from '../../kernel/context.ts'
import { type Forwarded, roundSpend } from './round-spend.ts'

/** A held round that is too small for its cost, its object, and the deposits of that object that a round may take. */
interface SmallRound {
  readonly intent: SpendIntentEntity
  readonly object: Forwarded
  readonly deposits: readonly DepositEntity[]
}

/**
 * Enlarges a held round by the deposits that wait behind it, if that makes it worth its cost. A round chooses its deposits like a new one, so some may stay
 * for a later one.
 *
 * @returns true when the round has grown.
 */
export async function enlargeRound(em: Em, ctx: Context, small: SmallRound): Promise<boolean> {
  const { intent, object } = small
  const parts = partsOf(small)
  const fees = (await findFeeEstimates(em, object))?.fees
  if (!parts || !fees) return false
  // Its network fee is paid in the coin itself, so no price is needed.
  const spend = roundSpend(ctx, { purpose: intent.purpose, payment: object, credited: parts.all, fees, prices: new Map(), leg: intent.leg })
  if (!spend || sumUnits(spend.deposits) <= intent.units) return false
  const { networkFeeUnits } = spend.split
  await resizeLeg(em, ctx, { intent, deposits: spend.deposits, networkFeeUnits, blockHash: parts.blockHash })
  ctx.log.info({ intentId: intent.id }, 'round enlarged by later deposits')
  return true
}

/** The possible deposits of a round, and a block of a new one; undefined when there is none, or when a reorg has removed one of its own. */
function partsOf({ intent, object, deposits }: SmallRound): { all: DepositEntity[]; blockHash: string } | undefined {
  const own = deposits.filter(({ intentId }) => intentId === intent.id)
  const free = deposits.filter(({ intentId, asset }) => intentId === null && asset === intent.asset).filter(isCredited)
  const [first] = free
  const isWhole = own.every(isCredited) && sumUnits(own) === intent.units
  return first?.blockHash && isWhole && object.asset === intent.asset ? { all: [...own, ...free], blockHash: first.blockHash } : undefined
}

/** Included and in the ledger. */
const isCredited = ({ state, creditRevision, dead }: DepositEntity): boolean => state === 'included' && creditRevision !== null && !dead
