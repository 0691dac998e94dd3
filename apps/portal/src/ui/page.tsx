import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { CopyButton } from './copy-button.tsx'
import { Place, type Target } from './place.tsx'

/** A page of the portal: its title, its actions, and its sections. */
export function Page({
  title,
  shown,
  above,
  actions,
  children,
}: {
  readonly title: string
  readonly shown?: ReactNode
  /** Where the page is, over its title. */
  readonly above?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Gateway`
  }, [title])
  return (
    <section>
      <div className="stack">
        {above}
        <div className="page-head">
          <h1>{shown ?? title}</h1>
          {actions}
        </div>
      </div>
      {children}
    </section>
  )
}

/** A part of a page under a heading of its own. */
export function Section({ title, aside, children }: { readonly title: string; readonly aside?: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="section">
      <div className="section__head">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </div>
  )
}

/** The way back to a list, and the whole id of what the page shows. */
export function Crumbs({ to, list, id, name }: Pick<Target, 'to'> & { readonly list: string; readonly id: string; readonly name: string }) {
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <Place to={to}>{list}</Place>
      <ChevronRight className="icon icon--sm flip" aria-hidden="true" />
      <span className="copyable mono">
        {id}
        <CopyButton text={id} name={name} />
      </span>
    </nav>
  )
}
