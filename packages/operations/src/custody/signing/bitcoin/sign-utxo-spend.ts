import type { EarlierSpends, WaitingSpend } from '../signed-attempt.ts'
import { buildForward } from '@gateway/chains/bitcoin/forward'
import { type ForwardPlan, type ForwardRequest, planForward } from '@gateway/chains/bitcoin/forward-plan'
import { replacementRate } from '@gateway/chains/bitcoin/replacement-rate'
import { type FeeRate, isFeeRate } from '@gateway/chains/bitcoin/rail'
import { networkFee } from '@gateway/chains/bitcoin/size'
import { getBitcoinNetwork } from '@gateway/chains/definitions/bitcoin'
import type { Em } from '@gateway/db/orm'
import { consumeTheSame } from '@gateway/domain/chainwatch/transaction-input'
import { type PayeeRole, purposes } from '@gateway/domain/custody/purposes'
import { recipientOf } from '@gateway/domain/custody/intent'
import { judgeNetworkFee } from '@gateway/domain/custody/policy'
import { sumUnits } from '@gateway/domain/money/units'
import type { Evaluated } from '../../policy/evaluate-payouts.ts'
import { lockUtxos } from './lock-utxos.ts'
import { lockOwedPlatformFees } from './owed-platform-fees.ts'
import type { HeldIntents, SignedAttempt } from '../signed-attempt.ts'
import type { SignerContext } from '../../signer-context.ts'

/**
 * Spends all outputs of a leg without change, to merchant and platform; the network fee comes out of the merchant's share.
 *
 * Every output is locked for its intent; nothing is signed over an output of another intent. A fee bump spends the same outputs, pays the platform
 * the same and the network more.
 */
export async function signUtxoSpend(
  em: Em,
  ctx: SignerContext,
  { lead, rail, fees, earlier }: WaitingSpend,
): Promise<SignedAttempt | HeldIntents> {
  const { intent, commit } = lead
  if (commit.source.kind !== 'pool' || !isFeeRate(fees)) return { intent, reason: 'source_is_no_pool_address' }
  const network = getBitcoinNetwork(rail.chain, rail.network)
  const inputs = await lockUtxos(em, intent)
  if (sumUnits(inputs) !== intent.units || !spendsTheSame(inputs, earlier)) return { intent, reason: 'deposits_do_not_match' }
  const request: ForwardRequest = {
    network,
    receivedUnits: intent.units,
    inputCount: inputs.length,
    ...payeesOf(lead),
    platformUnits: intent.feeUnits,
    milliSatsPerVbyte: fees.milliSatsPerVbyte,
  }
  const { plan, takenBackUnits } = earlier ? planAgain(request, { fees, earlier }) : takeBack(request, await findOwed(em, lead))
  if (plan.outcome === 'unforwardable') return { intent, reason: 'below_cost_of_forwarding' }
  const { asset, units } = intent
  const mostUnits = networkFee(plan.vsize, ctx.feeRateCaps[rail.chain] ?? 0n)
  const verdict = judgeNetworkFee({ cap: ctx.feeCaps[asset], units, ...plan, mostUnits })
  if (verdict) return { intent, reason: verdict.reason, verdict }
  const privateKey = ctx.keys.depositKey(rail.chain, commit.source)
  const built = buildForward({ network, inputs: inputs.map((input) => ({ ...input, privateKey })), outputs: plan.outputs })
  return {
    permits: [lead],
    raw: built.raw,
    txId: built.txId,
    inputs: built.inputs,
    feeUnits: built.feeUnits,
    platformPaid: !plan.platformDust,
    takenBackUnits,
  }
}

/** The addresses that the outputs pay. */
function payeesOf({ intent, commit }: Evaluated): Pick<ForwardRequest, 'payeeAddress' | 'platformAddress'> {
  const [payee, platform] = purposes[intent.purpose].payees as readonly [PayeeRole, PayeeRole?]
  return { payeeAddress: recipientOf(commit, payee), platformAddress: platform && recipientOf(commit, platform) }
}

const findOwed = (em: Em, { intent }: Evaluated): Promise<bigint> =>
  purposes[intent.purpose].paysOwedFees ? lockOwedPlatformFees(em, intent) : Promise.resolve(0n)

interface Planned {
  readonly plan: ForwardPlan
  readonly takenBackUnits: bigint
}

/** The forward with owed fees paid to the platform, up to half of the merchant's share; unchanged when that would be dust. */
function takeBack(request: ForwardRequest, owed: bigint): Planned {
  const plain = { plan: planForward(request), takenBackUnits: 0n }
  if (owed === 0n || plain.plan.outcome === 'unforwardable') return plain
  const half = (plain.plan.merchantUnits - (plain.plan.platformDust ? request.platformUnits : 0n)) / 2n
  const takenBackUnits = owed < half ? owed : half
  const plan = planForward({ ...request, platformUnits: request.platformUnits + takenBackUnits })
  return plan.outcome === 'planned' && !plan.platformDust ? { plan, takenBackUnits } : plain
}

/** The same forward at a fee that replaces all earlier transactions. */
function planAgain(request: ForwardRequest, { fees, earlier }: { fees: FeeRate; earlier: EarlierSpends }): Planned {
  const { takenBackUnits } = earlier
  const again = { ...request, platformUnits: request.platformUnits + takenBackUnits }
  const free = planForward({ ...again, milliSatsPerVbyte: 0n })
  if (free.outcome === 'unforwardable') return { plan: free, takenBackUnits }
  const milliSatsPerVbyte = replacementRate({ ...fees, vsize: free.vsize, earlier: earlier.paid })
  return { plan: planForward({ ...again, milliSatsPerVbyte }), takenBackUnits }
}

const spendsTheSame = (outputs: readonly { txId: string; vout: number }[], earlier: EarlierSpends | undefined): boolean =>
  !earlier ||
  consumeTheSame(
    outputs.map(({ txId, vout }) => ({ resource: txId, sequence: vout })),
    earlier.inputs,
  )
