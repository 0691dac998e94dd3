import type { TokenLeg } from '@gateway/chains/solana/forward/sign-token-forward'
import type { MovedAccounts } from '@gateway/chains/rail/fee-estimate'
import type { PlainHoldReason } from '@gateway/domain/custody/hold-reasons'
import { sumUnits } from '@gateway/domain/money/units'

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
  /** The coins of the account that the transaction closes and that only we can close; 0 without one, undefined while nobody knows them. */
  readonly returnedUnits: bigint | undefined
  /** Whether an amount may be sent that opens so many accounts of others and gets back so much from ours. */
  readonly isWorth: (units: bigint, accounts: MovedAccounts) => boolean
}

/** The legs of a payout, or why it waits. */
export type TokenLegs = { readonly legs: readonly TokenLeg[] } | { readonly reason: PlainHoldReason }

/**
 * Decides which accounts a payout opens: whoever owns one can close it and keep its rent. An excess that is not worth an account of its own travels with
 * the payee's leg. An account that counts as existing is not opened, so that its owner gains nothing by closing it meanwhile.
 */
export function planTokenLegs(payout: TokenPayout): TokenLegs {
  const excess = placeExcess(payout)
  if ('reason' in excess) return excess
  const { payee, platform } = payout
  const opening = openPayee(payout, excess.leg?.mayOpen ? 1 : 0)
  if ('reason' in opening) return opening
  const legs: TokenLeg[] = [{ address: payee.address, units: payee.units + excess.joinedUnits, mayOpen: opening.mayOpen }]
  if (platform) legs.push({ ...platform, mayOpen: true })
  if (excess.leg) legs.push(excess.leg)
  return { legs: legs.filter(({ units }) => units > 0n) }
}

interface Waits {
  readonly reason: PlainHoldReason
}

/** Where the excess goes: into a leg of its own, or with the payee's. */
function placeExcess({ excess, isWorth }: TokenPayout): { readonly leg?: TokenLeg; readonly joinedUnits: bigint } | Waits {
  if (!excess) return { joinedUnits: 0n }
  const { address, units, exists } = excess
  if (exists) return { leg: { address, units, mayOpen: false }, joinedUnits: 0n }
  if (isWorth(units, { opened: 1, returnedUnits: 0n })) return { leg: { address, units, mayOpen: true }, joinedUnits: 0n }
  return exists === undefined ? { reason: 'account_balance_unknown' } : { joinedUnits: units }
}

/** Whether the payee's account is opened, beside so many others. */
function openPayee({ payee, returnedUnits, isWorth, ...rest }: TokenPayout, opened: number): { readonly mayOpen: boolean } | Waits {
  const units = sumUnits([payee, rest.platform, rest.excess].filter((part) => part !== undefined))
  const known = returnedUnits ?? 0n
  if (isWorth(units, { opened: opened + 1, returnedUnits: known })) return { mayOpen: true }
  if (payee.exists && isWorth(units, { opened, returnedUnits: known })) return { mayOpen: false }
  return { reason: payee.exists === undefined || returnedUnits === undefined ? 'account_balance_unknown' : 'below_cost_of_forwarding' }
}
