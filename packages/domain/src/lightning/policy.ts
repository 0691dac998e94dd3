import type { Refusal, Verdict } from '../custody/policy.ts'
import type { PauseScope } from '../custody/pause.ts'
import { MSAT_PER_SAT } from './amounts.ts'
import type { LightningLimits } from './limits.ts'

/** The complete input of the policy for a send, read in the transaction that lets it leave. Amounts are millisatoshis. */
export interface SendFacts {
  /** With what is reserved for the fee. */
  readonly amountMsat: bigint
  /** What the wallet has sent in the last hour, without this send. */
  readonly sentMsat: bigint
  /** What the node held when it was last asked; undefined before, and for a send inside the service. */
  readonly hotMsat: bigint | undefined
  readonly pausedBy: PauseScope | 'file' | undefined
  readonly limits: LightningLimits
}

type Rule = (facts: SendFacts) => Refusal | undefined

/** P5: nothing leaves while it is paused. */
const nothingIsPaused: Rule = ({ pausedBy }) =>
  pausedBy === undefined ? undefined : { rule: 'P5', outcome: 'hold', reason: `paused:${pausedBy}` }

/** P9 of Lightning: a payment, a wallet's hour and the hot balance are within what the operator has set. */
const sendIsWithinCaps: Rule = ({ amountMsat, sentMsat, hotMsat, limits }) => {
  const isAbove = (msat: bigint, sats: bigint): boolean => msat > sats * MSAT_PER_SAT
  if (isAbove(amountMsat, withReserve(limits.paymentSats))) return held('lightning_payment_too_large')
  if (isAbove(sentMsat + amountMsat, limits.walletHourSats)) return held('lightning_wallet_hour')
  return hotMsat !== undefined && isAbove(hotMsat, limits.hotBalanceSats) ? held('lightning_hot_balance') : undefined
}

/** The cap is about what the payee gets; the reserve of its fee is one percent more, and at least 10 satoshis. */
const withReserve = (sats: bigint): bigint => sats + sats / 100n + 10n

const held = (reason: 'lightning_hot_balance' | 'lightning_payment_too_large' | 'lightning_wallet_hour'): Refusal => ({
  rule: 'P9',
  outcome: 'hold',
  reason,
})

/** Evaluates the rules in order; the first objection holds the send, which is judged again. */
export function judgeSend(facts: SendFacts): Verdict {
  return nothingIsPaused(facts) ?? sendIsWithinCaps(facts) ?? { rule: 'all', outcome: 'allow', reason: '' }
}
