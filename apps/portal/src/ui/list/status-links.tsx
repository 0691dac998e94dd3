import { Link } from '@tanstack/react-router'
import { linkTo, type Target } from '../place.tsx'

interface StatusLinksProps extends Pick<Target, 'to'> {
  /** The word of each tab, and the `status` that it asks for; undefined for all. */
  readonly tabs: readonly (readonly [word: string, status: string | undefined])[]
  /** The present search, without the place in the list. */
  readonly search: { readonly status?: string | undefined } & Readonly<Record<string, unknown>>
}

/** The stages of what a list shows, as links; other filters stay. */
export function StatusLinks({ to, tabs, search }: StatusLinksProps) {
  return (
    <nav className="tabs" aria-label="Status">
      {tabs.map(([word, status]) => (
        <Link
          key={word}
          {...linkTo({ to, search: { ...search, status } })}
          activeProps={{}}
          aria-current={search.status === status ? 'page' : undefined}
        >
          {word}
        </Link>
      ))}
    </nav>
  )
}
