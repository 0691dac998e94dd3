import type { Rails } from '@gateway/chains/registry'
import type { CustodyEnv, RotationEnv } from '../env.ts'
import { type Kek, KekRefused, type Tell } from './kek.ts'
import { openEnvKek } from './kek-env.ts'
import { openFileKek } from './kek-file.ts'
import { openKmsKek } from './kek-kms.ts'
import type { SeedLabel } from './sealed-seed.ts'
import { readSeedFile } from './seed-file.ts'
import { openAllKeys, openGenerations } from './seed-generations.ts'
import type { SignerKeys } from './signer-keys.ts'

/** Settings that decide how the seed is opened. */
export type CustodySettings = CustodyEnv & { readonly NODE_ENV: string }

/**
 * Opens the sealed seed of this deployment into the signer's keys. Nothing may start before; the caller destroys them at the end.
 *
 * @param tell - Hears why opening takes longer; a key service may have to be asked again.
 * @throws {KekRefused | SeedRefused} with one sentence for the operator; a process that meets one ends.
 */
export async function openCustody(settings: CustodySettings, rails: Rails, tell: Tell = untold): Promise<SignerKeys> {
  const stored = readSeedFile(settings.CUSTODY_SEED_FILE)
  const seeds = await openGenerations(stored, { label: labelOf(settings, rails), kek: kekOf(settings, tell) })
  try {
    return openAllKeys(seeds, rails)
  } finally {
    for (const { entropy } of seeds) entropy.fill(0)
  }
}

/** The key that is to wrap the seed from now on. @throws {KekRefused} when none is named, it cannot be had or may not be used here. */
export function newKekOf(settings: CustodySettings & RotationEnv, tell: Tell = untold): Kek {
  if (settings.CUSTODY_NEW_KEK === undefined) throw new KekRefused('CUSTODY_NEW_KEK says which key is to wrap the seed')
  const chosen = {
    CUSTODY_KEK: settings.CUSTODY_NEW_KEK,
    CUSTODY_KEK_FILE: settings.CUSTODY_NEW_KEK_FILE,
    CUSTODY_KEK_HEX: settings.CUSTODY_NEW_KEK_HEX,
    CUSTODY_KEK_KMS_KEY: settings.CUSTODY_NEW_KEK_KMS_KEY,
    CUSTODY_KEK_KMS_REGION: settings.CUSTODY_NEW_KEK_KMS_REGION,
    CUSTODY_KEK_KMS_ENDPOINT: settings.CUSTODY_NEW_KEK_KMS_ENDPOINT,
  }
  try {
    return openers[chosen.CUSTODY_KEK]({ ...settings, ...chosen }, tell)
  } catch (error) {
    // It names the settings of the present key, and these are another's.
    throw error instanceof KekRefused ? new KekRefused(error.message.replaceAll('CUSTODY_KEK', 'CUSTODY_NEW_KEK')) : error
  }
}

/** The wrapping key that the operator has chosen. @throws {KekRefused} when it cannot be had or may not be used here. */
export const kekOf = (settings: CustodySettings, tell: Tell = untold): Kek => openers[settings.CUSTODY_KEK](settings, tell)

const untold: Tell = () => {}

const openers: Readonly<Record<CustodyEnv['CUSTODY_KEK'], (settings: CustodySettings, tell: Tell) => Kek>> = {
  env: openEnvKek,
  file: (settings) => openFileKek(settings.CUSTODY_KEK_FILE),
  kms: (settings, tell) => openKmsKek(settings, { tell }),
}

/** What a seed of this deployment is sealed for: its name and all its chains, each with its network, in a fixed order. */
export function labelOf({ DEPLOYMENT_ID: deploymentId }: Pick<CustodyEnv, 'DEPLOYMENT_ID'>, rails: Rails): SeedLabel {
  const networks = [...rails.values()].map(({ chain, network }) => `${chain}=${network}`)
  return { purpose: 'custody-seed', deploymentId, network: networks.toSorted().join(',') }
}
