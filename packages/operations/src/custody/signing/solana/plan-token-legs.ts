import type { TokenLeg } from '@gateway/chains/solana/forward/sign-token-forward'
import type { PlainHoldReason } from '@gateway/domain/custody/hold-reasons'

/** A payee of tokens; `exists` is undefined while nobody knows whether it has an account. */
interface TokenPayee {
  readonly address: string
  readonly units: bigint
  readonly exists: boolean | undefined
}

/** A payout of tokens whose accounts may have to be opened. */
export interface TokenPayout {
  readonly payee: TokenPayee
  /** Its account stays the platform's own, so its rent is no cost. Undefined where nobody gets a fee. */
  readonly platform: Omit<TokenPayee, 'exists'> | undefined
  /** Undefined where nothing goes back. */
  readonly excess: TokenPayee | undefined
  /** Accounts that the transaction closes and that only we can close: their rent comes back. */
  readonly closed: number
  /** Whether an amount may be sent that opens so many accounts of others and closes so many of ours. */
  readonly isWorth: (units: bigint, accounts: { readonly opened: number; readonly closed: number }) => boolean
}

/** The legs of a payout, or why it waits. */
export type TokenLegs = { readonly legs: readonly TokenLeg[] } | { readonly reason: PlainHoldReason }

/**
 * Decides which accounts a payout opens: whoever owns one can close it and keep its rent. An excess that is not worth an account of its own travels with
 * the payee's leg. An account that counts as existing is not opened, so that its owner gains nothing by closing it meanwhile.
 */
export function planTokenLegs({ payee, platform, excess, closed, isWorth }: TokenPayout): TokenLegs {
  const opens = excess !== undefined && !excess.exists && isWorth(excess.units, { opened: 1, closed: 0 })
  if (excess && excess.exists === undefined && !opens) return { reason: 'account_balance_unknown' }
  const isApart = excess !== undefined && (opens || excess.exists === true)
  const opened = opens ? 1 : 0
  const units = payee.units + (platform?.units ?? 0n) + (excess?.units ?? 0n)
  const mayOpen = isWorth(units, { opened: opened + 1, closed })
  if (!mayOpen && payee.exists === undefined) return { reason: 'account_balance_unknown' }
  if (!mayOpen && !(payee.exists && isWorth(units, { opened, closed }))) return { reason: 'below_cost_of_forwarding' }
  const joined = excess && !isApart ? excess.units : 0n
  const legs = [
    { address: payee.address, units: payee.units + joined, mayOpen },
    ...(platform ? [{ ...platform, mayOpen: true }] : []),
    ...(excess && isApart ? [{ address: excess.address, units: excess.units, mayOpen: opens }] : []),
  ]
  return { legs: legs.filter((leg) => leg.units > 0n) }
}
