import type { PresentedCredential, Verdict, VerifyCredentialInput } from '@gateway/contract/identity/credentials'
import { findCredential } from '@gateway/db/identity/credential-queries'
import { isUuid } from '@gateway/domain/kernel/id'
import type { ApiContext } from '../../kernel/context.ts'
import { credentialUrlOf } from '../signing/unsigned-credential.ts'
import { didWebOf } from '../dids/did-web.ts'
import { agrees } from './agrees.ts'
import { checkForeignStatus } from './check-status.ts'
import { issuerKeysOf } from './find-issuer-key.ts'
import type { CredentialClaims } from './read-claims.ts'
import { readUnverified } from './read-payload.ts'
import { CredentialRefused } from './refusal.ts'
import { checkDates, verifySignature } from './verify-secured.ts'

type Judging = Pick<ApiContext, 'orm' | 'clock' | 'publicUrl' | 'egress'>

/** What others have not answered by then makes a credential not valid. */
const WITHIN_MS = 10_000

/**
 * Says whether a credential is valid now: signature, issuer, dates, and the status, which is read every time. Ours are read in the database; the documents and
 * lists of other issuers are fetched, and what cannot be reached within ten seconds makes a credential not valid.
 *
 * @throws {VerificationBusy} when too many others have credentials verified; it says nothing about this one.
 */
export async function verifyCredential(ctx: Judging, { credentialId, credential }: VerifyCredentialInput): Promise<Verdict> {
  const presented = credential ?? (await readOwn(ctx, credentialId ?? ''))
  const named = { credentialId: nameOf(ctx, presented) ?? credentialId }
  try {
    await judge(ctx, presented)
    return { ...named, isValid: true, isRevoked: false, reason: null }
  } catch (error) {
    if (!(error instanceof CredentialRefused)) throw error
    return { ...named, isValid: false, isRevoked: error.problem === 'revoked', reason: error.problem }
  }
}

/** A credential of ours by its id, or by the address that it has as its id. */
async function readOwn(ctx: Judging, credentialId: string): Promise<PresentedCredential | undefined> {
  const id = ownIdOf(ctx, credentialId)
  const found = id === undefined ? undefined : await findCredential(ctx.orm.em.fork(), { id })
  return found && { jwt: found.jwt, members: null }
}

async function judge(ctx: Judging, presented: PresentedCredential | undefined): Promise<void> {
  if (!presented) throw new CredentialRefused('unknown')
  const { jwt, members } = presented
  if (jwt === null) throw new CredentialRefused('malformed')
  const asking = { ...ctx, until: performance.now() + WITHIN_MS }
  const checking = { findKey: issuerKeysOf(asking), now: ctx.clock.now() }
  const { signed, claims } = await verifySignature(jwt, checking)
  if (members && !agrees(members, signed, claims)) throw new CredentialRefused('altered')
  const isOwn = claims.issuer === didWebOf(ctx.publicUrl)
  // One of ours that was revoked says so after its end too; nothing is asked of others about what has ended.
  if (isOwn) await checkOwnStatus(ctx, claims)
  checkDates(claims, checking.now)
  if (!isOwn) await checkForeignStatus(asking, claims, checking)
}

/** What we have signed and do not know, after a loss of the database, nobody can revoke. */
async function checkOwnStatus(ctx: Judging, { id = '' }: CredentialClaims): Promise<void> {
  const own = ownIdOf(ctx, id)
  const found = own === undefined ? undefined : await findCredential(ctx.orm.em.fork(), { id: own })
  if (!found) throw new CredentialRefused('unknown')
  if (found.revokedAt) throw new CredentialRefused('revoked')
}

function ownIdOf({ publicUrl }: Judging, text: string): string | undefined {
  const address = credentialUrlOf(publicUrl, '')
  const id = text.startsWith(address) ? text.slice(address.length) : text
  return isUuid(id) ? id : undefined
}

/** How the answer names what was presented: ours by the id that the interface knows it by, others by their own. */
function nameOf(ctx: Judging, presented: PresentedCredential | undefined): string | undefined {
  const id = presented?.jwt ? idOf(presented.jwt) : undefined
  return id === undefined ? undefined : (ownIdOf(ctx, id) ?? id)
}

function idOf(jwt: string): string | undefined {
  try {
    const { id, jti } = readUnverified(jwt)
    return [id, jti].find((name) => typeof name === 'string')
  } catch {
    // It is no JWT, as the verdict says.
    return undefined
  }
}
