import { appendFileSync } from 'node:fs'

/** The actions of a run, in order, stamped by a monotonic clock. */
export interface Journal {
  readonly file: string
  /** Milliseconds since the start of the journal. */
  now(): number
  note(action: string, facts?: Readonly<Record<string, unknown>>): void
}

/** Opens a journal: a line of JSON per action in a file, and a readable line for `show`. */
export function openJournal(file: string, show: (line: string) => void): Journal {
  const startedAt = performance.now()
  const now = (): number => performance.now() - startedAt
  return {
    file,
    now,
    note: (action, facts = {}) => {
      const atMs = Number(now().toFixed(3))
      appendFileSync(file, `${JSON.stringify({ atMs, action, ...facts })}\n`)
      show(`${(atMs / 1_000).toFixed(1).padStart(6)} s  ${action}  ${Object.values(facts).join(' ')}`)
    },
  }
}
