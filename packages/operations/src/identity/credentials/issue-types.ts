import { findDidOfMerchant } from '@gateway/db/identity/did-queries'
import type { Em } from '@gateway/db/orm'
import type { Did } from '@gateway/domain/identity/did'
import type { ControlWanted, ReputationWanted, SettlementWanted } from '@gateway/domain/identity/issuer-request'
import { REPUTATION_CREDENTIAL_DAYS } from '@gateway/domain/identity/limits'
import type { MerchantId } from '@gateway/domain/kernel/id'
import type { IssuerContext } from '../issuer-context.ts'
import { issueCredential } from './issue-credential.ts'
import { readReputationClaims } from './reputation-claims.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

interface Asked<Wanted> {
  /** Of the request, and of the credential that comes of it. */
  readonly id: string
  readonly merchantId: MerchantId
  readonly wanted: Wanted
}

/** A DID that is its merchant's, and how that was shown. */
interface Control extends Omit<Asked<unknown>, 'wanted'> {
  readonly did: Did
  /** The service made the key and holds it, or the key has signed the challenge. */
  readonly shownBy: 'held_key' | 'signed_challenge'
  readonly displayName: string | null
}

/** Issues a credential that a DID is its merchant's; it does not expire. @returns its id. */
export async function issueControlOf(em: Em, ctx: IssuerContext, { did, shownBy, displayName, ...of }: Control): Promise<string> {
  const own = await findDidOfMerchant(em, of)
  const claims = { shownBy, accountDid: own?.did ?? null, displayName: displayName ?? own?.displayName ?? null }
  const wanted = { ...of, did, type: 'DidControlCredential', claims: present(claims), expiresAt: null, source: `control:${did}` } as const
  return (await issueCredential(em, ctx, wanted)).id
}

/** Issues a credential that a linked DID is its merchant's. @returns its id. */
export const issueControl = (em: Em, ctx: IssuerContext, { wanted: { did }, ...of }: Asked<ControlWanted>): Promise<string> =>
  issueControlOf(em, ctx, { ...of, did, shownBy: 'signed_challenge', displayName: null })

/** Issues what the reputation of a merchant's DID is now, for thirty days; the one of a day stays the only one. @returns its id. */
export async function issueReputation(em: Em, ctx: IssuerContext, { id, merchantId }: Asked<ReputationWanted>): Promise<string> {
  const own = await findDidOfMerchant(em, { merchantId })
  if (!own) throw new Error(`merchant ${merchantId} has no DID`)
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + REPUTATION_CREDENTIAL_DAYS * DAY_MS)
  const claims = await readReputationClaims(em, { did: own.did, now })
  const source = `reputation:${own.did}:${now.toISOString().slice(0, 'YYYY-MM-DD'.length)}`
  return (await issueCredential(em, ctx, { id, merchantId, did: own.did, type: 'ReputationCredential', claims, expiresAt, source })).id
}

/** Issues a credential that an escrow of a party was settled; it does not expire. @returns its id. */
export async function issueSettlement(em: Em, ctx: IssuerContext, { wanted, ...of }: Asked<SettlementWanted>): Promise<string> {
  const { did, escrowId, role, amount, currency, settledAt } = wanted
  const claims = { escrowId, role, amount, currency, settledAt }
  const source = `settlement:${escrowId}:${role}`
  return (await issueCredential(em, ctx, { ...of, did, type: 'EscrowSettlementCredential', claims, expiresAt: null, source })).id
}

/** A credential says nothing of what is not there. */
const present = (claims: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null))
