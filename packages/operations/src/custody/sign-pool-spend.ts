import { buildForward } from '@gateway/chains/bitcoin/forward'
import { type ForwardPlan, type ForwardRequest, planForward } from '@gateway/chains/bitcoin/forward-plan'
import { getBitcoinNetwork } from '@gateway/chains/definitions/bitcoin'
import type { FeeEstimate, Rail } from '@gateway/chains/rail'
import { findCommits } from '@gateway/db/custody/queries'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { recipientOf } from '@gateway/domain/custody/intent'
import { feeCaps, feeCapUnits } from '@gateway/domain/custody/rules'
import { sumUnits } from '@gateway/domain/money/units'
import { lockOwedFees } from './owed-fees.ts'
import type { Held, SignedAttempt } from './sign-waiting.ts'
import type { SignerContext } from './signer-context.ts'

/** A waiting payout with its chain and the price of block space. */
export interface WaitingSpend {
  readonly intent: SpendIntentEntity
  readonly rail: Rail
  readonly fees: FeeEstimate
}

/**
 * Spends all outputs of a leg, without change: merchant and platform in one transaction, the network fee out of the merchant's share.
 *
 * Locks every output it spends for its intent; an output that another intent spends makes the database refuse.
 */
export async function signPoolSpend(em: Em, ctx: SignerContext, { intent, rail, fees }: WaitingSpend): Promise<SignedAttempt | Held> {
  const commit = (await findCommits(em, [intent.commitId])).get(intent.commitId)
  if (commit?.source.kind !== 'pool' || fees.family !== 'utxo') return { intent, reason: 'source_is_no_pool_address' }
  if (fees.milliSatsPerVbyte > ctx.feeRateCapMilliSats) return { intent, reason: 'fee_rate_above_cap' }
  const network = getBitcoinNetwork(rail.network)
  const inputs = await lockInputs(em, intent)
  if (sumUnits(inputs) !== intent.units) return { intent, reason: 'deposits_do_not_match' }
  const request: ForwardRequest = {
    network,
    receivedUnits: intent.units,
    inputCount: inputs.length,
    merchantAddress: recipientOf(commit, 'merchant'),
    platformAddress: recipientOf(commit, 'platform'),
    platformUnits: intent.feeUnits,
    milliSatsPerVbyte: fees.milliSatsPerVbyte,
  }
  const { plan, takenBackUnits } = takeBack(request, await lockOwedFees(em, intent))
  if (plan.outcome === 'unforwardable') return { intent, reason: 'below_cost_of_forwarding' }
  const cap = feeCaps[intent.asset]
  if (cap && plan.networkFeeUnits > feeCapUnits(cap, intent.units)) return { intent, reason: 'network_fee_above_cap' }
  const privateKey = ctx.keys.bitcoinKey(commit.source.generation, commit.source.idx)
  const built = buildForward({ network, inputs: inputs.map((input) => ({ ...input, privateKey })), outputs: plan.outputs })
  return {
    intents: [intent],
    raw: built.raw,
    txId: built.txId,
    binds: built.binds,
    feeUnits: built.feeUnits,
    platformPaid: !plan.platformDust,
    takenBackUnits,
  }
}

/** The forward with what the merchant owes paid to the platform, at most half of the merchant's part; without it where that would still be dust. */
function takeBack(request: ForwardRequest, owed: bigint): { plan: ForwardPlan; takenBackUnits: bigint } {
  const plain = { plan: planForward(request), takenBackUnits: 0n }
  if (owed === 0n || plain.plan.outcome === 'unforwardable') return plain
  const half = (plain.plan.merchantUnits - (plain.plan.platformDust ? request.platformUnits : 0n)) / 2n
  const takenBackUnits = owed < half ? owed : half
  const plan = planForward({ ...request, platformUnits: request.platformUnits + takenBackUnits })
  return plan.outcome === 'planned' && !plan.platformDust ? { plan, takenBackUnits } : plain
}

/** The confirmed outputs of the leg; each is locked for this intent for ever. */
async function lockInputs(em: Em, intent: SpendIntentEntity): Promise<{ txId: string; vout: number; units: bigint }[]> {
  const deposits = await tables(em)
    .selectFrom('deposit')
    .select(['ref', 'units'])
    .where('intentId', '=', intent.id)
    .where('state', '=', 'included')
    .orderBy('id')
    .execute()
  const inputs = deposits.map(({ ref, units }) => {
    const [txId = '', vout] = ref.split(':')
    return { txId, vout: Number(vout), units }
  })
  if (inputs.length === 0) return []
  await tables(em)
    .insertInto('utxo_lock')
    .values(inputs.map(({ txId, vout }) => ({ chain: intent.chain, txid: txId, vout, intentId: intent.id })))
    .onConflict((oc) => oc.columns(['chain', 'txid', 'vout']).doNothing())
    .execute()
  const locks = await tables(em)
    .selectFrom('utxo_lock')
    .select(['txid', 'vout'])
    .where('chain', '=', intent.chain)
    .where('intentId', '=', intent.id)
    .execute()
  const owned = new Set(locks.map(({ txid, vout }) => `${txid}:${vout}`))
  return inputs.filter(({ txId, vout }) => owned.has(`${txId}:${vout}`))
}
