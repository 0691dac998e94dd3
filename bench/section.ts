/** One part of the document, without its figures. */
export interface SectionText {
  readonly title: string
  /** The measurement and its conditions. */
  readonly intro: string
  readonly aims?: readonly Aim[]
  /** Limits for the ratios of a comparison with another build, by the short name of its commit; rows are named "<row>: <column>". */
  readonly aimsAgainst?: Readonly<Record<string, readonly Aim[]>>
}

/** A limit for the figures of one column. A figure that misses it is reported and fails nothing. */
export interface Aim {
  /** The limit in words: "at least 100 blocks per second". */
  readonly text: string
  readonly column: string
  /** Rows that the limit applies to, by their first cell; every row without it. */
  readonly rows?: RegExp
  readonly min?: number
  readonly max?: number
  /** Why a figure misses the limit; the document shows it beside the figure. */
  readonly reason?: string
}

/** The figures of a section. */
export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** What else is to be known about the measurement: "with a load average of 0.3 before". */
  readonly circumstances?: string
}

/** Prints one line of progress. */
export type Log = (line: string) => void

/** One part of the bench. */
export interface Bench {
  readonly sections: readonly SectionText[]
  /** Measures on servers of its own. Returns one table for each section, in their order. */
  measure(log: Log): Promise<readonly Table[]>
}
