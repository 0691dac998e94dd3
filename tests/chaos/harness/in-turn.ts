/** Runs tasks one after the other, in order of arrival. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>

/** Opens a queue. */
export function inTurn(): Turn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
