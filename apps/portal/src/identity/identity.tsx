import { useState } from 'react'
import { PageLoading } from '../shell/page-loading.tsx'
import { Button, OutsideLink } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Empty, LoadFailed } from '../ui/empty.tsx'
import { Facts } from '../ui/facts.tsx'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/page.tsx'
import { BadgeSnippet } from './badge-snippet.tsx'
import { ClaimDid } from './claim-did.tsx'
import { profileOf } from './did-link.tsx'
import { IdentityLayout } from './identity-layout.tsx'
import { LinkedDids } from './linked-dids.tsx'
import { ScoreFigures } from './score-figures.tsx'
import { type OwnDid, useOwnDid } from './use-own-did.ts'

/** The DID of the merchant: its score, its badge, and the DIDs that it has linked; or the way to claim one. */
export function IdentityPage() {
  const { own, error, refetch } = useOwnDid()
  return (
    <IdentityLayout title="Identity">
      {own === null && <NoDid />}
      {own && <Own own={own} />}
      {own === undefined && (error ? <Failed error={error} onRetry={() => void refetch()} /> : <PageLoading />)}
    </IdentityLayout>
  )
}

const Failed = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => (
  <LoadFailed title="The identity could not be loaded" error={error} onRetry={onRetry}>
    Receipts go on being written meanwhile.
  </LoadFailed>
)

/** What a DID is, and the way to one. */
export function NoDid() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Empty
        title="No DID yet"
        actions={
          <>
            <Button look="primary" onClick={() => setOpen(true)}>
              Claim DID…
            </Button>
            <OutsideLink href="/docs/identity">Read the documentation</OutsideLink>
          </>
        }
      >
        A DID is a public identifier that is yours. Settled escrows and card payments add to its reputation, which anyone can read and compute again.
      </Empty>
      {isOpen && <ClaimDid onClose={() => setOpen(false)} />}
    </>
  )
}

const Own = ({ own }: { readonly own: OwnDid }) => (
  <>
    <ScoreFigures did={own.did} />
    <Section title="Your DID" aside={<OutsideLink href={profileOf(own.did)}>Open the public profile</OutsideLink>}>
      <Facts
        rows={[
          [
            'DID',
            <span className="copyable mono break-all">
              <bdi dir="ltr">{own.did}</bdi>
              <CopyButton text={own.did} name="DID" />
            </span>,
          ],
          ['Display name', <bdi>{own.display_name ?? '–'}</bdi>],
          ['Claimed', <Moment at={own.created_at} />],
        ]}
      />
    </Section>
    <Section title="Badge">
      <BadgeSnippet did={own.did} />
    </Section>
    <LinkedDids linked={own.linked_dids} />
  </>
)
