import { Button } from './button.tsx'

interface PagerProps {
  readonly count?: string | undefined
  readonly onNewest: (() => void) | undefined
  readonly onOlder: (() => void) | undefined
}

/** Below a list: how many there are, the way back to the newest, and the way to older ones. */
export function Pager({ count, onNewest, onOlder }: PagerProps) {
  return (
    <div className="pager">
      <span className="num">{count}</span>
      <span className="push row">
        <Button size="sm" disabled={!onNewest} onClick={onNewest}>
          Newest
        </Button>
        <Button size="sm" disabled={!onOlder} onClick={onOlder}>
          Older
        </Button>
      </span>
    </div>
  )
}
