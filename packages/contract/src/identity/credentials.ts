import { type Credential, credentialTypes } from '@gateway/domain/identity/credential'
import { z } from 'zod'
import { Id, pathId } from '../wire/id.ts'
import { wireFilter, wireInput } from '../wire/names.ts'
import { memberOf, view } from '../wire/objects/view.ts'
import { limit, Offset, PageView } from '../wire/page.ts'
import { choice, type Read, scalar } from '../wire/scalar.ts'
import { text } from '../wire/text.ts'
import { presentTime, presentTimeOrNull, Time } from '../wire/time.ts'
import { didName, DidView } from './scalars.ts'

const EXAMPLE_ID = '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11'
const EXAMPLE_JWT = 'eyJhbGciOiJFZERTQSIsInR5cCI6InZjK2p3dCJ9.eyJpc3MiOiJkaWQ6d2ViOnBheS5leGFtcGxlIn0.c2lnbmF0dXJl'
const MAX_ID_LENGTH = 2_000
const MAX_JWT_LENGTH = 32_000
const DATA_URL = /^data:application\/vc\+jwt,/

/** A credential named in the path. */
export const CredentialRef = wireInput(z.object({ id: pathId('credential') }))

/** A credential to be issued. */
export const RequestCredentialInput = wireInput(
  z.object({
    credentialType: choice(['ReputationCredential'], {
      description: 'The score of your DID at this time, valid for 30 days; one a day.',
      example: 'ReputationCredential',
    }).prefault('ReputationCredential'),
  }),
)
export type RequestCredentialInput = z.output<typeof RequestCredentialInput>

/** Whose credentials to list. */
export const ListCredentialsInput = wireFilter(z.object({ did: didName('Credentials of this DID.'), limit: limit(50), offset: Offset }))
export type ListCredentialsInput = z.output<typeof ListCredentialsInput>

/** A credential as somebody presents it: what is signed, and the members beside it, which have to agree with it. */
export interface PresentedCredential {
  readonly jwt: string | null
  readonly members: Readonly<Record<string, unknown>> | null
}

const Presented = scalar<Record<string, unknown> | string, PresentedCredential>(readPresented, {
  description:
    'A credential, as it was answered, as a `vc+jwt`, or as an `EnvelopedVerifiableCredential`. Members beside the signed text have to agree with it.',
  example: { id: EXAMPLE_ID, proof: { format: 'vc+jwt', jwt: EXAMPLE_JWT } },
  type: ['object', 'string'],
})

/** A credential to verify, by its id or whole. */
export const VerifyCredentialInput = wireInput(
  z.object({
    credentialId: text(
      { min: 1, max: MAX_ID_LENGTH },
      { description: 'The id of a credential of this service.', example: EXAMPLE_ID },
    ).optional(),
    credential: Presented.optional(),
  }),
  { id: 'credentialId' },
).transform(({ credentialId, credential }, context) => {
  if (credentialId !== undefined || credential !== undefined) return { credentialId: credentialId ?? null, credential: credential ?? null }
  context.addIssue({ code: 'custom', path: ['credentialId'], message: 'is required, or credential' })
  return z.NEVER
})
export type VerifyCredentialInput = z.output<typeof VerifyCredentialInput>

/** A credential with what it says, and the DID of the service that issued it. */
export interface SeenCredential {
  readonly credential: Credential
  readonly issuer: string
  /** The `credentialSubject`. */
  readonly data: Readonly<Record<string, unknown>>
}

const Type = z.enum(credentialTypes).meta({ description: 'What the credential says.', example: 'ReputationCredential' })
const Revoked = z.boolean().meta({ description: 'The service has revoked it.', example: false })
const Expiry = Time.nullable().meta({
  description: 'It is valid until then; null where it does not end.',
  example: '2026-10-31T12:00:00.000Z',
})

