import { cardDisputeView } from '@gateway/contract/cards/disputes'
import { EvidenceFileInput } from '@gateway/contract/portal/cards'
import type { EvidenceKind } from '@gateway/domain/cards/evidence'
import { EvidenceFileRefused, MAX_EVIDENCE_BYTES } from '@gateway/domain/cards/evidence-file'
import { requireBearer } from '@gateway/operations/oauth/authenticate-bearer'
import { requireMerchant } from '@gateway/operations/accounts/auth/require-merchant'
import { sendEvidence } from '@gateway/operations/cards/disputes/answer-dispute'
import { TRPCError } from '@trpc/server'
import { parse } from 'node:querystring'
import { contextOf, type ServerContext } from '../context.ts'
import { readBytes } from '../http/bodies/read-bytes.ts'
import { HttpRefusal } from '../http/errors/errors.ts'
import { admit, countRefused } from '../http/limits/admission.ts'
import type { ApiRequest, Answer, Route } from '../http/route.ts'

const MAX_QUERY_MEMBERS = 10
const TOO_LARGE = 413

/** Where the portal sends files of evidence: the bytes are the body, everything else stands in the query. */
export const evidenceUploadRoute = (api: ServerContext): Route => ({
  method: 'POST',
  path: '/portal/uploads/card-evidence',
  cors: false,
  isCounted: true,
  answer: (request) => receive(api, request),
})

async function receive(api: ServerContext, request: ApiRequest): Promise<Answer> {
  const ctx = contextOf(api, request)
  const actor = requireMerchant(await countRefused(ctx, requireBearer(ctx, ctx.credential)))
  admit({ ...ctx, actor }, 'default')
  const { disputeId: id, kind, name } = readWish(request)
  const bytes = await readFile(request, kind)
  const dispute = await sendEvidence(ctx, { actor, evidence: { id, isFinal: false, texts: {}, files: [{ kind, name, bytes }] } })
  return { status: 200, body: JSON.stringify({ success: true, dispute: cardDisputeView.present(dispute) }) }
}

/** @throws {TRPCError} as a procedure would, so that the answer names the members. */
function readWish({ search }: ApiRequest) {
  const read = EvidenceFileInput.safeParse(parse(search, '&', '=', { maxKeys: MAX_QUERY_MEMBERS }))
  if (!read.success) throw new TRPCError({ code: 'BAD_REQUEST', cause: read.error })
  return read.data
}

/** @throws {EvidenceFileRefused} for a body above the limit. */
async function readFile({ message }: ApiRequest, kind: EvidenceKind): Promise<Buffer> {
  try {
    return await readBytes(message, MAX_EVIDENCE_BYTES)
  } catch (error) {
    if (error instanceof HttpRefusal && error.refusal.status === TOO_LARGE) throw new EvidenceFileRefused(kind, 'must be at most 5 MiB')
    throw error
  }
}
