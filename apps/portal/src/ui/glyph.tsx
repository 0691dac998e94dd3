import type { ReactNode } from 'react'
import { type State, states } from './states.ts'

const ring = <circle cx="8" cy="8" r="6.25" />
const disc = <circle cx="8" cy="8" r="7" fill="currentColor" stroke="none" />
const line = (path: string): ReactNode => <path d={path} />
const cut = (path: string): ReactNode => (
  <g className="glyph__cut" strokeWidth="1.8">
    <path d={path} />
  </g>
)
const ringWith = (path: string): ReactNode => (
  <>
    {ring}
    {line(path)}
  </>
)
const discWith = (path: string): ReactNode => (
  <>
    {disc}
    {cut(path)}
  </>
)

/** 16 × 16, one per state: an outline is still moving, a solid one is settled, well or badly. */
const glyphs = {
  pending: ring,
  detected: (
    <>
      {ring}
      <path d="M8 4.2A3.8 3.8 0 1 1 4.7 9.9L8 8z" fill="currentColor" stroke="none" />
    </>
  ),
  confirmed: ringWith('m5.2 8.2 2 2 3.6-4.2'),
  forwarding: ringWith('M4.9 8h6M8.5 5.6 10.9 8l-2.4 2.4'),
  forwarded: discWith('m4.9 8.3 2.2 2.2 4-4.7'),
  expired: ringWith('m3.7 12.3 8.6-8.6'),
  failed: discWith('m5.5 5.5 5 5M10.5 5.5l-5 5'),
  held: discWith('M6.2 5.3v5.4M9.8 5.3v5.4'),
  exception: (
    <>
      <path d="M8 1.6 15 14H1z" fill="currentColor" stroke="currentColor" />
      {cut('M8 6v3.4M8 11.7v.1')}
    </>
  ),
  draft: <circle cx="8" cy="8" r="6.25" strokeDasharray="2.3 1.63" />,
  cancelled: ringWith('m5.8 5.8 4.4 4.4M10.2 5.8l-4.4 4.4'),
  refunded: ringWith('M11.1 8h-6M7.5 5.6 5.1 8l2.4 2.4'),
  paused: ringWith('M6.5 5.8v4.4M9.5 5.8v4.4'),
} as const

/** The drawing of a state. */
export type GlyphName = keyof typeof glyphs

/** The glyph of a state in its colour; always beside the state's word. */
export function Glyph({ state }: { readonly state: State }) {
  return (
    <span className="tone" data-glyph={state}>
      <svg
        className="glyph"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {glyphs[states[state].glyph]}
      </svg>
    </span>
  )
}
