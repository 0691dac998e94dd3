import { z } from 'zod'
import { readBit } from '../status/bitstring.ts'
import { type Asking, fetchStatusList } from './fetch-foreign.ts'
import type { CredentialClaims, StatusEntry } from './read-claims.ts'
import { type CredentialProblem, CredentialRefused } from './refusal.ts'
import { type Verifying, verifySecured } from './verify-secured.ts'

const Entry = z.looseObject({
  type: z.literal('BitstringStatusListEntry'),
  statusPurpose: z.string(),
  statusListIndex: z.string().regex(/^\d{1,9}$/),
  statusListCredential: z.url(),
})
const List = z.looseObject({
  type: z.literal('BitstringStatusList'),
  statusPurpose: z.union([z.string(), z.array(z.string())]),
  encodedList: z.string(),
})

/** Entries of one credential, each of which is a list to fetch. One for each purpose is usual. */
const MOST_ENTRIES = 4

/** Purposes whose bit means that the credential does not count. Others, such as `message`, say nothing about it. */
const ending: Readonly<Record<string, CredentialProblem>> = { revocation: 'revoked', suspension: 'suspended' }

/**
 * Reads the status of a credential of another issuer, now: what cannot be read is not valid. The list is a credential of the same issuer.
 *
 * @throws {CredentialRefused} {VerificationBusy} Source: W3C Bitstring Status List v1.0, §3.2.
 */
export async function checkForeignStatus(ctx: Asking, claims: CredentialClaims, checking: Verifying): Promise<void> {
  const entries = claims.credentialStatus ?? []
  if (entries.length > MOST_ENTRIES) throw new CredentialRefused('status_unreadable')
  for (const entry of entries) await checkEntry(ctx, { entry, issuer: claims.issuer }, checking)
}

async function checkEntry(ctx: Asking, { entry, issuer }: { entry: StatusEntry; issuer: string }, checking: Verifying): Promise<void> {
  const read = Entry.safeParse(entry)
  if (!read.success) throw new CredentialRefused('status_unreadable')
  const { statusPurpose, statusListCredential, statusListIndex } = read.data
  const problem = Object.hasOwn(ending, statusPurpose) ? ending[statusPurpose] : undefined
  if (problem === undefined) return
  const list = await verifySecured(await fetchStatusList(ctx, statusListCredential), checking).catch(asUnreadable)
  if (list.issuer !== issuer) throw new CredentialRefused('issuer_mismatch')
  const isSet = await readBit(listOf(list, { statusPurpose, statusListCredential }), Number(statusListIndex))
  if (isSet === undefined) throw new CredentialRefused('status_unreadable')
  if (isSet) throw new CredentialRefused(problem)
}

function listOf(list: CredentialClaims, entry: { readonly statusPurpose: string; readonly statusListCredential: string }): string {
  const read = List.safeParse(list.credentialSubject[0])
  const isList =
    list.type.includes('BitstringStatusListCredential') && (list.id ?? entry.statusListCredential) === entry.statusListCredential
  if (!read.success || !isList || ![read.data.statusPurpose].flat().includes(entry.statusPurpose))
    throw new CredentialRefused('status_unreadable')
  return read.data.encodedList
}

/** What is wrong with a list says nothing of its own about the credential. */
function asUnreadable(error: unknown): never {
  throw error instanceof CredentialRefused && error.problem !== 'status_unreachable' ? new CredentialRefused('status_unreadable') : error
}
