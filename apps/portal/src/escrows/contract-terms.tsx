import { Download } from 'lucide-react'
import { DownloadLink } from '../ui/button.tsx'
import { Facts } from '../ui/facts.tsx'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/page.tsx'
import type { Detail } from './escrow.tsx'
import { Party } from './party.tsx'

const SECOND_MS = 1_000

/** The contract that holds the money, and its terms as a file; nothing where an address of the gateway holds it. */
export function ContractTerms({ detail: { escrow, explorer_address } }: { readonly detail: Detail }) {
  const { contract, escrow_address: address, id } = escrow
  if (contract === null) return null
  const file = JSON.stringify({ address, ...contract }, null, 2)
  const until = new Date(contract.terms.deadline * SECOND_MS).toISOString()
  return (
    <Section title="Contract">
      <div className="stack">
        <p className="hint">
          A contract on the chain holds the money. With these terms and a wallet it can be settled without us, and without them nobody can:
          keep a copy.
        </p>
        <Party name="Factory" address={contract.factory} explorer={explorer_address} />
        <Facts rows={[['Refundable by anybody from', <Moment at={until} />]]} />
        <div>
          <DownloadLink href={`data:application/json,${encodeURIComponent(file)}`} file={`escrow-${id}.json`}>
            <Download className="icon" aria-hidden="true" />
            Download the terms
          </DownloadLink>
        </div>
      </div>
    </Section>
  )
}
