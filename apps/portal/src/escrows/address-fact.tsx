import { ExternalLink } from 'lucide-react'
import { Address } from '../ui/address.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

interface AddressFactProps {
  readonly text: string
  /** What the address is called, such as "Depositor". */
  readonly name: string
  /** Where the address is appended; null where its chain has no explorer. */
  readonly explorer: string | null
}

/** An address whole, to copy, and to look up where its chain has an explorer. */
export function AddressFact({ text, name, explorer }: AddressFactProps) {
  return (
    <span className="row row--wrap">
      <Address text={text} />
      <CopyButton text={text} name={name.toLowerCase()} />
      {explorer !== null && (
        <a
          className="btn btn--ghost btn--sm btn--icon"
          href={`${explorer}${text}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`Look up the ${name.toLowerCase()} in an explorer`}
        >
          <ExternalLink className="icon" aria-hidden="true" />
        </a>
      )}
    </span>
  )
}
