import type { Orm } from '@gateway/db/orm'

/** Work that costs little more for many items than for one. */
export interface Batching<Item, Answer> {
  /** One answer for each item, in their order. */
  readonly work: (orm: Orm, items: readonly Item[]) => Promise<readonly Answer[]>
  /** The largest batch. */
  readonly most: number
}

interface Caller<Item, Answer> {
  readonly item: Item
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

interface Queue<Item, Answer> {
  readonly callers: Caller<Item, Answer>[]
  isUnderWay: boolean
}

const BATCH_TIMEOUT_MS = 100

/**
 * Batches calls: those that arrive while a batch is running are processed together as the next one.
 *
 * A single call runs immediately. Data for a call is read after the call was made. When a batch fails, all of its calls fail. A batch that waits
 * for a lock does not delay the next, which runs beside it.
 */
export function batched<Item, Answer>(gathering: Batching<Item, Answer>): (orm: Orm, item: Item) => Promise<Answer> {
  const queues = new WeakMap<Orm, Queue<Item, Answer>>()
  return (orm, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(orm) ?? { callers: [], isUnderWay: false }
      queues.set(orm, queue)
      queue.callers.push({ item, resolve, reject })
      if (queue.isUnderWay) return
      queue.isUnderWay = true
      // Requests that arrive in one turn of the event loop form one batch.
      setImmediate(() => void empty(orm, queue, gathering))
    })
}

async function empty<Item, Answer>(orm: Orm, queue: Queue<Item, Answer>, { work, most }: Batching<Item, Answer>): Promise<void> {
  while (queue.callers.length > 0) {
    const callers = queue.callers.splice(0, most)
    const items = callers.map(({ item }) => item)
    await endOrPatience(answerAll(callers, () => work(orm, items)))
  }
  queue.isUnderWay = false
}

async function answerAll<Item, Answer>(callers: readonly Caller<Item, Answer>[], work: () => Promise<readonly Answer[]>): Promise<void> {
  try {
    const answers = await work()
    if (answers.length !== callers.length) throw new Error(`${callers.length} calls got ${answers.length} answers`)
    answers.forEach((answer, index) => callers[index]?.resolve(answer))
  } catch (error) {
    for (const { reject } of callers) reject(error)
  }
}

function endOrPatience(work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, BATCH_TIMEOUT_MS)
    void work.then(() => {
      clearTimeout(patience)
      resolve()
    })
  })
}
