import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { digestOf, listFiles } from './source-files.ts'

const root = join(import.meta.dirname, '..')
const folder = 'packages/devnet'
const file = join(root, '.cache/test/devnet.sha256')

/** A test file, by its path in the checkout, and whether all of it passed. */
interface Ended {
  readonly path: string
  readonly passed: boolean
}

/** The sources of the devnet, which imports no other package of ours, and what it installs. */
export function readDevnet(): { readonly digest: string; readonly tests: readonly string[] } {
  const paths = listFiles(folder)
  return { digest: digestOf(paths), tests: paths.filter((path) => path.endsWith('.test.ts')) }
}

/** True when all tests of the devnet passed with these sources on this machine. */
export function isDevnetUnchanged(): boolean {
  try {
    return readFileSync(file, 'utf8') === readDevnet().digest
  } catch {
    return false // They have not passed here yet.
  }
}

/** Remembers the sources that a run began with, when all tests of the devnet have passed in it. */
export function rememberDevnet({ digest, tests }: ReturnType<typeof readDevnet>, ended: readonly Ended[]): void {
  const passed = new Set(ended.filter((one) => one.passed).map(({ path }) => path))
  if (!tests.every((path) => passed.has(path))) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, digest)
}
