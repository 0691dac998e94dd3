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
import { lockUtxos, type Output } from './lock-utxos.ts'
import { lockOwedPlatformFees } from '../owed-platform-fees.ts'
import type { SigningAnswer } from '../payout-signer.ts'
import { payeesOf } from '../payees-of.ts'
import { type PlanWithOwed, takeBackOwed } from '../take-back.ts'
import type { SignerContext } from '../../signer-context.ts'

/** What a transaction spends, and how it is divided. */
interface Spending {
  readonly inputs: readonly Output[]
  readonly planOf: (request: ForwardRequest) => Planned
}

/** Signs first transactions of payouts of one asset; what one takes back of owed fees, the next does not. */
export async function signUtxoSpends(em: Em, ctx: SignerContext, spends: readonly WaitingSpend[]): Promise<SigningAnswer[]> {
  const intents = spends.map(({ lead }) => lead.intent)
  const inputsOf = await lockUtxos(em, intents)
  const owed = await lockOwedPlatformFees(em, intents)
  return spends.map((spend) => {
    const { lead } = spend
    const planOf = (request: ForwardRequest): Planned => takeBackOwed(owed, lead, planning(request))
    const answer = signUtxoSpend(ctx, spend, { inputs: inputsOf(lead.intent), planOf })
    if ('raw' in answer) owed.take(lead.intent, answer.takenBackUnits)
    return answer
  })
}

/** A fee bump of a payout. */
interface Replacing extends WaitingSpend {
  readonly fees: FeeRate
  readonly earlier: EarlierSpends
}

/** Signs a fee bump: it spends the same outputs, pays the platform the same and the network more. */
export async function replaceUtxoSpend(em: Em, ctx: SignerContext, spend: Replacing): Promise<SigningAnswer> {
  const { lead, earlier } = spend
  const inputs = (await lockUtxos(em, [lead.intent]))(lead.intent)
  if (!spendsTheSame(inputs, earlier)) return { intent: lead.intent, reason: 'deposits_do_not_match' }
  return signUtxoSpend(ctx, spend, { inputs, planOf: (request) => planAgain(request, spend) })
}

/**
 * Spends all outputs of a leg without change, to merchant and platform; the network fee comes out of the merchant's share. Every output is locked for its
 * intent; nothing is signed over an output of another intent.
 */
function signUtxoSpend(ctx: SignerContext, { lead, rail, fees }: WaitingSpend, { inputs, planOf }: Spending): SigningAnswer {
  const { intent, commit } = lead
  if (commit.source.kind !== 'pool' || !isFeeRate(fees)) return { intent, reason: 'source_is_no_pool_address' }
  if (sumUnits(inputs) !== intent.units) return { intent, reason: 'deposits_do_not_match' }
  const { payerAddress, ...payees } = payeesOf(lead)
  const network = getBitcoinNetwork(rail.chain, rail.network)
  const request: ForwardRequest = {
    network,
    receivedUnits: intent.units,
    inputCount: inputs.length,
    ...payees,
    excess: payerAddress === undefined ? undefined : { address: payerAddress, units: intent.excessUnits },
    platformUnits: intent.feeUnits,
    milliSatsPerVbyte: fees.milliSatsPerVbyte,
  }
  const { plan, takenBackUnits } = planOf(request)
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
function planAgain(request: ForwardRequest, { fees, earlier }: Pick<Replacing, 'fees' | 'earlier'>): Planned {
  const { takenBackUnits } = earlier
  const again = { ...request, platformUnits: request.platformUnits + takenBackUnits }
  const free = planForward({ ...again, milliSatsPerVbyte: 0n })
  if (free.outcome === 'unforwardable') return { plan: free, takenBackUnits }
  const milliSatsPerVbyte = replacementRate({ ...fees, vsize: free.vsize, earlier: earlier.paid })
  return { plan: planForward({ ...again, milliSatsPerVbyte }), takenBackUnits }
}

const spendsTheSame = (outputs: readonly Output[], { inputs }: EarlierSpends): boolean =>
  consumeTheSame(
    outputs.map(({ txId, vout }) => ({ resource: txId, sequence: vout })),
    inputs,
  )
