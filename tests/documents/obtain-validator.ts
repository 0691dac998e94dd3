import { cacheFolder } from '@gateway/devnet/downloads/cache-folder'
import { withLock } from '@gateway/devnet/processes/lock'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const FETCH_TIMEOUT_MS = 600_000
const RUN_TIMEOUT_MS = 600_000
const MAX_OUTPUT_BYTES = 50_000_000

/** A reference validator: Mustang for PDFs, phive with the rules of CEN for XML. */
type Validator = 'mustang' | 'phive'

/** What is wrong with each file, by its path; empty for a valid one. @throws {Error} without Java 17 and Maven, or when the validator ends. */
export async function validateFiles(validator: Validator, files: readonly string[]): Promise<Map<string, string[]>> {
  const source = join(import.meta.dirname, 'reference', validator)
  const jars = await obtainJars(validator, join(source, 'pom.xml'))
  const parameters = ['-cp', join(jars, '*'), join(source, 'Validate.java'), ...files]
  const { stdout } = await run('java', parameters, { timeout: RUN_TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES })
  const rows = stdout.split('\n').filter((line) => line.startsWith('RESULT\t'))
  return new Map(
    rows.map((row) => row.split('\t').slice(1)).map(([file = '', ...problems]) => [file, problems.filter((text) => text !== '')]),
  )
}

/** The jars of a validator at the versions of its `pom.xml`, fetched once. */
async function obtainJars(validator: Validator, pom: string): Promise<string> {
  const version = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12)
  const folder = join(cacheFolder(), `${validator}-${version}`)
  await withLock(`${folder}.lock`, async () => {
    if (!existsSync(folder)) await fetchJars(folder, pom)
  })
  return folder
}

/** Fetches under a temporary name, so that an interrupted download is never used. */
async function fetchJars(folder: string, pom: string): Promise<void> {
  const building = mkdtempSync(`${folder}-`)
  try {
    const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${building}`]
    await run('mvn', ['--quiet', '--batch-mode', '--file', pom, ...goal], { timeout: FETCH_TIMEOUT_MS })
    renameSync(building, folder)
  } catch (cause) {
    throw new Error("the invoice validators need Java 17 and Maven (Debian's default-jdk-headless and maven)", { cause })
  } finally {
    rmSync(building, { recursive: true, force: true })
  }
}
