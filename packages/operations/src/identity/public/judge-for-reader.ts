import type { VerifyCredentialInput } from '@gateway/contract/identity/credentials'
import { findCredential } from '@gateway/db/identity/credential-queries'
import { isUuid } from '@gateway/domain/kernel/id'
import type { InvalidReason, ShownCredential, Verdict } from '@gateway/pages/identity/verify-view'
import type { ApiContext } from '../../kernel/context.ts'
import { readClaims } from '../verification/read-claims.ts'
import type { CredentialProblem } from '../verification/refusal.ts'
import { verifyCredential } from '../verification/verify-credential.ts'
import { decodeJwt } from 'jose'

type Judging = Pick<ApiContext, 'orm' | 'clock' | 'publicUrl' | 'egress'>

/** What a reader is told: several problems are one to somebody who knows nothing of signatures. */
const reasons: Readonly<Record<Exclude<CredentialProblem, 'revoked'>, InvalidReason>> = {
  unknown: 'unknown',
  malformed: 'malformed',
  altered: 'signature',
  bad_signature: 'signature',
  issuer_mismatch: 'issuer',
  unknown_key: 'issuer',
  issuer_unreachable: 'issuer_unreachable',
  not_yet_valid: 'not_yet_valid',
  expired: 'expired',
  status_unreachable: 'status',
  status_unreadable: 'status',
  suspended: 'suspended',
}

/** Problems of a credential whose signature is genuine: what it says is worth showing. */
const genuine: ReadonlySet<string> = new Set<CredentialProblem>([
  'not_yet_valid',
  'expired',
  'status_unreachable',
  'status_unreadable',
  'suspended',
])

/** The verdict about a credential as a page tells it, with what a genuine one says. */
export async function judgeForReader(ctx: Judging, input: VerifyCredentialInput): Promise<Verdict> {
  const { isValid, isRevoked, reason, credentialId } = await verifyCredential(ctx, input)
  const own = await findOwn(ctx, credentialId)
  const jwt = input.credential ? input.credential.jwt : own?.jwt
  const credential = shown(jwt ?? '', credentialId)
  if (isValid) return { outcome: 'valid', credential }
  if (isRevoked) return { outcome: 'revoked', credential, reason: own && own.jwt === jwt ? own.revokeReason : null }
  // The interface names every problem by its code.
  return invalid(reason as keyof typeof reasons, credential)
}

const invalid = (problem: keyof typeof reasons, credential: ShownCredential): Verdict => ({
  outcome: 'invalid',
  credential: genuine.has(problem) ? credential : {},
  reason: reasons[problem],
})

const findOwn = async ({ orm }: Judging, id: string | null) =>
  id !== null && isUuid(id) ? findCredential(orm.em.fork(), { id }) : undefined

/** What a credential says; of one that says nothing readable only its id. */
function shown(jwt: string, id: string | null): ShownCredential {
  try {
    const { type, issuer, validFrom, validUntil, credentialSubject } = readClaims(decodeJwt(jwt))
    return {
      id: id ?? undefined,
      type: type.find((one) => one !== 'VerifiableCredential'),
      subject: credentialSubject[0]?.id,
      issuer,
      issuedAt: validFrom?.toISOString(),
      expiresAt: validUntil?.toISOString(),
    }
  } catch {
    // It is no credential, as the verdict says.
    return { id: id ?? undefined }
  }
}
