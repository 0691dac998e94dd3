import { planSolForward, type SolForwardRequest } from '@gateway/chains/solana/forward/plan-sol-forward'
import { signSolForward } from '@gateway/chains/solana/forward/sign-sol-forward'
import type { SignatureFee } from '@gateway/chains/solana/rail'
import type { Em } from '@gateway/db/orm'
import type { PlainHoldReason } from '@gateway/domain/custody/hold-reasons'
import { judgeNetworkFee } from '@gateway/domain/custody/policy'
import { purposes } from '@gateway/domain/custody/purposes'
import { splitByTerms } from '@gateway/domain/custody/split-by-terms'
import type { SignerContext } from '../../signer-context.ts'
import { lockOwedPlatformFees } from '../owed-platform-fees.ts'
import { payeesOf } from '../payees-of.ts'
import type { HeldIntents, SignedAttempt } from '../signed-attempt.ts'
import { takeBackOwed } from '../take-back.ts'
import { lockFunds } from './lock-funds.ts'
import { movedUnits } from './moved-units.ts'
import { readAccountBalances } from './read-account-balances.ts'
import { lifetimeOf, type SolanaSpend } from './solana-spend.ts'

/**
 * Pays out a deposit address by its own key: payee, platform and network, in one transaction.
 *
 * What failed transactions have burnt is the payee's loss, like the network's fee: the other shares are of what was received. An account keeps nothing or
 * enough to exist. A remainder that is too little to stay goes with the payout; where another payout has it, refunds wait until that has left.
 */
export async function signSolSpend(em: Em, ctx: SignerContext, spend: SolanaSpend): Promise<SignedAttempt | HeldIntents> {
  const { lead, rail, fees } = spend
  const { intent, commit } = lead
  if (commit.source.kind !== 'pool') return { intent, reason: 'source_is_no_pool_address' }
  const request = await openRequest(em, ctx, spend)
  if ('reason' in request) return { intent, reason: request.reason }
  const plan = (platformUnits: bigint) => planSolForward({ ...request, platformUnits })
  const owed = await lockOwedPlatformFees(em, [intent])
  const { plan: planned, takenBackUnits } = takeBackOwed(owed, lead, { platformUnits: request.platformUnits, plan })
  if (planned.outcome === 'unforwardable') return { intent, reason: 'below_cost_of_forwarding' }
  const { balanceUnits } = request
  const { networkFeeUnits, legs, platformDust } = planned
  const verdict = judgeNetworkFee({ cap: ctx.feeCaps[intent.asset], units: balanceUnits, networkFeeUnits, mostUnits: networkFeeUnits })
  if (verdict) return { intent, reason: verdict.reason, verdict }
  const privateKey = ctx.keys.depositKey(rail.chain, commit.source)
  const signed = await signSolForward({ privateKey, balanceUnits, legs, feeUnits: networkFeeUnits, lifetime: fees })
  return {
    permits: [lead],
    raw: signed.raw,
    txId: signed.txId,
    inputs: lifetimeOf(commit.address, signed),
    feeUnits: networkFeeUnits,
    platformPaid: !platformDust,
    takenBackUnits,
  }
}

async function openRequest(
  em: Em,
  ctx: SignerContext,
  { lead, rail: { chain }, fees }: SolanaSpend,
): Promise<SolForwardRequest | { reason: PlainHoldReason }> {
  const { intent, commit } = lead
  const { leastBalance, lamportsPerSignature: feeUnits } = fees
  const { takesDust } = purposes[intent.purpose]
  const funds = await lockFunds(em, intent, commit.address)
  const moved = movedUnits(funds, { leastBalance, takesDust })
  if ('reason' in moved) return moved
  const { payeeAddress, platformAddress, payerAddress } = payeesOf(lead)
  const { feeUnits: platformUnits, excessUnits } = splitByTerms(commit, moved.units + funds.lostUnits, 0n)
  const addresses = [payeeAddress, platformAddress ?? payeeAddress, payerAddress ?? payeeAddress]
  const balanceOf = await readAccountBalances(em, ctx, { chain, addresses })
  const paid = [
    { address: payeeAddress, units: moved.units - platformUnits - excessUnits - feeUnits },
    { address: platformAddress, units: platformUnits },
    { address: payerAddress, units: excessUnits },
  ]
  if (paid.some(({ address, units }) => address !== undefined && isUndecided(fees, units, balanceOf(address))))
    return { reason: 'account_balance_unknown' }
  const recipientAt = (address: string) => ({ address, balanceUnits: balanceOf(address) ?? 0n })
  const [payee, platform] = [recipientAt(payeeAddress), platformAddress === undefined ? undefined : recipientAt(platformAddress)]
  const excess = payerAddress === undefined ? undefined : { ...recipientAt(payerAddress), units: excessUnits }
  return { balanceUnits: moved.units, restUnits: moved.restUnits, feeUnits, leastBalance, payee, platform, platformUnits, excess }
}

/** True while it depends on an account's balance whether it can be paid so little. */
const isUndecided = ({ leastBalance }: SignatureFee, units: bigint, balanceUnits: bigint | undefined): boolean =>
  balanceUnits === undefined && units > 0n && units < leastBalance
