const ring = 'M14.25 8a6.25 6.25 0 1 1-12.5 0 6.25 6.25 0 0 1 12.5 0z'
const disc = 'M15 8A7 7 0 1 1 1 8a7 7 0 0 1 14 0z'
const triangle = 'M8 1.6 15 14H1z'

/** Paths in the order in which they are drawn: filled, in outline, and cut out of the filled ones. */
interface Paths {
  readonly fill?: string
  readonly line?: string
  readonly cut?: string
  readonly dashes?: string
}

/** 16 × 16, one per state: an outline is still moving, a solid one is settled, well or badly. */
const shapes = {
  pending: { line: ring },
  detected: { line: ring, fill: 'M8 4.2A3.8 3.8 0 1 1 4.7 9.9L8 8z' },
  confirmed: { line: `${ring}M5.2 8.2l2 2 3.6-4.2` },
  forwarding: { line: `${ring}M4.9 8h6M8.5 5.6 10.9 8l-2.4 2.4` },
  forwarded: { fill: disc, cut: 'm4.9 8.3 2.2 2.2 4-4.7' },
  expired: { line: `${ring}M3.7 12.3l8.6-8.6` },
  failed: { fill: disc, cut: 'm5.5 5.5 5 5M10.5 5.5l-5 5' },
  held: { fill: disc, cut: 'M6.2 5.3v5.4M9.8 5.3v5.4' },
  exception: { fill: triangle, line: triangle, cut: 'M8 6v3.4M8 11.7v.1' },
  funded: { line: ring, fill: 'M11.4 8a3.4 3.4 0 1 1-6.8 0 3.4 3.4 0 0 1 6.8 0z' },
  disputed: { fill: 'M8 .9 15.1 8 8 15.1.9 8z', cut: 'M8 4.8v3.8M8 11v.1' },
  overdue: { fill: disc, cut: 'M8 4.3V8l2.6 1.7' },
  draft: { line: ring, dashes: '2.3 1.63' },
  cancelled: { line: `${ring}M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4` },
  refunded: { line: `${ring}M11.1 8h-6M7.5 5.6 5.1 8l2.4 2.4` },
  paused: { line: `${ring}M6.5 5.8v4.4M9.5 5.8v4.4` },
} as const satisfies Readonly<Record<string, Paths>>

/** The drawing of a state. */
export type Shape = keyof typeof shapes

/** The paths of a drawing. */
export const pathsOf = (shape: Shape): Paths => shapes[shape]
