import type { EvidenceFiles, EvidenceTexts } from '@gateway/domain/cards/evidence'
import type { Stripe } from 'stripe'
import { request } from '../calls.ts'

/** Evidence of a merchant against a dispute. */
export interface NewEvidence {
  readonly disputeId: string
  /** The account of the charge; null for the platform's. */
  readonly account: string | null
  readonly texts: EvidenceTexts
  readonly files: EvidenceFiles
  /** True sends it to the bank, which reads it once; false stages it. */
  readonly isFinal: boolean
}

/** Reads a dispute with the lines by which its money moved. */
export const disputeRetrieval = (disputeId: string, account: string | null) =>
  request('dispute_retrieve', { id: disputeId, account, params: {} })

/** Adds evidence to a dispute. */
export const evidenceUpdate = ({ disputeId, account, texts, files, isFinal }: NewEvidence) =>
  request('dispute_update', {
    id: disputeId,
    account,
    params: { evidence: { ...texts, ...files }, submit: isFinal } satisfies Stripe.DisputeUpdateParams,
  })

/** Accepts a dispute, which is lost with it for good. */
export const disputeAcceptance = (disputeId: string, account: string | null) =>
  request('dispute_close', { id: disputeId, account, params: {} })

/** A file of evidence: PDF, JPEG or PNG, at most 5 MiB. */
export interface NewFile {
  readonly account: string | null
  readonly name: string
  readonly type: string
  readonly data: Uint8Array
}

/** Uploads a file of evidence. Its parameters hold the bytes, so this request is not stored. */
export const fileUpload = ({ account, name, type, data }: NewFile) =>
  request('file_create', { account, params: { purpose: 'dispute_evidence', file: { name, type, data } } satisfies Stripe.FileCreateParams })
