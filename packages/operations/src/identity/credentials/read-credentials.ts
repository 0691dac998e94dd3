import type { ListCredentialsInput, RevokedCredential, SeenCredential } from '@gateway/contract/identity/credentials'
import { findCredential, listCredentialsOf, listRevokedCredentials } from '@gateway/db/identity/credential-queries'
import { isUuid } from '@gateway/domain/kernel/id'
import { NotFound } from '@gateway/domain/kernel/error'
import type { ApiContext } from '../../kernel/context.ts'
import { seeCredential } from './see-credential.ts'

type Reading = Pick<ApiContext, 'orm'>

/** A credential, for anybody. @throws {NotFound} */
export async function getCredential({ orm }: Reading, { id }: { id: string }): Promise<SeenCredential> {
  const credential = isUuid(id) ? await findCredential(orm.em.fork(), { id }) : undefined
  if (!credential) throw new NotFound('credential')
  return seeCredential(credential)
}

/** A page of the credentials about a DID, newest first. */
export const listCredentials = ({ orm }: Reading, { did, limit, offset }: ListCredentialsInput) =>
  listCredentialsOf(orm.em.fork(), { did, bounds: { limit, offset } })

/** Every revoked credential, the last revoked first. */
export const listRevocations = async ({ orm }: Reading): Promise<RevokedCredential[]> =>
  (await listRevokedCredentials(orm.em.fork())).map(({ id, revokedAt, revokeReason }) => ({ id, revokedAt, reason: revokeReason }))
