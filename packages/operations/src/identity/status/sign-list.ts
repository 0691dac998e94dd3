import { listRevokedPlaces } from '@gateway/db/identity/credential-queries'
import { findDueStatusLists, lockStatusList, saveStatusList } from '@gateway/db/identity/status-list-queries'
import type { Em } from '@gateway/db/orm'
import { signCredential } from '../signing/sign-credential.ts'
import { BASE_CONTEXT, statusListUrlOf, type UnsignedCredential, wholeSeconds } from '../signing/unsigned-credential.ts'
import { didWebOf } from '../dids/did-web.ts'
import { currentKey } from '../keys/current-key.ts'
import type { IssuerContext } from '../issuer-context.ts'
import { encodeBits } from './bitstring.ts'

const HOUR_MS = 60 * 60 * 1_000
const VALID_MS = 24 * HOUR_MS
/** A list is signed every hour; one that is older was missed. */
const MISSED_MS = 2 * HOUR_MS

/** The lists that are to be signed now. */
export const findListsToSign = (ctx: Pick<IssuerContext, 'orm' | 'clock'>, { limit }: { limit: number }): Promise<{ id: number }[]> =>
  findDueStatusLists(ctx.orm.em.fork(), { signedBefore: new Date(ctx.clock.now().getTime() - MISSED_MS), limit })

/**
 * Signs a list with the bits of what was revoked until now; it is valid for a day. Who revokes waits for the row that is locked here, and has it signed again.
 */
export async function signStatusList(em: Em, ctx: IssuerContext, { id }: { id: number }): Promise<void> {
  if (!(await lockStatusList(em, { id }))) return
  const now = ctx.clock.now()
  const encodedList = await encodeBits(await listRevokedPlaces(em, { listId: id }))
  const jwt = await signCredential(await currentKey(em, ctx), draftList(ctx, { id, encodedList, now }), now)
  await saveStatusList(em, { id, jwt, signedAt: now })
}

/** Source: W3C Bitstring Status List v1.0, §2.2. */
function draftList(
  { publicUrl }: Pick<IssuerContext, 'publicUrl'>,
  { id, encodedList, now }: { id: number; encodedList: string; now: Date },
): UnsignedCredential {
  const url = statusListUrlOf(publicUrl, id)
  return {
    '@context': [BASE_CONTEXT],
    id: url,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: didWebOf(publicUrl),
    validFrom: wholeSeconds(now),
    validUntil: wholeSeconds(new Date(now.getTime() + VALID_MS)),
    credentialSubject: { id: `${url}#list`, type: 'BitstringStatusList', statusPurpose: 'revocation', encodedList },
  }
}
