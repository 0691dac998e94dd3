import type { EarlierSpends, WaitingSpend } from '../signed-attempt.ts'
import { buildForward } from '@gateway/chains/bitcoin/forward'
import { type ForwardPlan, type ForwardRequest, planForward } from '@gateway/chains/bitcoin/forward-plan'
import { replacementRate } from '@gateway/chains/bitcoin/replacement-rate'
import { type FeeRate, isFeeRate } from '@gateway/chains/bitcoin/rail'
import { networkFee } from '@gateway/chains/bitcoin/size'
import { getBitcoinNetwork } from '@gateway/chains/definitions/bitcoin'
import type { Em } from '@gateway/db/orm'
import { consumeTheSame } from '@gateway/domain/chainwatch/transaction-input'
import { judgeNetworkFee } from '@gateway/domain/custody/policy'
import { sumUnits } from '@gateway/domain/money/units'
import { lockUtxos } from './lock-utxos.ts'
import type { HeldIntents, SignedAttempt } from '../signed-attempt.ts'
import { payeesOf } from '../payees-of.ts'
import { type PlanWithOwed, takeBackOwed } from '../take-back.ts'
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
  const { payerAddress, ...payees } = payeesOf(lead)
  const network = getBitcoinNetwork(rail.chain, rail.network)
  const inputs = await lockUtxos(em, intent)
  if (sumUnits(inputs) !== intent.units || !spendsTheSame(inputs, earlier)) return { intent, reason: 'deposits_do_not_match' }
  const request: ForwardRequest = {
    network,
    receivedUnits: intent.units,
    inputCount: inputs.length,
    ...payees,
    excess: payerAddress === undefined ? undefined : { address: payerAddress, units: intent.excessUnits },
    platformUnits: intent.feeUnits,
    milliSatsPerVbyte: fees.milliSatsPerVbyte,
  }
  const { plan, takenBackUnits } = earlier ? planAgain(request, { fees, earlier }) : await takeBackOwed(em, lead, planning(request))
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

const planning = (request: ForwardRequest) => ({
  platformUnits: request.platformUnits,
  plan: (platformUnits: bigint) => planForward({ ...request, platformUnits }),
})

type Planned = PlanWithOwed<ForwardPlan>

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
