import type { Rail } from '@gateway/chains/rail'
import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import { findFailedCosts } from '@gateway/db/custody/failed-cost-queries'
import { countFlushes, type SignedFlushes } from '@gateway/db/custody/flush-queries'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { RoundFacts } from '@gateway/domain/custody/policy-facts'
import { payoutOwners } from '@gateway/domain/custody/purposes'
import { feePayerOf } from '@gateway/domain/money/chain-facts'
import { sumUnits } from '@gateway/domain/money/units'
import type { PricedSigner } from './priced-signer.ts'
import { roundCostUnits } from './round-cost.ts'

/** Payouts of one asset that are about to be signed at one fee estimate. */
export interface RoundsToPrice {
  readonly rail: Rail
  readonly fees: FeeEstimate | undefined
  readonly intents: readonly SpendIntentEntity[]
  /** True when they are signed again and already counted. */
  readonly areCounted?: boolean
  /** Payouts of any asset that the caller's transaction has signed and not yet recorded. */
  readonly flushedNow?: readonly SpendIntentEntity[]
  /** The fee cap of the transaction, if other than `fees`; a round must be worth its network cost at this price. */
  readonly signedFees?: FeeEstimate | undefined
  /** True when they may leave at any cost within the caps: the batch is worth it, or a later nonce waits for theirs. */
  readonly freesNonce?: boolean
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** Reads what decides whether payouts are worth their network cost; three queries for any number. */
export async function readRounds(
  em: Em,
  ctx: PricedSigner,
  rounds: RoundsToPrice,
): Promise<(intent: SpendIntentEntity) => RoundFacts | undefined> {
  const { rail, fees, signedFees = fees, intents, flushedNow = [], freesNonce = false } = rounds
  if (!signedFees || freesNonce || intents.length === 0) return () => undefined
  const depositsOf = await readMoved(em, rail, intents)
  const flushesOf = await readFlushes(em, ctx, rounds)
  const failed = await findFailedCosts(em, { intentIds: intents.map(({ id }) => id) })
  return (intent) => {
    const { purpose, asset } = intent
    const deposits = depositsOf(intent)
    const signed = flushesOf(intent)
    const further = signed ? flushedNow.filter((done) => done.ref === intent.ref && isFurther(done, signed)) : []
    return {
      units: sumUnits(deposits),
      costUnits: roundCostUnits({ rail, fees: signedFees, purpose, asset, deposits: deposits.length, prices: ctx.usdPrices }),
      failedUnits: failed.get(intent.id) ?? 0n,
      costMultiple: ctx.forwardCostMultiple,
      isFurther: !signed || isFurther(intent, signed),
      flushes: signed && { today: signed.count + further.length, most: ctx.flushesPerDay },
    }
  }
}

/** Flushes of the last 24 hours where the platform pays gas; a replacement is the same flush. */
async function readFlushes(em: Em, ctx: PricedSigner, { rail, intents, areCounted = false }: RoundsToPrice) {
  const isPaid = intents.some(({ asset }) => feePayerOf(rail, asset) === 'from_platform')
  if (!isPaid || areCounted) return () => undefined
  const since = new Date(ctx.clock.now().getTime() - DAY_MS)
  const counted = await countFlushes(em, { refs: intents.map(({ ref }) => ref), since })
  return ({ ref }: SpendIntentEntity): SignedFlushes | undefined => counted.get(ref)
}

const isFurther = ({ id }: SpendIntentEntity, { ownRoundId, isOwnRoundSigned }: SignedFlushes): boolean =>
  id !== ownRoundId || isOwnRoundSigned

/** The credited deposits that each payout would move: its own, and where a flush empties the address also those in no payout. */
async function readMoved(em: Em, rail: Rail, intents: readonly SpendIntentEntity[]) {
  const [ids, refs] = [intents.map(({ id }) => id), [...new Set(intents.map(({ ref }) => ref))]]
  const rows = await tables(em)
    .selectFrom('deposit')
    .select(['intentId', 'subjectId', 'asset', 'units'])
    .where('state', '=', 'included')
    .where('creditRevision', 'is not', null)
    .where(({ eb, or, and }) =>
      or([eb('intentId', 'in', ids), and([eb('intentId', 'is', null), eb('subject', 'in', payoutOwners), eb('subjectId', 'in', refs)])]),
    )
    .execute()
  const [taken, free] = [Map.groupBy(rows, ({ intentId }) => intentId), Map.groupBy(rows, ({ subjectId }) => subjectId)]
  return ({ id, ref, asset }: SpendIntentEntity) => {
    const beside = rail.moves === 'whole_balance' ? (free.get(ref) ?? []).filter(({ intentId }) => intentId === null) : []
    return [...(taken.get(id) ?? []), ...beside].filter((row) => row.asset === asset)
  }
}
