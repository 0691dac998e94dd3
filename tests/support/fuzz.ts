import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { obtainSchemathesis } from './obtain-schemathesis.ts'
import { sizes } from './tier.ts'

const run = promisify(execFile)
/** Requests made up for each operation and phase: `FUZZ_EXAMPLES`, or as many as the tier says. */
const EXAMPLES = process.env['FUZZ_EXAMPLES'] ?? String(sizes.fuzzExamples)
const PROGRAM = 'from schemathesis.cli import schemathesis; schemathesis()'
/** Busy, or something behind it is: an answer like others where it is documented, and the second check sees to that. */
const SETTINGS = '[checks.not_a_server_error]\nexpected-statuses = ["2xx", "4xx", "503"]\n'
const MOST_OUTPUT = 64 * 1_024 * 1_024
const SHOWN = 4_000

/** What is asked of an api, and as whom. */
interface Fuzzing {
  readonly api: string
  readonly credential: string
  /** Operations that are left alone. */
  readonly without: readonly string[]
  /** Parameters that are not made up, such as `path.id`. */
  readonly fixed?: Readonly<Record<string, string>>
  readonly options?: readonly string[]
}

/** What this machine lacks to make requests up; undefined when it lacks nothing. */
export async function findMissing(): Promise<string | undefined> {
  const isThere = (words: readonly string[]) =>
    run('python3', words).then(
      () => true,
      () => false,
    )
  if (!(await isThere(['--version']))) return 'there is no Python 3 (python3)'
  return (await isThere(['-m', 'pip', '--version'])) ? undefined : 'its Python 3 has no pip'
}

/**
 * Sends an api requests made up from its own description, right and wrong ones, and returns what Schemathesis says of the answers. That is
 * printed too, because its seed and its counts are the result.
 */
export async function fuzz({ api, credential, without, fixed = {}, options = [] }: Fuzzing): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
  const parameters = Object.entries(fixed).map(([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}\n`)
  writeFileSync(join(folder, 'schemathesis.toml'), `${SETTINGS}[parameters]\n${parameters.join('')}`)
  const excluded = without.flatMap((id) => ['--exclude-operation-id', id])
  const checks = ['--checks', 'not_a_server_error,status_code_conformance', '--continue-on-failure', '--max-examples', EXAMPLES]
  // Hypothesis reads its own sources to name what it makes up, which two threads at once can break.
  const calm = ['--no-color', '--warnings', 'off', '--suppress-health-check', 'all', '--request-timeout', '30', '--workers', '1']
  const phases = ['--phases', 'examples,coverage,fuzzing', '-H', `Authorization: Bearer ${credential}`]
  const words = ['-c', PROGRAM, 'run', `${api}/openapi.json`, '--url', api, ...checks, ...calm, ...phases, ...excluded, ...options]
  const env = { ...process.env, PYTHONPATH: await obtainSchemathesis(), PYTHONDONTWRITEBYTECODE: '1' }
  const failed = ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ stdout: `${stdout}${stderr}` })
  const { stdout } = await run('python3', words, { cwd: folder, env, maxBuffer: MOST_OUTPUT }).catch(failed)
  rmSync(folder, { recursive: true, force: true })
  const said = stdout.slice(-SHOWN)
  process.stdout.write(`${said}\n`)
  return said
}
