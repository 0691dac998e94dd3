import type { PaymentState } from '@gateway/domain/payments/machine'
import { condition, proxyLocalActivities, setCurrentDetails, setHandler } from '@temporalio/workflow'
import { database } from '../retry.ts'
import type { ExpiryAnswer, PaymentActivities } from './activities.ts'
import { endedPayment, type PaymentAdvanced, paymentAdvanced, type PaymentWorkflowInput } from './signals.ts'

const { expirePayment } = proxyLocalActivities<PaymentActivities>(database)

const WATCHER_GRACE_MS = 2_000
const LONGEST_GRACE_MS = 60_000

const explained: Record<PaymentState, string> = {
  pending: 'waiting for the deposit until the window ends',
  detected: 'deposit seen, waiting until it is forwarded',
  confirmed: 'deposit confirmed, waiting until it is forwarded',
  forwarding: 'forward signed, waiting until it is final',
  forwarded: 'forwarded, final',
  expired: 'window over without a sufficient deposit; the address stays watched',
  failed: 'the deposit is proven dead',
}

/**
 * Waits for everything a payment has to wait for. The signer finds due payouts by their rows; nothing is requested from it here.
 * It holds no data: the row in Postgres changes first, and this run learns of it by signal. Losing the run loses nothing.
 */
export async function payment(input: PaymentWorkflowInput): Promise<PaymentState> {
  let known: PaymentAdvanced = input.known ?? { sequence: 0, state: 'pending' }
  const learn = (state: PaymentState): void => setCurrentDetails(`**${state}**: ${explained[state]}`)
  // Any client of Temporal can send any signal: an end is believed whatever came before it, or this run would wait for ever.
  const hear = (news: PaymentAdvanced): void => {
    if (news.sequence > known.sequence || endedPayment.has(news.state)) learn((known = news).state)
  }
  // For the same reason a contradicting row overrides a signal.
  const believe = (row: PaymentAdvanced, asked: PaymentAdvanced): void => (known === asked ? learn((known = row).state) : hear(row))
  setHandler(paymentAdvanced, hear, { description: 'the row in Postgres has moved' })
  learn(known.state)
  for (let asked = 0; !endedPayment.has(known.state);) {
    const current = known
    const { state } = current
    const moved = (): boolean => known !== current
    if (state === 'pending') {
      const answer = await windowEnds(input, { moved, graceMs: graceMs(asked++) })
      if (answer?.outcome === 'expired') return 'expired'
      if (answer?.outcome === 'moved') believe(answer.known, current)
    } else {
      await condition(moved)
    }
  }
  return known.state
}

/** Grace for a watcher that is behind: doubled each time, up to one minute. */
const graceMs = (asked: number): number => Math.min(LONGEST_GRACE_MS, WATCHER_GRACE_MS * 2 ** asked)

interface Window {
  readonly moved: () => boolean
  readonly graceMs: number
}

/** The database's answer at the end of the window; undefined when a signal came first. */
async function windowEnds(input: PaymentWorkflowInput, { moved, graceMs: grace }: Window): Promise<ExpiryAnswer | undefined> {
  const remainingMs = Math.max(0, Date.parse(input.expiresAt) - Date.now())
  if (await condition(moved, remainingMs + grace, { summary: 'the window in which the rate is locked' })) return undefined
  return expirePayment({ paymentId: input.paymentId })
}
