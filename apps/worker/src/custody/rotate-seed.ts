import { kekOf, labelOf, openCustody } from '@gateway/operations/custody/keys/open-custody'
import { openHighWater } from '@gateway/operations/custody/recovery/open-high-water'
import { readPublicKeyFile, replacePublicKeyFile } from '@gateway/operations/custody/keys/public-key-file'
import { addGeneration, openAllKeys, openGenerations } from '@gateway/operations/custody/keys/seed-generations'
import { ENTROPY_BYTES } from '@gateway/operations/custody/keys/sealed-seed'
import { readSeedFile, replaceSeedFile } from '@gateway/operations/custody/keys/seed-file'
import { entropyOfMnemonic } from '@gateway/operations/custody/keys/mnemonic'
import { randomBytes } from 'node:crypto'
import { readWords, tellOn, type Terminal } from './prompt.ts'
import type { CustodyConfig } from './config.ts'
import { checkAudience, factsOf, type InitChoices, showWords } from './init-custody.ts'

/**
 * Adds the seed of a new generation: new addresses, their signatures and gas payers are derived from it, and everything older stays
 * spendable.
 * The words are shown before anything is stored. A run interrupted between the two files is repeated and completes the public facts.
 * @throws {KekRefused | SeedRefused | WordsRefused | InitRefused} with one line for the operator; no file was changed.
 */
export async function rotateSeed(config: CustodyConfig, choices: InitChoices, terminal: Terminal): Promise<void> {
  const tell = tellOn(terminal)
  const newest = await openCustody(config, config.rails, tell)
  newest.destroy()
  const { generation: published } = readPublicKeyFile(config.CUSTODY_PUBLIC_FILE)
  if (published === newest.generation) await addSeed(config, { choices, terminal, generation: newest.generation + 1 })
  const facts = factsOf(config, await openCustody(config, config.rails, tell))
  replacePublicKeyFile(config.CUSTODY_PUBLIC_FILE, facts)
  terminal.output.write(
    `Generation ${facts.generation} is sealed in ${config.CUSTODY_SEED_FILE}. Configure the api and the chain role anew from ${config.CUSTODY_PUBLIC_FILE}.\n`,
  )
}

async function addSeed(
  config: CustodyConfig,
  { choices, terminal, generation }: { choices: InitChoices; terminal: Terminal; generation: number },
): Promise<void> {
  checkAudience(config, choices, terminal)
  const opener = { label: labelOf(config, config.rails), kek: kekOf(config, tellOn(terminal)) }
  const entropy = choices.restore ? entropyOfMnemonic(await readWords(terminal)) : randomBytes(ENTROPY_BYTES)
  const stored = await addGeneration(readSeedFile(config.CUSTODY_SEED_FILE), { generation, entropy }, opener)
  const seeds = await openGenerations(stored, opener)
  const { poolPublicKey } = factsOf(config, openAllKeys(seeds, config.rails))
  if (!choices.restore && !choices.quiet) await showWords(entropy, choices, terminal)
  if (!choices.restore) openHighWater(config).recordDrawn(poolPublicKey)
  for (const { entropy: secret } of [...seeds, { entropy }]) secret.fill(0)
  replaceSeedFile(config.CUSTODY_SEED_FILE, stored)
}
