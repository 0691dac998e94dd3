import type { Weight } from '../fonts/faces.ts'
import { colours } from './measures.ts'

/** How a text is set. */
export interface TextStyle {
  readonly size: number
  readonly weight: Weight
  readonly colour: string
}

/** The styles of a document. */
export const styles = {
  title: { size: 15, weight: 'bold', colour: colours.ink },
  heading: { size: 12, weight: 'bold', colour: colours.ink },
  strong: { size: 9.5, weight: 'bold', colour: colours.ink },
  body: { size: 9, weight: 'regular', colour: colours.ink },
  quiet: { size: 9, weight: 'regular', colour: colours.ink2 },
  label: { size: 8, weight: 'regular', colour: colours.ink3 },
  link: { size: 9, weight: 'regular', colour: colours.accent },
} as const satisfies Readonly<Record<string, TextStyle>>

/** Height of a line over the size of its letters. */
export const LEADING = 1.45
