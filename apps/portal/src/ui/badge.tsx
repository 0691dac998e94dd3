import type { ReactNode } from 'react'
import { Glyph } from './glyph.tsx'
import { type State, states } from './states.ts'

interface BadgeProps {
  readonly state: State
  /** `plain` in tables, `lg` in page heads; soft ground otherwise. */
  readonly kind?: 'plain' | 'lg'
  /** Another word than the state's own. */
  readonly children?: ReactNode
}

/** A state: glyph, then word, in its colour. */
export function Badge({ state, kind, children }: BadgeProps) {
  return (
    <span className={kind ? `badge badge--${kind}` : 'badge'} data-state={state}>
      <Glyph state={state} />
      {children ?? states[state].word}
    </span>
  )
}
