import { type DevnetChain, devnetChains } from '@gateway/devnet/chains'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { CannotStart } from './cannot-start.ts'
import { findKeptJson, keepJson } from './kept-json.ts'
import { shownFolder, type StartOptions, typed } from './start-options.ts'

/**
 * The chains of a data folder: those of its first start, because the signer's seed, the wallets and the database are made for them.
 * @throws {CannotStart} when the command asks for others.
 */
export function settleChains(options: StartOptions): readonly DevnetChain[] {
  const file = join(options.dataDir, 'chains.json')
  const kept = findKeptJson(file, z.array(z.enum(devnetChains))) ?? (wasStarted(options.dataDir) ? devnetChains : undefined)
  const chains = options.chains ?? kept ?? devnetChains
  if (kept && kept.join() !== chains.join())
    throw new CannotStart(
      `${shownFolder(options.dataDir)} has the chains ${kept.join(',')}: start it with empty data: ${typed(options, {}, '--reset')}`,
    )
  keepJson(file, chains)
  return chains
}

const wasStarted = (dataDir: string): boolean => existsSync(join(dataDir, 'custody.public.json'))
