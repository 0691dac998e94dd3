import { short } from '../address.tsx'

/** A transaction in its short form, a link where its chain has an explorer; the whole one is its title. */
export function Transaction({ id, explorer }: { readonly id: string | null; readonly explorer: string | null }) {
  if (id === null) return <span className="hint">none yet</span>
  const shown = <bdi dir="ltr">{short(id)}</bdi>
  if (explorer === null)
    return (
      <span className="mono" title={id}>
        {shown}
      </span>
    )
  return (
    <a className="mono" href={`${explorer}${id}`} target="_blank" rel="noreferrer" title={id}>
      {shown}
    </a>
  )
}
