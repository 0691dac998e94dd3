import type { LightningState } from '@gateway/domain/lightning/machine'
import { condition, proxyLocalActivities, setCurrentDetails, setHandler } from '@temporalio/workflow'
import { database } from '../retry.ts'
import type { LightningActivities } from './activities.ts'
import { lightningSendAdvanced, type LightningSendInput } from './signals.ts'

const { wakeLightningSend } = proxyLocalActivities<LightningActivities>(database)

/** A payee may hold a payment for days: the role that sends is woken more and more rarely, at least once an hour. */
const FIRST_GRACE_MS = 30_000
const LONGEST_GRACE_MS = 60 * 60 * 1_000

/**
 * Waits for the outcome of a Lightning send, as operators see it. It holds no data and moves no money: the role that sends asks the node by the rows alone,
 * so losing the run loses nothing.
 */
export async function lightningSend({ paymentId }: LightningSendInput): Promise<LightningState> {
  let state: LightningState = 'pending'
  const learn = (news: LightningState): void => {
    if (state !== 'pending') return
    state = news
    setCurrentDetails(`**${state}**`)
  }
  setHandler(lightningSendAdvanced, (news) => learn(news.state), { description: 'the row in Postgres has moved' })
  for (let asked = 0; ; asked++) {
    const grace = Math.min(LONGEST_GRACE_MS, FIRST_GRACE_MS * 2 ** asked)
    if (await condition(() => state !== 'pending', grace, { summary: 'until the outcome is known' })) return state
    learn((await wakeLightningSend({ paymentId })).state)
    if (state !== 'pending') return state
  }
}
