import { lazy, Suspense, useSyncExternalStore } from 'react'
import { askedNow, onAsked } from './confirmed.ts'

const IdentityQuestion = lazy(async () => ({ default: (await import('./identity-question.tsx')).IdentityQuestion }))

/** Asks for the password or a passkey again before something important; it holds for five minutes. */
export function ConfirmIdentity() {
  const asked = useSyncExternalStore(onAsked, askedNow)
  return asked ? (
    <Suspense>
      <IdentityQuestion />
    </Suspense>
  ) : null
}
