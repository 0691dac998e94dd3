import type { SeenCredential } from '@gateway/contract/identity/credentials'
import { findCredential } from '@gateway/db/identity/credential-queries'
import { findDidOfMerchant } from '@gateway/db/identity/did-queries'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { TestModeNotServed } from '@gateway/domain/businesses/errors'
import { NotFound } from '@gateway/domain/kernel/error'
import type { Keep } from '../../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { askIssuer } from '../requests/ask-issuer.ts'
import { askIssuerAgain, awaitIssuer } from '../requests/await-issuer.ts'
import { seeCredential } from './see-credential.ts'

/** A credential, and whether this request is the one that it was issued for. */
export interface RequestedCredential {
  readonly seen: SeenCredential
  readonly isNew: boolean
}

interface Request {
  readonly actor: Actor
  readonly keep?: Keep<RequestedCredential> | undefined
}

/**
 * Has the issuer sign what the caller's reputation is now; at most one a day (UTC) and DID, so that a second request of a day is answered with the first one's.
 *
 * @throws {TestModeNotServed} @throws {NotFound} without a DID.
 * @throws {IssuerAway} when the issuer does not answer; nothing was issued then.
 */
export async function requestCredential(ctx: ApiContext, { actor, keep }: Request): Promise<RequestedCredential> {
  if (actor.mode === 'test') throw new TestModeNotServed()
  const { merchantId } = actor
  if (!(await findDidOfMerchant(ctx.orm.em.fork(), { merchantId }))) throw new NotFound('DID')
  const id = await transaction(ctx, async (em) => {
    const asked = await askIssuer(em, ctx, { merchantId, wanted: { kind: 'credential', credentialType: 'ReputationCredential' } })
    if (keep) await insertTogether(em, [keep.begun(asked)])
    return asked
  })
  return awaitCredential(ctx, { id })
}

/** What became of a request, made again where it came to nothing. @throws {IssuerAway} */
export async function resumeRequest(ctx: ApiContext, { id }: { id: string }): Promise<RequestedCredential> {
  await askIssuerAgain(ctx, { id })
  return awaitCredential(ctx, { id })
}

/** What was issued before a request began was not issued for it. */
async function awaitCredential(ctx: ApiContext, { id }: { id: string }): Promise<RequestedCredential> {
  const { credentialId } = await awaitIssuer(ctx, { id })
  const credential = credentialId === null ? undefined : await findCredential(ctx.orm.em.fork(), { id: credentialId })
  if (!credential) throw new Error(`request ${id} was taken and has no credential`)
  return { seen: seeCredential(credential), isNew: credential.id === id }
}
