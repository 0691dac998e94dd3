import { z } from 'zod'
import { CredentialRefused } from './refusal.ts'

const Moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const Texts = z.union([z.string().transform((text) => [text]), z.array(z.string()).min(1)])
const Issuer = z.union([z.string(), z.looseObject({ id: z.string() }).transform(({ id }) => id)])
const Subject = z.looseObject({ id: z.string().optional() })

/** An entry of `credentialStatus`. */
const StatusEntry = z.looseObject({ type: z.string(), statusPurpose: z.string().optional() })
export type StatusEntry = z.output<typeof StatusEntry>

const oneOrMore = <Schema extends z.ZodType>(schema: Schema) => z.union([schema.transform((one) => [one]), z.array(schema).min(1)])

const Claims = z.looseObject({
  '@context': z.array(z.unknown()).min(1),
  id: z.string().optional(),
  type: Texts,
  issuer: Issuer,
  validFrom: Moment.optional(),
  validUntil: Moment.optional(),
  credentialSubject: oneOrMore(Subject),
  credentialStatus: oneOrMore(StatusEntry).optional(),
  iss: z.string().optional(),
  sub: z.string().optional(),
  jti: z.string().optional(),
})

/** What is read of a credential of the data model (W3C VC 2.0) and of the claims beside it. */
export type CredentialClaims = z.output<typeof Claims>

/**
 * Reads a credential; claims that stand beside its members agree with them.
 *
 * @throws {CredentialRefused} `malformed`, and `issuer_mismatch` where `iss` is not its issuer.
 */
export function readClaims(payload: unknown): CredentialClaims {
  const read = Claims.safeParse(payload)
  if (!read.success || !read.data.type.includes('VerifiableCredential')) throw new CredentialRefused('malformed')
  const { iss, issuer, jti, id, sub, credentialSubject } = read.data
  if (iss !== undefined && iss !== issuer) throw new CredentialRefused('issuer_mismatch')
  if (jti !== undefined && jti !== id) throw new CredentialRefused('malformed')
  if (sub !== undefined && credentialSubject[0]?.id !== sub) throw new CredentialRefused('malformed')
  return read.data
}
