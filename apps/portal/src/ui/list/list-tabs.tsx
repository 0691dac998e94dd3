import { Link } from '@tanstack/react-router'
import { linkTo, type Target } from '../place.tsx'

interface ListTabsProps {
  /** What the pages have in common, such as "Cards". */
  readonly label: string
  readonly pages: readonly (readonly [to: NonNullable<Target['to']>, word: string])[]
}

/** The ways between the lists of a room; each begins without the filters of the others. */
export function ListTabs({ label, pages }: ListTabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {pages.map(([to, word]) => (
        <Link
          key={to}
          {...linkTo({ to, search: {} })}
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {word}
        </Link>
      ))}
    </nav>
  )
}
