import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A plausible mistake as a patch, and the test that must catch it. */
export interface Mutation {
  /** Number and short name, from the name of the patch. */
  readonly name: string
  /** Path of the patch. */
  readonly patch: string
  /** The mistake, in a sentence. */
  readonly what: string
  /** The test file, from the checkout's folder. */
  readonly testFile: string
  /** Matches the titles of the tests that must fail. */
  readonly title: string
  /** Matches their failure message: a failure for another reason does not count. */
  readonly says: string
  /** Start of the SHA-256 of the patch, so that a result names the patch. */
  readonly digest: string
}

const DIGEST_LENGTH = 12

const HEADER = /^Caught-by: (?<testFile>\S+) :: (?<title>.+)\nCaught-as: (?<says>.+)\n(?<what>.+)\n\n/

/** Every mutation, in order of number. @throws {Error} for a patch without its header. */
export function findMutations(): Mutation[] {
  return globSync('*.patch', { cwd: import.meta.dirname })
    .toSorted((a, b) => a.localeCompare(b))
    .map((file) => openPatch(join(import.meta.dirname, file)))
}

function openPatch(patch: string): Mutation {
  const text = readFileSync(patch, 'utf8')
  const { testFile, title, says, what } = HEADER.exec(text)?.groups ?? {}
  if (!testFile || !title || !says || !what) throw new Error(`${basename(patch)} does not begin with Caught-by, Caught-as and a sentence`)
  const digest = createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH)
  return { name: basename(patch, '.patch'), patch, what, testFile, title, says, digest }
}
