import type { MadeLink } from '@gateway/contract/identity/dids'
import { causesOf } from '@gateway/db/kernel/causes'
import { findDidOfMerchant, insertLinkedDid, listLinkedDids, lockLinks, proveLinkedDid } from '@gateway/db/identity/did-queries'
import type { LinkedDidEntity } from '@gateway/db/identity/linked-did.entity'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { TestModeNotServed } from '@gateway/domain/businesses/errors'
import { challengeOf, type Did, didKeyOf } from '@gateway/domain/identity/did'
import { DidTaken, InvalidSignature, TooManyLinkedDids } from '@gateway/domain/identity/errors'
import { MAX_LINKED_DIDS } from '@gateway/domain/identity/limits'
import { InvalidField } from '@gateway/domain/kernel/error'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { verify } from 'node:crypto'
import { type Keep, storeResponse } from '../../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { askIssuer } from '../requests/ask-issuer.ts'
import { publicKeyObject } from '../dids/public-key-object.ts'

/** An Ed25519 key, and its signature over the challenge. */
interface Proof {
  readonly publicKey: Uint8Array
  readonly signature: Uint8Array
}

interface Linking {
  readonly actor: Actor
  readonly link: { readonly did: Did; readonly proof: Proof | null }
  readonly keep?: Keep<MadeLink> | undefined
}

/**
 * Links a DID from elsewhere to a merchant. With a proof it is verified, and belongs to this merchant alone; without one it is shown as unverified and carries
 * nothing. One that is linked already stays, and may be proven later. A new proof also asks for a credential of it, which is not waited for.
 *
 * @throws {InvalidSignature} {DidTaken} {TooManyLinkedDids} {TestModeNotServed}
 * @throws {InvalidField} for the merchant's own DID.
 */
export async function linkDid(ctx: ApiContext, { actor, link, keep }: Linking): Promise<MadeLink> {
  if (actor.mode === 'test') throw new TestModeNotServed()
  const { merchantId } = actor
  if (link.proof) checkProof(link.did, { merchantId, proof: link.proof })
  try {
    return await transaction(ctx, async (em) => {
      const own = await findDidOfMerchant(em, { merchantId })
      if (own?.did === link.did) throw new InvalidField('did', 'is your own DID')
      await storeLink(em, ctx, { merchantId, did: link.did, isProven: link.proof !== null })
      const linked = await listLinkedDids(em, { merchantId })
      const made = { link: named(linked, link.did), own, linked }
      await storeResponse(em, keep, made)
      return made
    })
  } catch (error) {
    if (causesOf(error).some(isTaken)) throw new DidTaken()
    throw error
  }
}

function checkProof(did: Did, { merchantId, proof }: { merchantId: MerchantId; proof: Proof }): void {
  if (didKeyOf(proof.publicKey) !== did) throw new InvalidSignature('The DID is not the did:key of this public key')
  const challenge = Buffer.from(challengeOf(did, merchantId), 'utf8')
  if (!verify(null, challenge, publicKeyObject(proof.publicKey), proof.signature)) throw new InvalidSignature()
}

interface Stored {
  readonly merchantId: MerchantId
  readonly did: Did
  readonly isProven: boolean
}

/** Links of one merchant follow one another, so that their number is known. */
async function storeLink(em: Em, ctx: ApiContext, { merchantId, did, isProven }: Stored): Promise<void> {
  await lockLinks(em, { merchantId })
  const linked = await listLinkedDids(em, { merchantId })
  const isKnown = linked.some((one) => one.did === did)
  if (!isKnown && linked.length >= MAX_LINKED_DIDS) throw new TooManyLinkedDids()
  const now = ctx.clock.now()
  const fresh = { id: ctx.ids.uuid(), merchantId, did, isVerified: isProven, createdAt: now, verifiedAt: isProven ? now : null }
  const isNewlyProven = isKnown ? isProven && (await proveLinkedDid(em, { merchantId, did, verifiedAt: now })) : isProven
  if (!isKnown) await insertLinkedDid(em, fresh)
  if (isNewlyProven) await askIssuer(em, ctx, { merchantId, wanted: { kind: 'control', did } })
}

function named(linked: readonly LinkedDidEntity[], did: Did): LinkedDidEntity {
  const link = linked.find((one) => one.did === did)
  if (!link) throw new Error('a link was not stored')
  return link
}

const isTaken = (cause: object): boolean => 'constraint' in cause && cause.constraint === 'linked_did_proven'
