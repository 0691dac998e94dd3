import { kekOf, labelOf, newKekOf } from '@gateway/operations/custody/open-custody'
import { openGenerations, rewrapGenerations } from '@gateway/operations/custody/seed-generations'
import { readSeedFile, replaceSeedFile } from '@gateway/operations/custody/seed-file'
import { SeedRefused } from '@gateway/operations/custody/sealed-seed'
import { copyFileSync, rmSync } from 'node:fs'
import type { Terminal } from './ask.ts'
import type { CustodyConfig } from './config.ts'

/**
 * Wraps every seed with another key. The file is replaced whole, and what it held before stays beside it until the new one has been opened.
 *
 * A run that died can be repeated: it finds a file that one of the two keys opens, and goes on.
 *
 * @throws {KekRefused | SeedRefused} when neither key opens the file; nothing was changed.
 */
export function rotateKek(config: CustodyConfig, { output }: Terminal): void {
  const path = config.CUSTODY_SEED_FILE
  const aside = `${path}.before-rotation`
  const [label, from, to] = [labelOf(config, config.rails), kekOf(config), newKekOf(config)]
  const check = (): void => {
    for (const { entropy } of openGenerations(readSeedFile(path), { label, kek: to })) entropy.fill(0)
  }
  if (!isWrappedBy(check)) {
    const rewrapped = rewrapGenerations(readSeedFile(path), { label, from, to })
    copyFileSync(path, aside)
    replaceSeedFile(path, rewrapped)
    check()
  }
  rmSync(aside, { force: true })
  output.write(`The seed in ${path} is wrapped with ${to.id}. Set CUSTODY_KEK to it and start the signer again.\n`)
}

function isWrappedBy(check: () => void): boolean {
  try {
    check()
    return true
  } catch (error) {
    if (error instanceof SeedRefused && error.reason === 'kek') return false
    throw error
  }
}
