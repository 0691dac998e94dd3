import { appendFileSync } from 'node:fs'

/** What was done, in order; the stamps are those of a clock that nobody sets. */
export interface Journal {
  readonly file: string
  /** Milliseconds since the journal began. */
  now(): number
  note(action: string, facts?: Readonly<Record<string, unknown>>): void
}

/** Begins a journal: a line of JSON per action into a file, and a line to read wherever `show` puts it. */
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
