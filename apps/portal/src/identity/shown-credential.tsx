import { useQuery } from '@tanstack/react-query'
import { trpc } from '../trpc.ts'
import { Button, DownloadLink } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LoadFailed } from '../ui/empty.tsx'
import { Json } from '../ui/json.tsx'
import { credentialWords } from './credential-words.ts'

/** A credential: what it says, and the signed text to copy or save. */
export function ShownCredential({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const found = useQuery(trpc.identity.credentials.get.queryOptions({ id }))
  const credential = found.data?.credential
  const foot = (
    <>
      <Button onClick={onClose}>Close</Button>
      {credential && (
        <>
          <DownloadLink href={fileOf(credential.proof.jwt)} file={`credential-${id}.jwt`}>
            Save
          </DownloadLink>
          <CopyButton text={credential.proof.jwt} name="credential" look="primary">
            Copy credential
          </CopyButton>
        </>
      )}
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={credential ? credentialWords[credential.credential_type] : 'Credential'} foot={foot} isWide>
      {found.error && !credential && (
        <LoadFailed title="The credential could not be loaded" error={found.error} onRetry={() => void found.refetch()}>
          It stays valid meanwhile.
        </LoadFailed>
      )}
      {credential && (
        <>
          <p>
            Whoever gets it can{' '}
            <a href={`/verify?id=${id}`} target="_blank" rel="noreferrer">
              verify it
            </a>
            , here or with any library of W3C credentials.
          </p>
          <Json name="It says" value={credential.data} />
          <Json name="Credential" value={credential.proof.jwt} />
        </>
      )}
    </Dialog>
  )
}

/** A file that the browser has already; nothing is asked for it. */
const fileOf = (jwt: string): string => `data:application/vc+jwt,${jwt}`
