import type { Rails } from '@gateway/chains/registry'
import { z } from 'zod'
import type { Kek } from './kek.ts'
import { openSeed, rewrapSeed, type SealedSeed, type SeedLabel, SeedRefused, sealSeed } from './sealed-seed.ts'
import { openSignerKeys, type SignerKeys } from './signer-keys.ts'

/** A sealed seed and the first generation of its keys. */
interface SealedGeneration {
  readonly generation: number
  readonly sealed: unknown
}

/** An opened seed; the caller must erase it. */
export interface OpenGeneration {
  readonly generation: number
  readonly entropy: Buffer
}

/** The label and key that open the seeds of a file. */
export interface SeedOpener {
  readonly label: SeedLabel
  readonly kek: Kek
}

const Several = z.strictObject({ seeds: z.array(z.strictObject({ generation: z.int().min(0), sealed: z.unknown() })).min(1) })

/** A file holds one sealed seed, as first written, or a list. @throws {SeedRefused} for any other list. */
function generationsIn(stored: unknown): SealedGeneration[] {
  if (typeof stored !== 'object' || stored === null || !('seeds' in stored)) return [{ generation: 0, sealed: stored }]
  const parsed = Several.safeParse(stored)
  if (!parsed.success || parsed.data.seeds.some((seed, at, all) => at > 0 && seed.generation <= (all[at - 1]?.generation ?? 0)))
    throw new SeedRefused('malformed')
  return parsed.data.seeds
}

/** The label includes the generation, so that two seeds cannot be swapped. */
const labelFor = (label: SeedLabel, generation: number): SeedLabel =>
  generation === 0 ? label : { ...label, purpose: `${label.purpose}#${generation}` }

/** Opens every seed of a file, oldest first. @throws {SeedRefused | KekRefused} when one does not open; the others are then erased. */
export async function openGenerations(stored: unknown, { label, kek }: SeedOpener): Promise<OpenGeneration[]> {
  const opened: OpenGeneration[] = []
  try {
    for (const { generation, sealed } of generationsIn(stored))
      opened.push({ generation, entropy: await openSeed(sealed, labelFor(label, generation), kek) })
    return opened
  } catch (error) {
    for (const { entropy } of opened) entropy.fill(0)
    throw error
  }
}

/** A file's content with one more generation; the others are unchanged. @throws {KekRefused} when the key is unavailable. */
export async function addGeneration(stored: unknown, { generation, entropy }: OpenGeneration, { label, kek }: SeedOpener): Promise<object> {
  const sealed = await sealSeed(entropy, labelFor(label, generation), kek)
  return { seeds: [...generationsIn(stored), { generation, sealed }] }
}

/** A file's content under a new wrapping key. @throws {SeedRefused | KekRefused} when one seed does not open. */
export async function rewrapGenerations(stored: unknown, { label, from, to }: { label: SeedLabel; from: Kek; to: Kek }): Promise<object> {
  const rewrap = ({ generation, sealed }: SealedGeneration): Promise<SealedSeed> =>
    rewrapSeed(sealed, labelFor(label, generation), { from, to })
  const seeds = generationsIn(stored)
  const [only] = seeds
  if (only && !('seeds' in Object(stored))) return rewrap(only)
  const rewrapped: SealedGeneration[] = []
  for (const seed of seeds) rewrapped.push({ generation: seed.generation, sealed: await rewrap(seed) })
  return { seeds: rewrapped }
}

/**
 * The keys of all seeds: new keys come from the newest, and each older address stays spendable by its own seed.
 *
 * @throws {RangeError} without a seed.
 */
export function openAllKeys(seeds: readonly OpenGeneration[], rails: Rails): SignerKeys {
  const opened = seeds.map(({ generation, entropy }) => openSignerKeys({ entropy, rails, generation }))
  const newest = opened.at(-1)
  if (!newest) throw new RangeError('There is no seed')
  const serving = (generation: number): SignerKeys => opened.findLast((keys) => keys.generation <= generation) ?? newest
  return {
    ...newest,
    poolPublicKeyOf: (generation) => serving(generation).poolPublicKey,
    pinKeys: opened.toReversed().flatMap(({ pinKeys }) => pinKeys),
    decisionKeys: opened.toReversed().flatMap(({ decisionKeys }) => decisionKeys),
    depositKey: (chain, id) => serving(id.generation).depositKey(chain, id),
    findDeciderKey: (chain, address) => {
      for (const keys of opened) {
        const key = keys.findDeciderKey(chain, address)
        if (key) return key
      }
      return undefined
    },
    depositAddress: (chain, id) => serving(id.generation).depositAddress(chain, id),
    destroy: () => {
      for (const keys of opened) keys.destroy()
    },
  }
}
