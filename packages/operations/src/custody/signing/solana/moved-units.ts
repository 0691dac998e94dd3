import type { PlainHoldReason } from '@gateway/domain/custody/hold-reasons'
import { sumUnits } from '@gateway/domain/money/units'
import type { Funds } from './lock-funds.ts'

/** The units that leave an address with a payout, and those that stay; or why it has to wait. */
export type Moved = { readonly units: bigint; readonly restUnits: bigint } | { readonly reason: PlainHoldReason }

/** The rules of an account: what it must hold to exist, and whether a payout takes a remainder that is too little for that and of another payout. */
interface AccountRules {
  readonly leastBalance: bigint
  readonly takesDust: boolean
}

/** The lamports that a payout moves: its own deposits, less what its failed transactions have cost, and the dust that cannot stay. */
export function movedUnits({ own, rest, lostUnits, isBusy }: Funds, { leastBalance, takesDust }: AccountRules): Moved {
  if (isBusy) return { reason: 'address_is_busy' }
  const units = sumUnits(own) - lostUnits
  if (units <= 0n) return { reason: 'deposits_do_not_match' }
  const restUnits = sumUnits(rest)
  if (restUnits === 0n || restUnits >= leastBalance) return { units, restUnits }
  if (!takesDust && rest.some(({ isTaken }) => isTaken)) return { reason: 'rest_below_least_balance' }
  return { units: units + restUnits, restUnits: 0n }
}
