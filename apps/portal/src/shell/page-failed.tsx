import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { LoadFailed } from '../ui/empty.tsx'

interface FailedProps {
  readonly error: unknown
  readonly reset: () => void
}

/** A page that could not be shown, inside the sheet: what still works, and the way to try again. */
export function SheetFailed({ error, reset }: FailedProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const retry = (): void => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  return <LoadFailed title="This page could not be shown" error={error} onRetry={retry} />
}

/** The same without anything around it. */
export const PageFailed = (failed: FailedProps) => (
  <main className="entry">
    <span />
    <SheetFailed {...failed} />
  </main>
)
