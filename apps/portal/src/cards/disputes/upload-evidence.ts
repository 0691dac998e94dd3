import type { EvidenceKind } from '@gateway/domain/cards/evidence'

interface Upload {
  readonly disputeId: string
  readonly kind: EvidenceKind
  readonly file: File
}

/** Stores a file of evidence with the card processor. @throws {Error} with what the server says about it. */
export async function uploadEvidence({ disputeId, kind, file }: Upload): Promise<void> {
  const search = new URLSearchParams({ dispute_id: disputeId, kind, name: file.name })
  const answer = await fetch(`/portal/uploads/card-evidence?${search}`, { method: 'POST', body: file }).catch(() => undefined)
  if (!answer) throw new Error('The server did not answer. Check your connection.')
  if (answer.ok) return
  const told: unknown = await answer.json().catch(() => undefined)
  throw new Error(typeof told === 'object' && told !== null && 'error' in told ? String(told.error) : 'The file could not be stored.')
}
