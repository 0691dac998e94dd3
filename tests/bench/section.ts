/** What one part of the bench found, as it will stand in the document. */
export interface Section {
  readonly title: string
  /** What was measured, how, and what was aimed at. */
  readonly intro: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Runs one part of the bench on servers of its own. */
export type Bench = (log: (line: string) => void) => Promise<readonly Section[]>
