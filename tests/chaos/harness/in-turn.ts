/** Runs one piece of work after the other, in the order of asking. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>

/** Opens a queue of its own. */
export function inTurn(): Turn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
