import { OutsideLink } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Facts } from '../ui/facts.tsx'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/page.tsx'
import { BadgeSnippet } from './badge-snippet.tsx'
import { profileOf } from './did-link.tsx'
import { IdentityLayout } from './identity-layout.tsx'
import { LinkedDids } from './linked-dids.tsx'
import { ScoreFigures } from './score-figures.tsx'
import type { OwnDid } from './use-own-did.ts'
import { WithDid } from './with-did.tsx'

/** The DID of the merchant: its score, its badge, and the DIDs that it has linked. */
export const IdentityPage = () => (
  <WithDid title="Identity">
    {(own) => (
      <IdentityLayout title="Identity">
        <ScoreFigures did={own.did} />
        <OwnFacts own={own} />
        <Section title="Badge">
          <BadgeSnippet did={own.did} />
        </Section>
        <LinkedDids linked={own.linked_dids} />
      </IdentityLayout>
    )}
  </WithDid>
)

const OwnFacts = ({ own }: { readonly own: OwnDid }) => (
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
)
