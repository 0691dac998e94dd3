import { kekOf, labelOf, openCustody } from '@gateway/operations/custody/keys/open-custody'
import { openHighWater } from '@gateway/operations/custody/recovery/open-high-water'
import {
  describePublicKeys,
  type PublicKeyFile,
  readPublicKeyFile,
  writePublicKeyFile,
} from '@gateway/operations/custody/keys/public-key-file'
import { ENTROPY_BYTES, openSeed, sealSeed } from '@gateway/operations/custody/keys/sealed-seed'
import { writeSeedFile } from '@gateway/operations/custody/keys/seed-file'
import { entropyOfMnemonic, mnemonicOf } from '@gateway/operations/custody/keys/mnemonic'
import { openSignerKeys, type SignerKeys } from '@gateway/operations/custody/keys/signer-keys'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { isAgreed, readWords, tellOn, type Terminal } from './prompt.ts'
import type { CustodyConfig } from './config.ts'

/** The operator's options for the seed. */
export interface InitChoices {
  /** Reads the 24 words of an earlier seed instead of drawing a new one. */
  readonly restore: boolean
  /** Shows no words. Refused in production: a seed without written words would be lost with its file. */
  readonly quiet: boolean
  /** Shows the words although standard output is no terminal. */
  readonly showWords: boolean
}

/** The seed was not sealed and no file was changed. The message is one line for the operator. */
export class InitRefused extends Error {
  override readonly name = 'InitRefused'
}

/**
 * Seals a new or restored seed into its file and writes its public facts to another one.
 * The words are shown, and confirmed, before anything is stored: an interrupted command leaves no seed without words. They are shown only
 * after the wrapping key has sealed and opened the seed, so that no useless words are written down. A command interrupted between the two
 * files is run again and completes the public file.
 * @throws {InitRefused | FileExists} when a seed or other public facts exist; nothing is ever overwritten.
 * @throws {KekRefused | WordsRefused | SeedRefused} when the wrapping key or the words cannot be used.
 */
export async function initCustody(config: CustodyConfig, choices: InitChoices, terminal: Terminal): Promise<void> {
  if (existsSync(config.CUSTODY_SEED_FILE)) return completeCustody(config, choices, terminal)
  const kek = kekOf(config, tellOn(terminal))
  checkAudience(config, choices, terminal)
  const entropy = choices.restore ? entropyOfMnemonic(await readWords(terminal)) : randomBytes(ENTROPY_BYTES)
  const facts = factsOf(config, openSignerKeys({ entropy, rails: config.rails, generation: 0 }))
  checkEarlierFacts(config, facts)
  const label = labelOf(config, config.rails)
  const sealed = await sealSeed(entropy, label, kek)
  const again = await openSeed(sealed, label, kek)
  again.fill(0)
  if (!choices.restore && !choices.quiet) await showWords(entropy, choices, terminal)
  // A restored seed may have issued addresses; only a new one may start on an empty database.
  if (!choices.restore) openHighWater(config).recordDrawn(facts.poolPublicKey)
  writeSeedFile(config.CUSTODY_SEED_FILE, sealed)
  entropy.fill(0)
  if (!existsSync(config.CUSTODY_PUBLIC_FILE)) writePublicKeyFile(config.CUSTODY_PUBLIC_FILE, facts)
  terminal.output.write(`The seed is sealed in ${config.CUSTODY_SEED_FILE}; its public facts are in ${config.CUSTODY_PUBLIC_FILE}.\n`)
}

/** An earlier run may have ended between the two files. */
async function completeCustody(config: CustodyConfig, { restore }: InitChoices, terminal: Terminal): Promise<void> {
  if (restore || existsSync(config.CUSTODY_PUBLIC_FILE))
    throw new InitRefused(`${config.CUSTODY_SEED_FILE} exists already; a seed is never overwritten`)
  writePublicKeyFile(config.CUSTODY_PUBLIC_FILE, factsOf(config, await openCustody(config, config.rails, tellOn(terminal))))
  terminal.output.write(`The seed in ${config.CUSTODY_SEED_FILE} was kept; its public facts are in ${config.CUSTODY_PUBLIC_FILE}.\n`)
}

/** The public facts of the keys, which are destroyed. */
export function factsOf(config: CustodyConfig, keys: SignerKeys): PublicKeyFile {
  try {
    return describePublicKeys(keys, { deploymentId: config.DEPLOYMENT_ID, rails: config.rails, generation: keys.generation })
  } finally {
    keys.destroy()
  }
}

/** Words may only go to the operator's terminal, never to a log file or a build record. */
export function checkAudience(config: CustodyConfig, { restore, quiet, showWords: shown }: InitChoices, { output }: Terminal): void {
  if (quiet && !restore && config.NODE_ENV === 'production')
    throw new InitRefused('--quiet is refused in production: without its words a seed cannot be restored')
  if (!restore && !quiet && !shown && output.isTTY !== true)
    throw new InitRefused('The output is no terminal; add --show-words only if every reader of it may have all the money')
}

/** Public facts without their seed belong to a lost or moved one: only that seed may replace it. */
function checkEarlierFacts(config: CustodyConfig, facts: PublicKeyFile): void {
  const path = config.CUSTODY_PUBLIC_FILE
  if (existsSync(path) && !isDeepStrictEqual(readPublicKeyFile(path), facts))
    throw new InitRefused(`${path} describes another seed; restore that one with --restore, or move the file away`)
}

const COLUMNS = 4

/** Shows the words of a seed once, and waits for the operator's confirmation. @throws {InitRefused} without it. */
export async function showWords(entropy: Buffer, { showWords: shown }: InitChoices, terminal: Terminal): Promise<void> {
  const { output } = terminal
  const words = mnemonicOf(entropy).map((word, at) => `${String(at + 1).padStart(2)} ${word.padEnd(10)}`)
  const lines = Array.from({ length: words.length / COLUMNS }, (_, row) =>
    words
      .slice(row * COLUMNS, (row + 1) * COLUMNS)
      .join('')
      .trimEnd(),
  )
  output.write(
    `These ${words.length} words are the seed. They are shown only now; write them on paper, in order.\n\n${lines.join('\n')}\n\n`,
  )
  if (!shown && !(await isAgreed(terminal, 'Type yes when all words are on paper: ')))
    throw new InitRefused('Nothing was stored: not confirmed')
}
