/** A4 in points, and what of it is written on. */
export const edges = { width: 595.28, height: 841.89, left: 56, right: 539, top: 52, bottom: 770, footer: 793 } as const

/** Width of what is written on. */
export const textWidth = edges.right - edges.left

/** The light theme of the design tokens, on paper. */
export const colours = {
  ink: '#1a1c1b',
  ink2: '#4f5250',
  ink3: '#686b68',
  line: '#cbccc5',
  well: '#f3f3ef',
  accent: '#00576c',
} as const
