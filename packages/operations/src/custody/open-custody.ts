import type { Rails } from '@gateway/chains/registry'
import { dirname, join } from 'node:path'
import type { CustodyEnv, RotationEnv } from './env.ts'
import { type Kek, KekRefused } from './kek.ts'
import { openEnvKek } from './kek-env.ts'
import { openFileKek } from './kek-file.ts'
import type { SeedLabel } from './sealed-seed.ts'
import { readSeedFile } from './seed-file.ts'
import { openAllKeys, openGenerations } from './seed-generations.ts'
import { openSequenceFile, type SequenceFile } from './sequence-file.ts'
import type { SignerKeys } from './signer-keys.ts'

/** Settings that decide how the seed is opened. */
export type CustodySettings = CustodyEnv & { readonly NODE_ENV: string }

/**
 * Opens the sealed seed of this deployment into the signer's keys. Nothing may start before; the caller destroys them at the end.
 *
 * @throws {KekRefused | SeedRefused} with one sentence for the operator; a process that meets one ends.
 */
export function openCustody(settings: CustodySettings, rails: Rails): SignerKeys {
  const seeds = openGenerations(readSeedFile(settings.CUSTODY_SEED_FILE), { label: labelOf(settings, rails), kek: kekOf(settings) })
  try {
    return openAllKeys(seeds, rails)
  } finally {
    for (const { entropy } of seeds) entropy.fill(0)
  }
}

/** What the signer of these settings remembers outside the database. */
export const openSequence = ({
  CUSTODY_SEQUENCE_FILE,
  CUSTODY_SEED_FILE,
}: Pick<CustodyEnv, 'CUSTODY_SEQUENCE_FILE' | 'CUSTODY_SEED_FILE'>): SequenceFile =>
  openSequenceFile(CUSTODY_SEQUENCE_FILE ?? join(dirname(CUSTODY_SEED_FILE), 'custody.sequence'))

/** The key that is to wrap the seed from now on. @throws {KekRefused} when none is named, it cannot be had or may not be used here. */
export function newKekOf(settings: CustodySettings & RotationEnv): Kek {
  if (settings.CUSTODY_NEW_KEK === undefined) throw new KekRefused('CUSTODY_NEW_KEK says which key is to wrap the seed')
  const { CUSTODY_NEW_KEK: CUSTODY_KEK, CUSTODY_NEW_KEK_FILE: CUSTODY_KEK_FILE, CUSTODY_NEW_KEK_HEX: CUSTODY_KEK_HEX } = settings
  return openers[CUSTODY_KEK]({ ...settings, CUSTODY_KEK, CUSTODY_KEK_FILE, CUSTODY_KEK_HEX })
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
