import { createRails, type Rails } from '@gateway/chains/registry'
import { tables } from '@gateway/db/tables'
import type { Orm } from '@gateway/db/orm'
import { signPoolAddress } from '@gateway/operations/custody/address-pool/pool-signature'
import { openSignerKeys } from '@gateway/operations/custody/keys/signer-keys'

const CHUNK = 500

/** Fills the address pool far beyond its usual level, with signatures as the signer makes them. Returns the key that proves them, as the api reads it. */
export async function fillPool(
  orm: Orm,
  pool: { entropy: Buffer; deploymentId: string; settings: Parameters<typeof createRails>[0]; count: number },
): Promise<string> {
  const rails: Rails = createRails(pool.settings)
  const keys = openSignerKeys({ entropy: pool.entropy, rails, generation: 0 })
  const signed = (idx: number) => {
    const address = keys.depositAddress('BTC', { generation: 0, idx })
    const terms = { chain: 'BTC' as const, generation: 0, idx, address }
    return {
      ...terms,
      sig: signPoolAddress({ ...terms, deploymentId: pool.deploymentId, network: 'regtest' }, keys.poolKey),
      claimedBy: null,
    }
  }
  for (let first = 0; first < pool.count; first += CHUNK) {
    const rows = Array.from({ length: CHUNK }, (_, step) => signed(first + step))
    await tables(orm.em.fork()).insertInto('address_pool').values(rows).execute()
  }
  return keys.poolPublicKey.export({ format: 'der', type: 'spki' }).toString('base64')
}
