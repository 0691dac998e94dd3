import { associatedAccountOf } from '@gateway/chains/solana/associated-account'
import { signTokenForward } from '@gateway/chains/solana/forward/sign-token-forward'
import type { TokenHolding } from '@gateway/chains/solana/read-accounts'
import type { Em } from '@gateway/db/orm'
import { judgeWorth } from '@gateway/domain/custody/policy'
import { assetOf } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'
import type { PricedSigner } from '../../costs/priced-signer.ts'
import { roundCostUnits } from '../../costs/round-cost.ts'
import { payeesOf } from '../payees-of.ts'
import type { HeldIntents, SignedAttempt } from '../signed-attempt.ts'
import { type Funds, lockFunds } from './lock-funds.ts'
import { planTokenLegs, type TokenLegs, type TokenPayout } from './plan-token-legs.ts'
import { readAccountBalances } from './read-account-balances.ts'
import { lifetimeOf, type SolanaSpend } from './solana-spend.ts'

/**
 * Pays out the tokens of a deposit address. The gas payer pays the fee and the rent of a payee's first account, where the payout is worth it, and gets the
 * rent of the deposit's, which is closed once it is empty. Only the associated account is closed: another may have a different closing authority.
 */
export async function signTokenSpend(em: Em, ctx: PricedSigner, { lead, rail, fees }: SolanaSpend): Promise<SignedAttempt | HeldIntents> {
  const { intent, commit } = lead
  if (commit.source.kind !== 'pool') return { intent, reason: 'source_is_no_pool_address' }
  const funds = await lockFunds(em, intent, commit.address)
  const holdings = holdingsOf(funds.own)
  if (funds.isBusy) return { intent, reason: 'address_is_busy' }
  if (sumUnits(holdings) !== intent.units) return { intent, reason: 'deposits_do_not_match' }
  const associated = await associatedAccountOf(commit.address, rail.usdc)
  const isEmptied =
    holdings.some(({ account }) => account === associated) && funds.rest.every(({ tokenAccount }) => tokenAccount !== associated)
  const closes = isEmptied ? associated : undefined
  const planned = await planLegs(em, ctx, { spend: { lead, rail, fees }, closes, deposits: holdings.length })
  if ('reason' in planned) return { intent, reason: planned.reason }
  const signed = await signTokenForward({
    depositKey: ctx.keys.depositKey(rail.chain, commit.source),
    gasPayerKey: ctx.keys.gasPayerKey(rail.chain),
    mint: rail.usdc,
    decimals: assetOf(intent.asset).decimals,
    holdings,
    legs: planned.legs,
    closes,
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

interface Planning {
  readonly spend: SolanaSpend
  readonly closes: string | undefined
  readonly deposits: number
}

/** The policy has compared the parts of the payout with its terms. */
async function planLegs(em: Em, ctx: PricedSigner, { spend: { lead, rail, fees }, closes, deposits }: Planning): Promise<TokenLegs> {
  const { purpose, asset, units, feeUnits, excessUnits } = lead.intent
  const { failedUnits = 0n } = lead.facts.round ?? {}
  const { payeeAddress, platformAddress, payerAddress } = payeesOf(lead)
  const { existsAt, coinsIn } = await readTokenAccounts(em, ctx, {
    spend: { lead, rail, fees },
    owners: [payeeAddress, payerAddress ?? payeeAddress],
    closes,
  })
  const isWorth: TokenPayout['isWorth'] = (moved, accounts) => {
    const costUnits = roundCostUnits({ rail, fees, purpose, asset, deposits, prices: ctx.usdPrices, accounts })
    return judgeWorth({ units: moved, costUnits, failedUnits, costMultiple: ctx.forwardCostMultiple }) === undefined
  }
  return planTokenLegs({
    payee: { address: payeeAddress, units: units - feeUnits - excessUnits, exists: existsAt(payeeAddress) },
    platform: platformAddress === undefined ? undefined : { address: platformAddress, units: feeUnits },
    excess:
      payerAddress === undefined || excessUnits === 0n
        ? undefined
        : { address: payerAddress, units: excessUnits, exists: existsAt(payerAddress) },
    returnedUnits: closes === undefined ? 0n : coinsIn(closes),
    isWorth,
  })
}

/** What is known of token accounts; undefined where nobody has looked lately. */
interface KnownAccounts {
  /** Whether an owner has one whose rent is paid. */
  existsAt(owner: string): boolean | undefined
  coinsIn(account: string): bigint | undefined
}

async function readTokenAccounts(
  em: Em,
  ctx: PricedSigner,
  { spend: { rail, fees }, owners, closes }: { spend: SolanaSpend; owners: readonly string[]; closes: string | undefined },
): Promise<KnownAccounts> {
  const accounts = new Map(await Promise.all(owners.map(async (owner) => [owner, await associatedAccountOf(owner, rail.usdc)] as const)))
  const addresses = [...accounts.values(), ...(closes === undefined ? [] : [closes])]
  const coinsIn = await readAccountBalances(em, ctx, { chain: rail.chain, addresses })
  const existsAt = (owner: string) => {
    const balance = coinsIn(accounts.get(owner) ?? '')
    return balance === undefined ? undefined : balance >= fees.tokenAccountRent
  }
  return { existsAt, coinsIn }
}
