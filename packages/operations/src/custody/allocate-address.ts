import type { Addressing, Rail } from '@gateway/chains/rail'
import { claimPoolAddress } from '@gateway/db/custody/queries'
import type { Em } from '@gateway/db/orm'
import type { Insert } from '@gateway/db/kernel/insert-together'
import { AddressUnavailable } from '@gateway/domain/custody/errors'
import { type Commit, recipientOf } from '@gateway/domain/custody/intent'
import type { ApiContext } from '../context.ts'
import { isSignedPoolAddress } from './pool-signature.ts'

/** Everything about a new deposit address but the address itself. */
export type AddressTerms = Omit<Commit, 'address' | 'source'> & { readonly expiresAt: Date }

/** An address that is an object's for life, and the rows that make it so. */
export interface Allocated {
  readonly commit: Commit
  /** Freeze who is paid from the address and have it watched; to be inserted in the same transaction, before the address is shown. */
  readonly rows: readonly Insert[]
}

/**
 * Gives an object its deposit address in the caller's transaction.
 *
 * A pool address counts only with the signer's signature; a computed one follows from the frozen terms themselves.
 *
 * @throws {AddressUnavailable} when the pool is empty or an address does not verify; no address is shown then.
 */
export async function allocateAddress(
  em: Em,
  ctx: Pick<ApiContext, 'custody' | 'clock' | 'log'>,
  input: { rail: Rail; terms: AddressTerms },
): Promise<Allocated> {
  const { rail, terms } = input
  const origin = await allocators[rail.addressing](em, ctx, { rail, terms })
  const commit: Commit = { ...terms, ...origin }
  const { chain, address, subject, subjectId } = commit
  return {
    commit,
    rows: [
      { into: 'commit', rows: [{ ...commit, expiresAt: terms.expiresAt, createdAt: ctx.clock.now() }] },
      { into: 'watch', rows: [{ chain, address: rail.watchKey(address), subject, subjectId }] },
    ],
  }
}

type Allocator = (
  em: Em,
  ctx: Pick<ApiContext, 'custody' | 'log'>,
  input: { rail: Rail; terms: AddressTerms },
) => Promise<Pick<Commit, 'address' | 'source'>>

const allocators: Readonly<Record<Addressing, Allocator>> = {
  async pool(em, ctx, { rail, terms }) {
    const row = await claimPoolAddress(em, { chain: rail.chain, claimedBy: terms.subjectId })
    if (!row) throw new AddressUnavailable(rail.chain, 'the pool is empty')
    const { deploymentId, poolPublicKey } = ctx.custody
    const statement = {
      deploymentId,
      network: rail.network,
      chain: row.chain,
      generation: row.generation,
      idx: row.idx,
      address: row.address,
    }
    if (!isSignedPoolAddress(statement, row.sig, poolPublicKey)) {
      ctx.log.error({ alarm: 'pool_signature', chain: rail.chain, idx: row.idx }, 'a pool address is not signed by the signer')
      throw new AddressUnavailable(rail.chain, 'the address is not signed by the signer')
    }
    return { address: row.address, source: { kind: 'pool', generation: row.generation, idx: row.idx } }
  },
  async create2(_em, _ctx, { rail, terms }) {
    if (!rail.computeDeposit) throw new AddressUnavailable(rail.chain, 'the rail computes no addresses')
    const { address, ...source } = rail.computeDeposit({
      id: terms.subjectId,
      merchant: recipientOf(terms, 'merchant'),
      platform: recipientOf(terms, 'platform'),
      feeBps: terms.feeBps,
    })
    return { address, source: { kind: 'create2', ...source } }
  },
}
