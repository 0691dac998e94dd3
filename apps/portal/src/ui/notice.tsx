import type { ReactNode } from 'react'
import { Glyph } from './glyph.tsx'
import { fieldErrorsOf, messageOf } from './problem.ts'
import type { State } from './states.ts'

interface NoticeProps {
  readonly state?: State
  /** The fact, in bold. */
  readonly fact: ReactNode
  /** At most two small actions. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
  /** Inside a card, without a frame of its own. */
  readonly isFlat?: boolean
  /** Read out at once. */
  readonly isAlert?: boolean
}

/** A fact in bold, one sentence of help, at most two small actions. */
export function Notice({ state = 'pending', fact, actions, children, isFlat, isAlert }: NoticeProps) {
  return (
    <div className={isFlat ? 'notice notice--flat' : 'notice'} data-state={state} role={isAlert ? 'alert' : undefined}>
      <Glyph state={state} />
      <div>
        <strong>{fact}</strong>
        {children && <p>{children}</p>}
        {actions && <div className="notice__actions">{actions}</div>}
      </div>
    </div>
  )
}

/** Why a form was refused, where that is told at none of its fields. */
export function FormRefusal({ fact, error }: { readonly fact: string; readonly error: unknown }) {
  if (!error || Object.keys(fieldErrorsOf(error)).length > 0) return null
  return (
    <Notice state="failed" fact={fact} isAlert>
      {messageOf(error)}
    </Notice>
  )
}
