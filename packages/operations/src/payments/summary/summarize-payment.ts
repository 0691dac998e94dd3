import type { WrongChainMoney } from '@gateway/contract/portal/operator-wrong-chain'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { AssetCode } from '@gateway/domain/money/asset'
import type { PaymentState } from '@gateway/domain/payments/machine'
import { remainderUnits } from '@gateway/domain/payments/rules'
import { amount } from './amount.ts'
import { holdPhrase } from './hold-phrases.ts'
import { type PlacedMovements, placesOf } from './places-of.ts'

/** Money of a payment that waits, in base units. */
export interface WaitingFunds {
  readonly asset: AssetCode
  readonly units: bigint
  /** As `held` lists it. */
  readonly reason: string
  readonly since: Date
}

/** The facts of a payment's summary. */
export interface SummaryFacts {
  readonly payment: Pick<
    PaymentEntity,
    'state' | 'asset' | 'dueUnits' | 'receivedUnits' | 'refundedUnits' | 'expiresAt' | 'confirmationsRequired' | 'forwardTxId'
  > & { readonly businessName: string }
  readonly confirmations: number
  readonly waiting: readonly WaitingFunds[]
  readonly movements: PlacedMovements
  /** Contracts of unsupported tokens at its address. */
  readonly tokens: readonly string[]
  /** Money at its address on other chains. */
  readonly wrongChain: readonly Pick<WrongChainMoney, 'chain' | 'asset' | 'contract' | 'amount'>[]
  readonly now: Date
}

/** How many unsupported tokens of a payment are named. */
export const SHOWN_TOKENS = 3

/** Two sentences about a payment: its state, and where its money is and why it waits. */
export function summarizePayment(facts: SummaryFacts): readonly [state: string, money: string] {
  const { payment } = facts
  const refunded = payment.refundedUnits > 0n ? `; ${amount(payment, payment.refundedUnits)} went back to the payer` : ''
  const what = `This payment of ${amount(payment, payment.dueUnits)} to ${payment.businessName}`
  return [
    `${what} ${states[payment.state](facts)}${refunded}.`,
    `${[...moneyOf(facts), ...tokensOf(facts), ...wrongChainOf(facts)].join('; ')}.`,
  ]
}

const states: Readonly<Record<PaymentState, (facts: SummaryFacts) => string>> = {
  pending: (facts) => `is pending: ${received(facts)}, and ${windowOf(facts)}`,
  detected: (facts) =>
    `is detected: ${received(facts)}, with ${facts.confirmations} of ${facts.payment.confirmationsRequired} confirmations`,
  confirmed: (facts) => `is confirmed: ${received(facts)}, and no payout of it is signed yet`,
  forwarding: (facts) => `is being forwarded: ${received(facts)}, and its payout${transactionOf(facts)} is signed and not final yet`,
  forwarded: (facts) => `is forwarded: ${received(facts)}, and its payout${transactionOf(facts)} is final`,
  expired: (facts) => `is expired: ${received(facts)}, and ${windowOf(facts)}`,
  failed: (facts) => `has failed for good: ${received(facts)}, and no deposit completes it any more`,
}

/** States in which a missing amount matters: later ones were paid, or accepted as they were. */
const waitsForMore: ReadonlySet<PaymentState> = new Set(['pending', 'expired'])

function received({ payment }: SummaryFacts): string {
  if (payment.receivedUnits === 0n) return 'nothing has arrived'
  const missing = waitsForMore.has(payment.state) ? remainderUnits(payment.dueUnits, payment.receivedUnits) : 0n
  const tooLittle = missing > 0n ? `, ${amount(payment, missing)} is missing` : ''
  return `${amount(payment, payment.receivedUnits)} has arrived${tooLittle}`
}

const windowOf = ({ payment: { expiresAt }, now }: SummaryFacts): string =>
  `its window ${now < expiresAt ? 'ends' : 'ended'} at ${moment(expiresAt)}`

const transactionOf = ({ payment: { forwardTxId } }: SummaryFacts): string => (forwardTxId === null ? '' : ` ${forwardTxId}`)

/** What waits, and why; without that, where the money is. */
function moneyOf(facts: SummaryFacts): string[] {
  const { payment, waiting } = facts
  if (waiting.length > 0) return waiting.map(waits)
  if (isEnded(payment.state)) return [placesOf(facts.movements)]
  return [payment.receivedUnits === 0n ? 'No money is held' : unheld[payment.state]]
}

const waits = ({ asset, units, reason, since }: WaitingFunds): string =>
  `${amount({ asset }, units)} waits since ${moment(since)}, because ${holdPhrase(reason)}`

const isEnded = (state: PaymentState): state is 'expired' | 'failed' => state === 'expired' || state === 'failed'

/** Where the money of a payment that has not ended is when none of it is held. */
const unheld: Readonly<Record<Exclude<PaymentState, 'expired' | 'failed'>, string>> = {
  pending: 'What arrived is at the deposit address, and waits for the rest or for the end of the window',
  detected: 'What arrived is at the deposit address, and waits for confirmations',
  confirmed: 'What arrived is on its way to the merchant',
  forwarding: 'What arrived is on its way to the merchant',
  forwarded: 'No money is held',
}

/** The first few: any third party can send thousands of worthless tokens. */
function tokensOf({ tokens }: SummaryFacts): string[] {
  if (tokens.length === 0) return []
  const more = tokens.length > SHOWN_TOKENS ? ` and ${tokens.length - SHOWN_TOKENS} more` : ''
  return [`tokens that the gateway does not support are at the address: ${tokens.slice(0, SHOWN_TOKENS).join(', ')}${more}`]
}

/** The first few too. */
function wrongChainOf({ wrongChain }: SummaryFacts): string[] {
  if (wrongChain.length === 0) return []
  const named = wrongChain
    .slice(0, SHOWN_TOKENS)
    .map(({ chain, asset, contract, amount: what }) => (asset === null ? `${contract} on ${chain}` : `${what} ${asset}`))
  const more = wrongChain.length > SHOWN_TOKENS ? ` and ${wrongChain.length - SHOWN_TOKENS} more` : ''
  return [`money is on the wrong chain, at the same address: ${named.join(', ')}${more}`]
}

/** To the minute, in UTC. */
const moment = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
