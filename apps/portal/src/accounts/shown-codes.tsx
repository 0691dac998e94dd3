import { OneTimeSecret } from '../ui/secret.tsx'

/** Recovery codes, which are shown once. */
export function ShownCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  return (
    <OneTimeSecret title="Store your recovery codes" secret={codes.join('\n')} name="recovery codes" onDone={onDone}>
      <p>Each code signs you in once when your passkey or your authenticator app is not at hand. This is the only time they are shown.</p>
    </OneTimeSecret>
  )
}
