import { evidenceFiles, type EvidenceKind } from '@gateway/domain/cards/evidence'
import { evidenceFileTypes, MAX_EVIDENCE_BYTES } from '@gateway/domain/cards/evidence-file'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../trpc.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Section } from '../../ui/page.tsx'
import { toast } from '../../ui/toasts.tsx'
import { uploadEvidence } from './upload-evidence.ts'

/** What each kind of file shows. */
const words: Readonly<Record<EvidenceKind, string>> = {
  receipt: 'Receipt',
  customer_communication: 'What you and the customer wrote',
  shipping_documentation: 'Proof of delivery',
  service_documentation: 'Proof of the service',
  uncategorized_file: 'Anything else',
}

/** Files that join the evidence: each is stored with the processor at once, and sent with the rest. */
export function EvidenceFiles({ disputeId }: { readonly disputeId: string }) {
  const client = useQueryClient()
  const [kind, setKind] = useState<EvidenceKind>('receipt')
  const [file, setFile] = useState<File>()
  const [stored, setStored] = useState<readonly string[]>([])
  const call = useMutation({
    mutationFn: (chosen: File) => uploadEvidence({ disputeId, kind, file: chosen }),
    onSuccess: (_answer, { name }) => {
      toast('The file is stored. It is not sent yet.')
      setStored((before) => [...before, `${words[kind]}: ${name}`])
      setFile(undefined)
    },
    onSettled: () => client.invalidateQueries({ queryKey: trpc.cards.pathKey() }),
  })
  const problem = file && file.size > MAX_EVIDENCE_BYTES ? 'Must be at most 5 MiB' : call.error?.message
  return (
    <Section title="Evidence files">
      <div className="stack max-w-108">
        <SelectField
          label="What the file shows"
          hint="Another file of the same kind takes its place."
          value={kind}
          onChange={({ target }) => setKind(evidenceFiles.find((one) => one === target.value) ?? 'receipt')}
        >
          {evidenceFiles.map((one) => (
            <option key={one} value={one}>
              {words[one]}
            </option>
          ))}
        </SelectField>
        <TextField
          key={stored.length}
          label="File"
          type="file"
          accept={evidenceFileTypes.join(',')}
          hint="A PDF, JPEG or PNG of at most 5 MiB."
          error={problem}
          onChange={({ target }) => {
            call.reset()
            setFile(target.files?.[0])
          }}
        />
        <div>
          <Button
            busy={call.isPending && 'Storing…'}
            disabled={!file || file.size > MAX_EVIDENCE_BYTES}
            onClick={() => file && call.mutate(file)}
          >
            Store file
          </Button>
        </div>
        {stored.length > 0 && (
          <ul className="hint">
            {stored.map((line, at) => (
              <li key={at}>
                <bdi>{line}</bdi>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  )
}
