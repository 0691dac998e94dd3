import type { Target } from '../ui/place.tsx'
import type { State } from '../ui/states.ts'

/** What is searched, and in which business. */
export interface Asked {
  readonly businessId: string
  readonly text: string
}

/** One thing that was found, and where it is. */
export interface Hit {
  readonly id: string
  readonly target: Target
  readonly name: string
  readonly state: State
  readonly amount: string
}

/** What was found of one kind; `more` leads to the list of all where there are more than are shown. */
export interface FoundKind {
  readonly title: string
  readonly hits: readonly Hit[]
  readonly more?: Target
}

/** So many things of a kind are shown. */
export const MOST_HITS = 5

interface Listed {
  readonly hits: readonly Hit[]
  readonly total: number
  readonly all: Target
}

/** The first things of a kind, and where all are. */
export const listed = (title: string, { hits, total, all }: Listed): FoundKind => ({
  title,
  hits,
  ...(total > hits.length && { more: all }),
})
