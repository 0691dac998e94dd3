import { findVerdicts } from '@gateway/db/custody/pins/pin-queries'
import type { Orm } from '@gateway/db/orm'
import type { PinAnswer } from '../../kernel/context.ts'

/** The source of notifications that pins were inserted. */
interface Hearing {
  /** Calls `ear` on every notification of a channel. */
  on(channel: string, ear: () => void): void
}

interface Waiter {
  readonly payoutTermsId: string
  readonly answer: (answer: PinAnswer) => void
}

const PIN_TIMEOUT_MS = 500
const RECENT_MS = 50

/**
 * Lets payment creation wait up to half a second for the signer's pin. One query serves all waiters after each notification.
 *
 * After one timeout nobody waits until the signer notifies again, so an absent signer delays only the first half second of creations.
 */
export function awaitPins(orm: Orm, news: Hearing, longestMs = PIN_TIMEOUT_MS): (payoutTermsId: string) => Promise<PinAnswer> {
  const waiting = new Set<Waiter>()
  let isThere = true
  let heardAt = -RECENT_MS
  let looking: Promise<void> | undefined
  const lookAgain = async (): Promise<void> => {
    // A notification during a running query may be about rows that the query missed.
    await looking
    looking ??= look(orm, waiting).finally(() => (looking = undefined))
    await looking
  }
  news.on('pinned', () => {
    isThere = true
    heardAt = performance.now()
    if (waiting.size > 0) void lookAgain()
  })
  return (payoutTermsId) => {
    if (!isThere) return Promise.resolve('missing')
    return new Promise((resolve) => {
      const patience = setTimeout(() => void lastLook(), longestMs)
      const waiter: Waiter = {
        payoutTermsId,
        answer: (answer) => {
          clearTimeout(patience)
          waiting.delete(waiter)
          resolve(answer)
        },
      }
      waiting.add(waiter)
      // The notification about this commit may have arrived before its creator started to wait.
      if (performance.now() - heardAt < RECENT_MS) void lookAgain()
      const lastLook = async (): Promise<void> => {
        await lookAgain()
        if (!waiting.has(waiter)) return
        isThere = false
        waiter.answer('missing')
      }
    })
  }
}

async function look(orm: Orm, waiting: ReadonlySet<Waiter>): Promise<void> {
  const asked = [...waiting]
  if (asked.length === 0) return
  // A database error counts as a missing pin: the payment's funds are held until it is pinned.
  const verdicts = await findVerdicts(
    orm.em.fork(),
    asked.map(({ payoutTermsId }) => payoutTermsId),
  ).catch(() => [])
  const refusals = new Map(verdicts.map(({ payoutTermsId, refused }) => [payoutTermsId, refused]))
  for (const { payoutTermsId, answer } of asked) {
    const refused = refusals.get(payoutTermsId)
    if (refused !== undefined) answer(refused === null ? 'pinned' : 'refused')
  }
}
