import type { Outputs } from '../trpc.ts'
import { OneTimeSecrets } from '../ui/secret.tsx'

/** The token of each party, once; nobody can read them again. */
export function ShownTokens({ escrow, onDone }: { readonly escrow: Outputs['escrows']['create']['escrow']; readonly onDone: () => void }) {
  const secrets = [
    { name: 'Release token', secret: escrow.release_token },
    { name: 'Beneficiary token', secret: escrow.beneficiary_token },
  ].flatMap(({ name, secret }) => (secret === null ? [] : [{ name, secret }]))
  return (
    <OneTimeSecrets title="Copy both tokens now" secrets={secrets} onDone={onDone}>
      <p>
        This is the only time they are shown, and nobody can make new ones. Whoever has the release token can release the money or take it
        back: give it to the depositor alone. The beneficiary token is for the beneficiary, who can dispute with it.
      </p>
      <p>
        Each party enters its token at <span className="mono">{`${location.origin}/escrow/manage?id=${escrow.id}`}</span>
      </p>
    </OneTimeSecrets>
  )
}
