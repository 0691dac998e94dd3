import { Link } from '@tanstack/react-router'
import { Badge } from '../ui/badge.tsx'
import { Notice } from '../ui/notice.tsx'
import { linkTo } from '../ui/place.tsx'
import { messageOf } from '../ui/problem.ts'
import type { FoundKind } from './found-kind.ts'
import { useFound } from './use-found.ts'

interface FoundProps {
  readonly text: string
  /** Runs when one of the results is opened. */
  readonly onOpen: () => void
}

/** What a text has found, by kind; each result is a link. */
export function Found({ text, onOpen }: FoundProps) {
  const { kinds, isBusy, error } = useFound(text)
  return (
    <div className="stack" aria-busy={isBusy || undefined}>
      {Boolean(error) && <Notice state="failed" fact={messageOf(error)} isAlert />}
      {kinds.map((kind) => (
        <Kind key={kind.title} kind={kind} onOpen={onOpen} />
      ))}
      <p className="hint" role="status">
        {isBusy ? 'Searching…' : told(kinds, Boolean(error))}
      </p>
    </div>
  )
}

function told(kinds: readonly FoundKind[], hasFailed: boolean): string {
  const count = kinds.reduce((sum, { hits }) => sum + hits.length, 0)
  if (count > 0) return count === 1 ? '1 result' : `${count} results`
  return hasFailed
    ? ''
    : 'No payment has this order, ID, address or transaction, no escrow this ID or address, and no series this whole ID.'
}

const Kind = ({ kind: { title, hits, more }, onOpen }: { readonly kind: FoundKind; readonly onOpen: () => void }) => (
  <section aria-label={title}>
    <h3 className="label">{title}</h3>
    <ul className="consequence">
      {hits.map(({ id, target, name, state, amount }) => (
        <li key={id} className="found">
          <Link {...linkTo(target)} className="main truncate" onClick={onOpen}>
            {name}
          </Link>
          <Badge state={state} kind="plain" />
          <span className="num nowrap">{amount}</span>
        </li>
      ))}
    </ul>
    {more && (
      <Link {...linkTo(more)} onClick={onOpen}>
        All {title.toLowerCase()} found
      </Link>
    )}
  </section>
)
