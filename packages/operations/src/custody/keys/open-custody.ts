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

/** The settings that open the seed. */
export type CustodySettings = CustodyEnv & { readonly NODE_ENV: string }

/**
 * Opens the sealed seeds of this deployment into the signer's keys, before anything else starts; the caller destroys the keys at the end.
 *
 * @param tell - Called before each retry of a key service.
 * @throws {KekRefused | SeedRefused} with one sentence for the operator; the process then ends.
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
  if (settings.CUSTODY_NEW_KEK === undefined) throw new KekRefused('CUSTODY_NEW_KEK must name the new wrapping key')
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
    // The error names the settings of the current key.
    throw error instanceof KekRefused ? new KekRefused(error.message.replaceAll('CUSTODY_KEK', 'CUSTODY_NEW_KEK')) : error
  }
}

/** The configured wrapping key. @throws {KekRefused} when it is unavailable or not allowed here. */
export const kekOf = (settings: CustodySettings, tell: Tell = untold): Kek => openers[settings.CUSTODY_KEK](settings, tell)

const untold: Tell = () => {}

const openers: Readonly<Record<CustodyEnv['CUSTODY_KEK'], (settings: CustodySettings, tell: Tell) => Kek>> = {
  env: openEnvKek,
  file: (settings) => openFileKek(settings.CUSTODY_KEK_FILE),
  kms: (settings, tell) => openKmsKek(settings, { tell }),
}

/** The label of this deployment's seed: its name and all its chains with their networks, sorted. */
export function labelOf({ DEPLOYMENT_ID: deploymentId }: Pick<CustodyEnv, 'DEPLOYMENT_ID'>, rails: Rails): SeedLabel {
  const networks = [...rails.values()].map(({ chain, network }) => `${chain}=${network}`)
  return { purpose: 'custody-seed', deploymentId, network: networks.toSorted().join(',') }
}
