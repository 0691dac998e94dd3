import { kekOf, labelOf, newKekOf } from '@gateway/operations/custody/keys/open-custody'
import { openGenerations, rewrapGenerations } from '@gateway/operations/custody/keys/seed-generations'
import { readSeedFile, replaceSeedFile } from '@gateway/operations/custody/keys/seed-file'
import { SeedRefused } from '@gateway/operations/custody/keys/sealed-seed'
import { copyFileSync, rmSync } from 'node:fs'
import { tellOn, type Terminal } from './prompt.ts'
import type { CustodyConfig } from './config.ts'

/**
 * Wraps every seed with another key. The file is replaced atomically, and its previous content stays beside it until the new one has been
 * opened.
 * An interrupted run can be repeated: it finds a file that one of the two keys opens, and continues.
 * @throws {KekRefused | SeedRefused} when neither key opens the file; nothing was changed.
 */
export async function rotateKek(config: CustodyConfig, terminal: Terminal): Promise<void> {
  const path = config.CUSTODY_SEED_FILE
  const aside = `${path}.before-rotation`
  const tell = tellOn(terminal)
  const [label, from, to] = [labelOf(config, config.rails), kekOf(config, tell), newKekOf(config, tell)]
  const check = async (): Promise<void> => {
    for (const { entropy } of await openGenerations(readSeedFile(path), { label, kek: to })) entropy.fill(0)
  }
  if (!(await isWrappedBy(check))) {
    const rewrapped = await rewrapGenerations(readSeedFile(path), { label, from, to })
    copyFileSync(path, aside)
    replaceSeedFile(path, rewrapped)
    await check()
  }
  rmSync(aside, { force: true })
  terminal.output.write(`The seed in ${path} is wrapped with ${to.id}. Set CUSTODY_KEK to it and start the signer again.\n`)
}

async function isWrappedBy(check: () => Promise<void>): Promise<boolean> {
  try {
    await check()
    return true
  } catch (error) {
    if (error instanceof SeedRefused && error.reason === 'kek') return false
    throw error
  }
}
