import { Download } from 'lucide-react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DownloadLink } from '../../ui/button.tsx'
import { Section } from '../../ui/page.tsx'
import type { InvoiceDetail } from './invoice-detail.ts'

type Shown = InvoiceDetail['documents'][number]

/** The documents that the client was sent, byte by byte, with what proves that they are the same. */
export function Documents({ documents }: { readonly documents: readonly Shown[] }) {
  if (documents.length === 0) return null
  return (
    <Section title="Documents">
      <ul className="stack">
        {documents.map((document) => (
          <li key={document.id} className="stack stack--tight">
            <Document document={document} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Document({ document: { id, number, kind, sha256, is_e_invoice: isElectronic } }: { readonly document: Shown }) {
  const name = `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}`
  if (sha256 === null) return <span className="hint">{name} is being written.</span>
  return (
    <>
      <span>
        <DownloadLink href={`/portal/invoice-documents/${id}`} file={`${number}.pdf`}>
          <Download className="icon" aria-hidden="true" />
          {name}
        </DownloadLink>
      </span>
      <span className="hint">{isElectronic ? 'PDF/A-3b with the e-invoice (Factur-X) inside' : 'PDF/A-3b, without an e-invoice'}</span>
      <span className="copyable mono break-all hint">
        {sha256}
        <CopyButton text={sha256} name={`SHA-256 of ${number}`} />
      </span>
    </>
  )
}