const its = memberOf<SeenCredential>()
/** A credential, in an answer. */
export const credentialView = view(
  {
    id: its(Id, ({ credential }) => credential.id),
    agent_did: its(DidView, ({ credential }) => credential.did),
    credential_type: its(Type, ({ credential }) => credential.type),
    issuer: its(DidView.meta({ description: 'The DID of this service.', example: 'did:web:pay.example' }), 'issuer'),
    issued_at: its(Time, ({ credential }) => presentTime(credential.issuedAt)),
    expires_at: its(Expiry, ({ credential }) => presentTimeOrNull(credential.expiresAt)),
    revoked: its(Revoked, ({ credential }) => credential.revokedAt !== null),
    data: its(
      z.record(z.string(), z.unknown()).meta({ description: 'The subject of the credential.', example: { score: 45.3 } }),
      ({ data }) => ({ ...data }),
    ),
    proof: its(
      z
        .object({
          format: z.literal('vc+jwt').meta({ description: 'W3C VC 2.0, secured with JOSE.', example: 'vc+jwt' }),
          jwt: z.string().meta({ description: 'The signed credential.', example: EXAMPLE_JWT }),
        })
        .meta({ description: 'What proves it.' }),
      ({ credential }) => ({ format: 'vc+jwt' as const, jwt: credential.jwt }),
    ),
  },
  { id: 'Credential', description: 'A verifiable credential that this service has issued.' },
)

const rows = memberOf<Credential>()
/** A credential in a list. */
export const listedCredentialView = view(
  {
    id: rows(Id, 'id'),
    credential_type: rows(Type, 'type'),
    revoked: rows(Revoked, ({ revokedAt }) => revokedAt !== null),
    issued_at: rows(Time, ({ issuedAt }) => presentTime(issuedAt)),
    expires_at: rows(Expiry, ({ expiresAt }) => presentTimeOrNull(expiresAt)),
  },
  { id: 'ListedCredential', description: 'A credential in a list.' },
)

/** A page of credentials. */
export const CredentialListView = z.object({ credentials: z.array(listedCredentialView.schema), ...PageView })

/** What is known of a presented credential. */
export const VerdictView = z
  .object({
    valid: z.boolean().meta({ description: 'Signature, issuer, dates and status are right, now.', example: true }),
    revoked: Revoked.meta({ description: 'Its status says that it is revoked.', example: false }),
    reason: z.string().nullable().meta({ description: 'Why it is not valid, or was revoked; null otherwise.', example: null }),
    credential_id: z.string().nullable().meta({ description: 'The id of the credential; null where it has none.', example: EXAMPLE_ID }),
  })
  .meta({ id: 'Verdict', description: 'What is known of a presented credential.' })

/** What an operation found out about a presented credential. */
export interface Verdict {
  readonly isValid: boolean
  readonly isRevoked: boolean
  readonly reason: string | null
  readonly credentialId: string | null
}

/** A verdict, in an answer. */
export const presentVerdict = ({ isValid, isRevoked, reason, credentialId }: Verdict): z.output<typeof VerdictView> => ({
  valid: isValid,
  revoked: isRevoked,
  reason,
  credential_id: credentialId,
})

const Revocation = z.object({
  credential_id: Id,
  reason: z.string().nullable().meta({ description: 'Why it was revoked; null without a reason.', example: 'Issued by mistake' }),
  revoked_at: Time,
})

/** Every revoked credential, newest first. */
export const RevocationListView = z.object({
  revocations: z.array(Revocation),
  revoked_credentials: z.array(Id).meta({ description: 'The same, by their ids alone.', example: [EXAMPLE_ID] }),
})

/** A credential that was revoked. */
export interface RevokedCredential {
  readonly id: string
  readonly reason: string | null
  readonly revokedAt: Date
}

/** The revocation list, in an answer. */
export const presentRevocations = (revoked: readonly RevokedCredential[]): z.output<typeof RevocationListView> => ({
  revocations: revoked.map(({ id, reason, revokedAt }) => ({ credential_id: id, reason, revoked_at: presentTime(revokedAt) })),
  revoked_credentials: revoked.map(({ id }) => id),
})

/** A credential comes as the text that is signed, or as an object that holds it; without one nothing proves it. */
function readPresented(raw: unknown): Read<PresentedCredential> {
  const presented = typeof raw === 'string' ? { jwt: raw.replace(DATA_URL, ''), members: null } : findInObject(raw)
  return presented && (presented.jwt?.length ?? 0) <= MAX_JWT_LENGTH
    ? { value: presented }
    : { problem: 'must be a credential, as an object or as its signed text' }
}

function findInObject(raw: unknown): PresentedCredential | undefined {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined
  const members: Readonly<Record<string, unknown>> = { ...raw }
  const { id, type, proof } = members
  if (type !== 'EnvelopedVerifiableCredential') return { jwt: findJwt(proof), members }
  return typeof id === 'string' && DATA_URL.test(id) ? { jwt: id.replace(DATA_URL, ''), members: null } : undefined
}

const findJwt = (proof: unknown): string | null =>
  typeof proof === 'object' && proof !== null && 'jwt' in proof && typeof proof.jwt === 'string' ? proof.jwt : null
