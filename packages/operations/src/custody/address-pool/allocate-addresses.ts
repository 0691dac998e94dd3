import type { Addressing, Rail } from '@gateway/chains/rail'
import { claimPoolAddresses } from '@gateway/db/custody/address-pool-queries'
import type { PoolAddressEntity } from '@gateway/db/custody/pool-address.entity'
import type { Em } from '@gateway/db/orm'
import type { Insert } from '@gateway/db/kernel/insert-together'
import type { PayoutOwnerSubject } from '@gateway/domain/custody/purposes'
import { AddressUnavailable } from '@gateway/domain/custody/errors'
import type { Commit } from '@gateway/domain/custody/intent'
import type { EscrowContext } from '../../kernel/context.ts'
import { computeAddress } from './compute-address.ts'
import { isSignedPoolAddress } from './pool-signature.ts'

/** The terms of a new deposit address, without the address. */
export type AddressTerms = Omit<Commit, 'address' | 'source' | 'subject'> & {
  readonly subject: PayoutOwnerSubject
  readonly expiresAt: Date
}

/** An object that needs its deposit address. */
export interface AddressRequest {
  readonly ctx: Pick<EscrowContext, 'custody' | 'clock' | 'log'>
  readonly rail: Rail
  readonly addressTerms: AddressTerms
}

/** A deposit address that belongs to one object for ever, with the rows to insert. */
export interface Allocated {
  readonly commit: Commit
  /** Payout terms and watch; insert them in the same transaction, before the address is shown. */
  readonly rows: readonly Insert[]
}

/**
 * Allocates deposit addresses in the caller's transaction, which must roll back when one object gets none.
 *
 * A pool address needs the signer's signature; a computed address follows from the frozen terms.
 *
 * @returns one result per object, in order: its address, or the refusal when the pool is empty or the signature does not verify.
 */
export async function allocateAddresses(em: Em, requests: readonly AddressRequest[]): Promise<(Allocated | AddressUnavailable)[]> {
  const pooled = requests.filter(({ rail }) => rail.addressing === 'pool')
  const claimed = new Map<string, PoolAddressEntity>()
  for (const [chain, own] of Map.groupBy(pooled, ({ rail }) => rail.chain)) {
    const rows = await claimPoolAddresses(em, { chain, claimedBy: own.map(({ addressTerms }) => addressTerms.subjectId) })
    for (const row of rows) claimed.set(row.claimedBy, row)
  }
  return requests.map((request) => {
    const { ctx, rail, addressTerms } = request
    const origin = allocators[rail.addressing](request, claimed.get(addressTerms.subjectId))
    return origin instanceof AddressUnavailable
      ? origin
      : allocated({ ctx, rail, commit: { ...addressTerms, ...origin } }, addressTerms.expiresAt)
  })
}

function allocated(
  { ctx, rail, commit }: { ctx: AddressRequest['ctx']; rail: Rail; commit: Omit<AddressTerms, 'expiresAt'> & Commit },
  expiresAt: Date,
): Allocated {
  const { chain, address, subject, subjectId } = commit
  return {
    commit,
    rows: [
      { into: 'payout_terms', rows: [{ ...commit, conditions: commit.conditions ?? null, expiresAt, createdAt: ctx.clock.now() }] },
      { into: 'watched_address', rows: [{ chain, address: rail.watchKey(address), subject, subjectId }] },
    ],
  }
}

type Origin = Pick<Commit, 'address' | 'source'>

const allocators: Readonly<
  Record<Addressing, (request: AddressRequest, row: PoolAddressEntity | undefined) => Origin | AddressUnavailable>
> = {
  pool({ ctx, rail }, row) {
    if (!row) return new AddressUnavailable(rail.chain, 'the pool is empty')
    const { deploymentId, poolPublicKey } = ctx.custody
    const { chain, generation, idx, address } = row
    const statement = { deploymentId, network: rail.network, chain, generation, idx, address }
    if (isSignedPoolAddress(statement, row.sig, poolPublicKey)) return { address, source: { kind: 'pool', generation, idx } }
    ctx.log.error({ alarm: 'pool_signature', chain: rail.chain, idx }, 'pool address signature rejected')
    return new AddressUnavailable(rail.chain, 'the address is not signed by the signer')
  },
  create2({ rail, addressTerms }) {
    const computed = computeAddress(rail, addressTerms)
    if (!computed) return new AddressUnavailable(rail.chain, 'the rail computes no addresses')
    const { address, ...source } = computed
    return { address, source: { kind: 'create2', ...source } }
  },
}
