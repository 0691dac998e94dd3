import { codeOf, GivenUp } from '../ui/problem.ts'

interface Asked {
  readonly confirm: () => void
  readonly giveUp: () => void
}

let asked: Asked | undefined
const listeners = new Set<() => void>()

/** What is told when the reader closed the dialog instead of confirming. */
const NOT_CONFIRMED = 'Not done: you did not confirm that it is you.'

/** Does something that needs a recent confirmation: when the server asks for one, the dialog does, and the work is done again. */
export async function confirmed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (codeOf(error) !== 'CONFIRMATION_REQUIRED') throw error
    await askReader()
    return work()
  }
}

const askReader = (): Promise<void> =>
  new Promise((resolve, reject) => {
    tell({ confirm: resolve, giveUp: () => reject(new GivenUp(NOT_CONFIRMED)) })
  })

/** What the dialog shows now. */
export const askedNow = (): Asked | undefined => asked

/** Ends the question one way or the other. */
export function settle(how: keyof Asked): void {
  const ending = asked
  tell(undefined)
  ending?.[how]()
}

/** Calls back at each change; for `useSyncExternalStore`. */
export function onAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(next: Asked | undefined): void {
  asked = next
  for (const listener of listeners) listener()
}
