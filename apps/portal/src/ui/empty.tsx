import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { messageOf, requestIdOf } from './problem.ts'

/** Says what will be here and how to begin. */
export function Empty({
  title,
  children,
  actions,
}: {
  readonly title: string
  readonly children: ReactNode
  readonly actions?: ReactNode
}) {
  return (
    <div className="card empty">
      <h2>{title}</h2>
      <p>{children}</p>
      {actions && <div className="row">{actions}</div>}
    </div>
  )
}

/** Says what did not work, what still does, and the request ID; the way forward is to try again. */
export function LoadFailed({
  title,
  error,
  onRetry,
  children,
}: {
  readonly title: string
  readonly error: unknown
  readonly onRetry: () => void
  readonly children?: ReactNode
}) {
  const requestId = requestIdOf(error)
  return (
    <div className="card empty" role="alert">
      <h2>{title}</h2>
      <p>{messageOf(error)}</p>
      <p>{children ?? 'Payments go on being watched and forwarded meanwhile.'}</p>
      {requestId && <p className="hint mono">{requestId}</p>}
      <div className="row">
        <Button onClick={onRetry}>
          <RefreshCw className="icon" aria-hidden="true" />
          Try again
        </Button>
      </div>
    </div>
  )
}
