import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A mistake that somebody could make, as a patch, and the test that must find it. */
export interface PlantedBug {
  /** Number and short name, from the patch's file. */
  readonly name: string
  /** Path of the patch. */
  readonly patch: string
  /** What is wrong, in a sentence. */
  readonly what: string
  /** The test file, from the checkout's folder. */
  readonly testFile: string
  /** Matches the titles of the tests that must fail. */
  readonly title: string
  /** Matches what they say then: a test that fails for another reason has found nothing. */
  readonly says: string
  /** Begins the SHA-256 of the patch, so that a result names what was planted. */
  readonly digest: string
}

const DIGEST_LENGTH = 12

const HEADER = /^Caught-by: (?<testFile>\S+) :: (?<title>.+)\nCaught-as: (?<says>.+)\n(?<what>.+)\n\n/

/** Every planted bug, in the order of their numbers. @throws {Error} for a patch whose first lines do not say what catches it. */
export function findPlantedBugs(): PlantedBug[] {
  return globSync('*.patch', { cwd: import.meta.dirname })
    .toSorted((a, b) => a.localeCompare(b))
    .map((file) => openPatch(join(import.meta.dirname, file)))
}

function openPatch(patch: string): PlantedBug {
  const text = readFileSync(patch, 'utf8')
  const { testFile, title, says, what } = HEADER.exec(text)?.groups ?? {}
  if (!testFile || !title || !says || !what)
    throw new Error(`${basename(patch)} does not begin with Caught-by, Caught-as and what is wrong`)
  const digest = createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH)
  return { name: basename(patch, '.patch'), patch, what, testFile, title, says, digest }
}
