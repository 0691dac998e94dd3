import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { obtainJars } from '../support/obtain-jars.ts'

const run = promisify(execFile)
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
