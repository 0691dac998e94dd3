import { useRouter } from '@tanstack/react-router'
import { LoadFailed } from '../ui/empty.tsx'

/** A page that could not be shown: what still works, and the way to try again. */
export function PageFailed({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  const router = useRouter()
  const retry = (): void => {
    reset()
    void router.invalidate()
  }
  return (
    <main className="entry">
      <span />
      <LoadFailed title="This page could not be shown" error={error} onRetry={retry} />
    </main>
  )
}
