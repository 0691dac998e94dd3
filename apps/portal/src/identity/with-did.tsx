import type { ReactNode } from 'react'
import { PageLoading } from '../shell/page-loading.tsx'
import { LoadFailed } from '../ui/empty.tsx'
import { IdentityLayout } from './identity-layout.tsx'
import { NoDid } from './no-did.tsx'
import { type OwnDid, useOwnDid } from './use-own-did.ts'

interface WithDidProps {
  readonly title: string
  readonly children: (own: OwnDid) => ReactNode
}

/** A page that needs the DID of the merchant; without one it is the way to claim it. */
export function WithDid({ title, children }: WithDidProps) {
  const { own, error, refetch } = useOwnDid()
  if (own) return children(own)
  return (
    <IdentityLayout title={title}>
      {own === null && <NoDid />}
      {own === undefined && !error && <PageLoading />}
      {own === undefined && Boolean(error) && (
        <LoadFailed title="The identity could not be loaded" error={error} onRetry={() => void refetch()}>
          Receipts go on being written meanwhile.
        </LoadFailed>
      )}
    </IdentityLayout>
  )
}
