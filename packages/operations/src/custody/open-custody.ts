import type { Rails } from '@gateway/chains/registry'
import { readFileSync } from 'node:fs'
import type { CustodyEnv } from './env.ts'
import { envKek, fileKek, type KekProvider, SeedUnreadable } from './kek.ts'
import { openSeed, type SeedLabel } from './sealed-seed.ts'
import { openKeys, type SignerKeys } from './signer-keys.ts'

/** Settings that decide how the seed is opened. */
export type CustodySettings = CustodyEnv & { readonly NODE_ENV: string }

/** The provider of the key that the seed is sealed with. @throws {SeedUnreadable} for a provider that production refuses. */
export function kekOf(settings: CustodySettings): KekProvider {
  if (settings.CUSTODY_KEK === 'file') return fileKek(settings.CUSTODY_KEK_FILE)
  if (settings.NODE_ENV === 'production' && settings.CUSTODY_ALLOW_ENV_KEK !== '1')
    throw new SeedUnreadable('CUSTODY_KEK=env is refused in production')
  return envKek(settings.CUSTODY_KEK_HEX)
}

/** What a seed of this deployment is bound to: its name, and the network of every chain. */
export const labelOf = (settings: Pick<CustodyEnv, 'DEPLOYMENT_ID'>, rails: Rails): SeedLabel => ({
  deploymentId: settings.DEPLOYMENT_ID,
  network: [...rails.values()]
    .map((rail) => `${rail.chain}=${rail.network}`)
    .toSorted()
    .join(','),
})

/** Opens the sealed seed into the signer's keys. @throws {SeedUnreadable} before any work is done. */
export function openCustody(settings: CustodySettings, rails: Rails): SignerKeys {
  const entropy = openSeed(JSON.parse(readFileSync(settings.CUSTODY_SEED_FILE, 'utf8')), labelOf(settings, rails), kekOf(settings))
  const keys = openKeys(entropy, { rails, generation: settings.CUSTODY_GENERATION })
  entropy.fill(0)
  return keys
}
