import { readFileSync } from 'node:fs'
import { type SealedSeed, SeedRefused } from './sealed-seed.ts'
import { replaceDurableFile, createDurableFile } from './durable-file.ts'

const OWNER_ONLY = 0o600

/** Writes a sealed seed to a file that only its owner can read. @throws {FileExists} when there is one: a seed is never overwritten. */
export const writeSeedFile = (path: string, record: SealedSeed): void =>
  createDurableFile(path, { text: `${JSON.stringify(record)}\n`, mode: OWNER_ONLY })

/** Replaces a seed file's content atomically; only its owner can read it. */
export const replaceSeedFile = (path: string, stored: object): void =>
  replaceDurableFile(path, { text: `${JSON.stringify(stored)}\n`, mode: OWNER_ONLY })

/** A seed file's content, unchecked. @throws {SeedRefused} when the file is missing or no JSON. */
export function readSeedFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new SeedRefused('unreadable', { cause })
  }
}
