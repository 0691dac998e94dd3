import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Files below a folder of the checkout, by their paths in it, in order; those of installed packages are left out. */
export const listFiles = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .toSorted()

/** SHA-256 of some files of the checkout with their paths and of what it installs, in hexadecimal. */
export function digestOf(paths: readonly string[]): string {
  const digest = createHash('sha256')
  for (const path of [...paths, 'package-lock.json']) digest.update(`${path}\n`).update(readFileSync(join(root, path)))
  return digest.digest('hex')
}
