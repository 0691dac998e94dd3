import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { obtainPinned } from '../support/obtain-pinned.ts'

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
const obtainJars = (validator: Validator, pom: string): Promise<string> =>
  obtainPinned({ name: validator, pins: pom, fill: (folder) => fetchJars(folder, pom) })

async function fetchJars(folder: string, pom: string): Promise<void> {
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${folder}`]
  try {
    await run('mvn', ['--quiet', '--batch-mode', '--file', pom, ...goal], { timeout: FETCH_TIMEOUT_MS })
  } catch (cause) {
    throw new Error("the invoice validators need Java 17 and Maven (Debian's default-jdk-headless and maven)", { cause })
  }
}
