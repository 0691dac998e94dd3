import type { Rails } from '@gateway/chains/registry'
import type { CustodyEnv } from './env.ts'
import type { Kek } from './kek.ts'
import { openEnvKek } from './kek-env.ts'
import { openFileKek } from './kek-file.ts'
import { openSeed, type SeedLabel } from './sealed-seed.ts'
import { readSeedFile } from './seed-file.ts'
import { openSignerKeys, type SignerKeys } from './signer-keys.ts'

/** Settings that decide how the seed is opened. */
export type CustodySettings = CustodyEnv & { readonly NODE_ENV: string }

/**
 * Opens the sealed seed of this deployment into the signer's keys. Nothing may start before; the caller destroys them at the end.
 *
 * @throws {KekRefused | SeedRefused} with one sentence for the operator; a process that meets one ends.
 */
export function openCustody(settings: CustodySettings, rails: Rails): SignerKeys {
  const kek = kekOf(settings)
  const entropy = openSeed(readSeedFile(settings.CUSTODY_SEED_FILE), labelOf(settings, rails), kek)
  try {
    return openSignerKeys({ entropy, rails, generation: settings.CUSTODY_GENERATION })
  } finally {
    entropy.fill(0)
  }
}

/** The wrapping key that the operator has chosen. @throws {KekRefused} when it cannot be had or may not be used here. */
export const kekOf = (settings: CustodySettings): Kek => openers[settings.CUSTODY_KEK](settings)

const openers: Readonly<Record<CustodyEnv['CUSTODY_KEK'], (settings: CustodySettings) => Kek>> = {
  env: openEnvKek,
  file: (settings) => openFileKek(settings.CUSTODY_KEK_FILE),
}

/** What a seed of this deployment is sealed for: its name and all its chains, each with its network, in a fixed order. */
export function labelOf({ DEPLOYMENT_ID: deploymentId }: Pick<CustodyEnv, 'DEPLOYMENT_ID'>, rails: Rails): SeedLabel {
  const networks = [...rails.values()].map(({ chain, network }) => `${chain}=${network}`)
  return { purpose: 'custody-seed', deploymentId, network: networks.toSorted().join(',') }
}
