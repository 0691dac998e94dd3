import { associatedAccountOf, signTokenForward } from '@gateway/chains/solana/forward/sign-token-forward'
import type { ForwardLeg } from '@gateway/chains/solana/forward/plan-sol-forward'
import type { TokenHolding } from '@gateway/chains/solana/read-accounts'
import type { Em } from '@gateway/db/orm'
import { assetOf } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'
import type { Evaluated } from '../../policy/evaluate-payouts.ts'
import type { SignerContext } from '../../signer-context.ts'
import { type Payees, payeesOf } from '../payees-of.ts'
import type { HeldIntents, SignedAttempt } from '../signed-attempt.ts'
import { type Funds, lockFunds } from './lock-funds.ts'
import { lifetimeOf, type SolanaSpend } from './solana-spend.ts'

/**
 * Pays out the tokens of a deposit address. The gas payer pays the fee and the rent of a payee's first account, and gets the rent of the deposit's,
 * which is closed once it is empty. Only the associated account is closed: another may have a different closing authority.
 */
export async function signTokenSpend(em: Em, ctx: SignerContext, { lead, rail, fees }: SolanaSpend): Promise<SignedAttempt | HeldIntents> {
  const { intent, commit } = lead
  if (commit.source.kind !== 'pool') return { intent, reason: 'source_is_no_pool_address' }
  const funds = await lockFunds(em, intent, commit.address)
  const holdings = holdingsOf(funds.own)
  if (funds.isBusy) return { intent, reason: 'address_is_busy' }
  if (sumUnits(holdings) !== intent.units) return { intent, reason: 'deposits_do_not_match' }
  const associated = await associatedAccountOf(commit.address, rail.usdc)
  const isEmptied =
    holdings.some(({ account }) => account === associated) && funds.rest.every(({ tokenAccount }) => tokenAccount !== associated)
  const signed = await signTokenForward({
    depositKey: ctx.keys.depositKey(rail.chain, commit.source),
    gasPayerKey: ctx.keys.gasPayerKey(rail.chain),
    mint: rail.usdc,
    decimals: assetOf(intent.asset).decimals,
    holdings,
    legs: legsOf(payeesOf(lead), intent),
    closes: isEmptied ? associated : undefined,
    lifetime: fees,
  })
  const inputs = lifetimeOf(ctx.keys.gasPayerAddress(rail.chain), signed)
  return { permits: [lead], raw: signed.raw, txId: signed.txId, inputs, feeUnits: null, platformPaid: true, takenBackUnits: 0n }
}

/** The sums of deposits by the account that holds them. */
function holdingsOf(deposits: Funds['own']): TokenHolding[] {
  const accounts = Map.groupBy(deposits, ({ tokenAccount }) => tokenAccount)
  return [...accounts].flatMap(([account, held]) => (account === null ? [] : [{ account, units: sumUnits(held) }]))
}

/** The policy has compared the parts of the payout with its terms. */
function legsOf(
  { payeeAddress, platformAddress, payerAddress }: Payees,
  { units, feeUnits, excessUnits }: Evaluated['intent'],
): ForwardLeg[] {
  const legs = [
    { address: payeeAddress, units: units - feeUnits - excessUnits },
    { address: platformAddress, units: feeUnits },
    { address: payerAddress, units: excessUnits },
  ]
  return legs.flatMap(({ address, units: paid }) => (address !== undefined && paid > 0n ? [{ address, units: paid }] : []))
}
