import type { Rail } from '@gateway/chains/rail'
import type { Commit } from '@gateway/domain/custody/intent'
import { computeAddress } from './compute-address.ts'
import { isSignedPoolAddress } from './pool-signature.ts'
import type { PinContext } from '../pins/pin-context.ts'

/** Payout terms, and the signer's signature on their address where the pool has it. */
interface Signed {
  readonly commit: Commit
  readonly poolSig: Uint8Array | null
}

type Check = (ctx: PinContext, rail: Rail, signed: Signed) => boolean

/** True when an address matches its source: signed by this signer, or computed from the terms. */
export const addressFollows: Check = (ctx, rail, signed) => followers[signed.commit.source.kind](ctx, rail, signed)

const followers: Readonly<Record<Commit['source']['kind'], Check>> = {
  pool(ctx, { network, addressing }, { commit, poolSig }) {
    const { source, chain, address } = commit
    if (source.kind !== 'pool' || addressing !== 'pool' || !poolSig) return false
    const { generation, idx } = source
    const statement = { deploymentId: ctx.deploymentId, network, chain, generation, idx, address }
    return isSignedPoolAddress(statement, poolSig, ctx.keys.poolPublicKeyOf(generation))
  },
  create2(_ctx, rail, { commit }) {
    const { source } = commit
    if (source.kind !== 'create2') return false
    const computed = attempt(() => computeAddress(rail, commit))
    const { factory, initHash, salt } = source
    return computed?.address === commit.address && computed.factory === factory && computed.initHash === initHash && computed.salt === salt
  },
}

/** Invalid terms must not stop the checks of other commits. */
function attempt<T>(compute: () => T): T | undefined {
  try {
    return compute()
  } catch {
    return undefined
  }
}
