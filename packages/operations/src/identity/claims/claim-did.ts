import type { SeenDid } from '@gateway/contract/identity/dids'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { TestModeNotServed } from '@gateway/domain/businesses/errors'
import type { Keep } from '../../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { askIssuer } from '../requests/ask-issuer.ts'
import { askIssuerAgain, awaitIssuer } from '../requests/await-issuer.ts'
import { findOwnDid } from './get-own-did.ts'

/** A DID, and whether this request has made it. */
export interface ClaimedDid {
  readonly seen: SeenDid
  readonly isNew: boolean
}

interface Claim {
  readonly actor: Actor
  readonly displayName: string | null
  readonly keep?: Keep<ClaimedDid> | undefined
}

/**
 * Gives a merchant its DID, once and for good: a merchant that has one keeps it, and its name. The issuer makes the key within five seconds, and nobody else
 * ever has it.
 *
 * @throws {TestModeNotServed} @throws {IssuerAway} when the issuer does not answer; there is no DID then.
 */
export async function claimDid(ctx: ApiContext, { actor, displayName, keep }: Claim): Promise<ClaimedDid> {
  if (actor.mode === 'test') throw new TestModeNotServed()
  const { merchantId } = actor
  const seen = await findOwnDid(ctx.orm.em.fork(), { merchantId })
  if (seen) return { seen, isNew: false }
  const id = await transaction(ctx, async (em) => {
    const asked = await askIssuer(em, ctx, { merchantId, wanted: { kind: 'claim', displayName } })
    if (keep) await insertTogether(em, [keep.begun(asked)])
    return asked
  })
  return awaitClaim(ctx, { id })
}

/** What became of a claim, asked for again where it came to nothing. @throws {IssuerAway} */
export async function resumeClaim(ctx: ApiContext, { id }: { id: string }): Promise<ClaimedDid> {
  await askIssuerAgain(ctx, { id })
  return awaitClaim(ctx, { id })
}

/** Of several claims of one merchant, the one that made the DID also got a credential of it. */
async function awaitClaim(ctx: ApiContext, { id }: { id: string }): Promise<ClaimedDid> {
  const { merchantId, credentialId } = await awaitIssuer(ctx, { id })
  const seen = await findOwnDid(ctx.orm.em.fork(), { merchantId })
  if (!seen) throw new Error(`claim ${id} was taken and has made no DID`)
  return { seen, isNew: credentialId !== null }
}
