import type { Addressing, Rail } from '@gateway/chains/rail'
import { claimPoolAddress } from '@gateway/db/custody/queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { AddressUnavailable } from '@gateway/domain/custody/errors'
import { type Commit, recipientOf } from '@gateway/domain/custody/intent'
import type { ApiContext } from '../context.ts'
import { isSignedPoolAddress } from './pool-signature.ts'

/** Everything about a new deposit address but the address itself. */
export type AddressTerms = Omit<Commit, 'address' | 'source'> & { readonly expiresAt: Date }

/**
 * Gives an object its deposit address, freezes who will be paid from it, and has it watched: in the caller's transaction, for life.
 *
 * A pool address counts only with the signer's signature; a computed one follows from the frozen terms themselves.
 *
 * @throws {AddressUnavailable} when the pool is empty or an address does not verify; no address is shown then.
 */
export async function allocateAddress(
  em: Em,
  ctx: Pick<ApiContext, 'custody' | 'clock' | 'log'>,
  input: { rail: Rail; terms: AddressTerms },
): Promise<Commit> {
  const { rail, terms } = input
  const origin = await allocators[rail.addressing](em, ctx, { rail, terms })
  const commit: Commit = { ...terms, ...origin }
  await tables(em)
    .insertInto('commit')
    .values({ ...commit, expiresAt: terms.expiresAt, createdAt: ctx.clock.now() })
    .execute()
  await tables(em)
    .insertInto('watch')
    .values({ chain: commit.chain, address: rail.watchKey(commit.address), subject: commit.subject, subjectId: commit.subjectId })
    .execute()
  return commit
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
