import { findCredentialOfSource, insertCredential, isPlaceTaken } from '@gateway/db/identity/credential-queries'
import type { CredentialEntity } from '@gateway/db/identity/credential.entity'
import type { Em } from '@gateway/db/orm'
import type { CredentialType } from '@gateway/domain/identity/credential'
import { currentKey } from '../keys/current-key.ts'
import type { IssuerContext } from '../issuer-context.ts'
import { STATUS_LIST_BITS } from '@gateway/domain/identity/limits'
import { openNextList, openList } from '../status/open-list.ts'
import { signCredential } from '../signing/sign-credential.ts'
import { draftCredential, type StatusPlace } from '../signing/unsigned-credential.ts'

/** What a credential is to say; its id is that of the request that it is issued for. */
export interface Issue extends Pick<CredentialEntity, 'id' | 'merchantId' | 'did' | 'expiresAt'> {
  readonly type: CredentialType
  readonly claims: Readonly<Record<string, unknown>>
  /** What it is issued for, once. */
  readonly source: string
}

const SECOND_MS = 1_000
/** Random places that are tried in a list; when all are taken it is nearly full, and the next one begins. */
const PLACES_TRIED = 8

/** Issues a credential with a random free place in a status list, unless one was issued for the same. */
export async function issueCredential(em: Em, ctx: IssuerContext, wanted: Issue): Promise<CredentialEntity> {
  for (;;) {
    const known = await findCredentialOfSource(em, wanted)
    if (known) return known
    const issued = await sign(em, ctx, wanted)
    // Somebody else may have taken the place, or issued for the same, in between.
    if (await insertCredential(em, issued)) return issued
  }
}

/** Its moments are those that are signed: whole seconds. */
async function sign(em: Em, ctx: IssuerContext, { claims, expiresAt: end, ...wanted }: Issue): Promise<CredentialEntity> {
  const now = ctx.clock.now()
  const [issuedAt, expiresAt] = [secondOf(now), end && secondOf(end)]
  const status = await freePlace(em, ctx)
  const { id, did: subject, type } = wanted
  const draft = draftCredential(ctx.publicUrl, { id, type, subject, claims, issuedAt, expiresAt, status })
  const jwt = await signCredential(await currentKey(em, ctx), draft, now)
  return { ...wanted, ...status, jwt, issuedAt, expiresAt, revokedAt: null, revokeReason: null }
}

async function freePlace(em: Em, ctx: IssuerContext): Promise<StatusPlace> {
  const listId = await openList(em, ctx)
  for (let tried = 0; tried < PLACES_TRIED; tried++) {
    const place = { listId, listIndex: randomPlace(ctx) }
    if (!(await isPlaceTaken(em, place))) return place
  }
  return { listId: await openNextList(em, ctx, listId), listIndex: randomPlace(ctx) }
}

const secondOf = (date: Date): Date => new Date(Math.floor(date.getTime() / SECOND_MS) * SECOND_MS)

/** Uniform, because the number of places divides 2³². */
const randomPlace = ({ ids }: IssuerContext): number => ids.bytes(4).readUInt32BE() % STATUS_LIST_BITS
