import { Button } from './button.tsx'

interface PagerProps {
  readonly count?: string | undefined
  /** Where the page at hand begins; undefined on the newest one. */
  readonly cursor: string | undefined
  /** Where the next page begins; null or undefined on the last one. */
  readonly next: string | null | undefined
  readonly onChange: (cursor: string | undefined) => void
}

/** Below a list: how many there are, the way back to the newest, and the way to older ones. */
export function Pager({ count, cursor, next, onChange }: PagerProps) {
  return (
    <div className="pager">
      <span className="num">{count}</span>
      <span className="push row">
        <Button size="sm" disabled={cursor === undefined} onClick={() => onChange(undefined)}>
          Newest
        </Button>
        <Button size="sm" disabled={!next} onClick={() => onChange(next ?? undefined)}>
          Older
        </Button>
      </span>
    </div>
  )
}
