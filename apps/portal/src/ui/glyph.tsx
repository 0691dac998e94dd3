import { pathsOf } from '@gateway/pages/parts/glyph-shapes'
import { type State, states } from './states.ts'

/** The glyph of a state in its colour; always beside the state's word. */
export function Glyph({ state }: { readonly state: State }) {
  const { fill, line, cut, dashes } = pathsOf(states[state].glyph)
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
        {fill && <path d={fill} fill="currentColor" stroke="none" />}
        {line && <path d={line} strokeDasharray={dashes} />}
        {cut && <path className="glyph__cut" d={cut} strokeWidth="1.8" />}
      </svg>
    </span>
  )
}
