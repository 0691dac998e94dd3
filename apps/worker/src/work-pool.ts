import { messageOf } from '@gateway/domain/kernel/error'
import type { Context } from '@gateway/operations/kernel/context'
import { recurring, rest, type RunningRole } from './running-role.ts'

/** Something that is due: `run` does it and never rejects. Of work with the same `key` one is done at a time. */
interface PooledWork {
  readonly key: string
  readonly run: () => Promise<unknown>
}

/** Where work comes from, and how much of it is done at once. */
interface Pool<Ctx> {
  /** The role, for the log. */
  readonly role: string
  readonly find: (ctx: Ctx, wanted: { most: number; busy: readonly string[] }) => Promise<PooledWork[]>
  readonly most: number
  /** Resolves when there may be more to do. */
  readonly wait: (stopping: AbortSignal) => Promise<void>
}

const AFTER_TROUBLE_MS = 1_000

/** Does what is due, and looks again as soon as something has ended or is new. */
export function workPool<Ctx extends Pick<Context, 'log'>>(ctx: Ctx, { role, find, most, wait }: Pool<Ctx>): RunningRole {
  const underWay = new Map<string, Promise<unknown>>()
  let someEnded = Promise.withResolvers<void>()
  const begin = ({ key, run }: PooledWork): void => {
    const end = (): void => {
      underWay.delete(key)
      someEnded.resolve()
    }
    underWay.set(key, run().finally(end))
  }
  const beginning = recurring(0, async (stopping) => {
    try {
      const isNew = wait(stopping)
      someEnded = Promise.withResolvers()
      const room = most - underWay.size
      const due = room > 0 ? await find(ctx, { most: room, busy: [...underWay.keys()] }) : []
      due.forEach(begin)
      // What has ended may have kept other work of its key from being found.
      if (due.length < room || room === 0) await Promise.race([isNew, someEnded.promise])
    } catch (error) {
      ctx.log.warn({ role, problem: messageOf(error) }, 'work of the role failed, continuing')
      await rest(AFTER_TROUBLE_MS, stopping)
    }
  })
  const run = async (): Promise<void> => {
    await beginning.run()
    await Promise.all(underWay.values())
  }
  return { run, stop: () => beginning.stop() }
}
