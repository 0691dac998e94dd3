import { ExternalLink } from 'lucide-react'
import { Address } from '../ui/address.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

interface PartyProps {
  /** Whose address it is, such as "Depositor". */
  readonly name: string
  readonly address: string
  /** Where the address is appended; null where its chain has no explorer. */
  readonly explorer: string | null
  readonly hint?: string
}

/** An address whole, under its name; to copy, and to look up where its chain has an explorer. */
export function Party({ name, address, explorer, hint }: PartyProps) {
  const named = name.toLowerCase()
  return (
    <div>
      <div className="row">
        <span className="label">{name}</span>
        <span className="row push">
          <CopyButton text={address} name={`address: ${named}`} />
          {explorer !== null && (
            <a
              className="btn btn--ghost btn--sm btn--icon"
              href={`${explorer}${address}`}
              target="_blank"
              rel="noreferrer"
              aria-label={`Look up the address in an explorer: ${named}`}
            >
              <ExternalLink className="icon" aria-hidden="true" />
            </a>
          )}
        </span>
      </div>
      <Address text={address} />
      {hint && <p className="hint">{hint}</p>}
    </div>
  )
}
