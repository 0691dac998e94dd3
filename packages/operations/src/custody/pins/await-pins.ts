import { findVerdicts } from '@gateway/db/custody/pin-queries'
import type { Orm } from '@gateway/db/orm'
import type { PinAnswer } from '../../kernel/context.ts'

/** Where the news that pins were made come from. */
interface Hearing {
  /** Calls `ear` at every notification of a channel. */
  on(channel: string, ear: () => void): void
}

interface Waiter {
  readonly commitId: string
  readonly answer: (answer: PinAnswer) => void
}

const LONGEST_MS = 500
const JUST_MS = 50

/**
 * Lets creations wait for the signer's pin, half a second at most; all that wait are looked up in one query whenever the signer says that it has
 * pinned something.
 *
 * A signer that is away costs the creations of one half second their patience, not each of them: once somebody has waited in vain nobody does
 * until the signer is heard again.
 */
export function awaitPins(orm: Orm, news: Hearing, longestMs = LONGEST_MS): (commitId: string) => Promise<PinAnswer> {
  const waiting = new Set<Waiter>()
  let isThere = true
  let heardAt = -JUST_MS
  let looking: Promise<void> | undefined
  const lookAgain = async (): Promise<void> => {
    // News that come while the database is asked may be about what it has not answered for.
    await looking
    looking ??= look(orm, waiting).finally(() => (looking = undefined))
    await looking
  }
  news.on('pinned', () => {
    isThere = true
    heardAt = performance.now()
    if (waiting.size > 0) void lookAgain()
  })
  return (commitId) => {
    if (!isThere) return Promise.resolve('missing')
    return new Promise((resolve) => {
      const patience = setTimeout(() => void lastLook(), longestMs)
      const waiter: Waiter = {
        commitId,
        answer: (answer) => {
          clearTimeout(patience)
          waiting.delete(waiter)
          resolve(answer)
        },
      }
      waiting.add(waiter)
      // The news may have been about this commit, and have come before its maker knew that it was made.
      if (performance.now() - heardAt < JUST_MS) void lookAgain()
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
  // A database that does not answer is not waited for: the money is held until it is pinned.
  const verdicts = await findVerdicts(
    orm.em.fork(),
    asked.map(({ commitId }) => commitId),
  ).catch(() => [])
  const refusals = new Map(verdicts.map(({ commitId, refused }) => [commitId, refused]))
  for (const { commitId, answer } of asked) {
    const refused = refusals.get(commitId)
    if (refused !== undefined) answer(refused === null ? 'pinned' : 'refused')
  }
}
