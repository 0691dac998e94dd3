import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** A consequence with its icon. */
export type ConsequenceRow = readonly [icon: LucideIcon, text: ReactNode]

/** What will happen: to the money, to others, and whether it is final. */
export function Consequences({ rows }: { readonly rows: readonly ConsequenceRow[] }) {
  return (
    <ul className="consequence">
      {rows.map(([Icon, text], at) => (
        <li key={at}>
          <Icon className="icon" aria-hidden="true" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
