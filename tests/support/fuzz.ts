import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { obtainPythonTool } from './obtain-python-tool.ts'
import { sizes } from './tier.ts'

const run = promisify(execFile)
/** Generated requests per operation and phase: `FUZZ_EXAMPLES`, or the size of the tier. */
const EXAMPLES = process.env['FUZZ_EXAMPLES'] ?? String(sizes.fuzzExamples)
const PROGRAM = 'from schemathesis.cli import schemathesis; schemathesis()'
/** A 503 is a regular answer; the second check requires that it is documented. */
const SETTINGS = '[checks.not_a_server_error]\nexpected-statuses = ["2xx", "4xx", "503"]\n'
const MAX_OUTPUT = 64 * 1_024 * 1_024
const SHOWN = 4_000

/** The API to fuzz, the operations and the credential. */
interface Fuzzing {
  readonly api: string
  readonly credential: string
  /** Operations that are not called. */
  readonly without: readonly string[]
  /** Parameters with fixed values, such as `path.id`. */
  readonly fixed?: Readonly<Record<string, string>>
  readonly options?: readonly string[]
}

/** The tool that is missing for fuzzing; undefined when none is. */
export async function findMissing(): Promise<string | undefined> {
  const isThere = (words: readonly string[]) =>
    run('python3', words).then(
      () => true,
      () => false,
    )
  if (!(await isThere(['--version']))) return 'Python 3 (python3) is missing'
  return (await isThere(['-m', 'pip', '--version'])) ? undefined : 'Python 3 has no pip'
}

/**
 * Sends valid and invalid requests generated from the API's own description, and returns the report of Schemathesis, which is printed for its seed and
 * counts.
 */
export async function fuzz({ api, credential, without, fixed = {}, options = [] }: Fuzzing): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
  const parameters = Object.entries(fixed).map(([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}\n`)
  writeFileSync(join(folder, 'schemathesis.toml'), `${SETTINGS}[parameters]\n${parameters.join('')}`)
  const excluded = without.flatMap((id) => ['--exclude-operation-id', id])
  const checks = ['--checks', 'not_a_server_error,status_code_conformance', '--continue-on-failure', '--max-examples', EXAMPLES]
  // Hypothesis reads its own sources to name examples, which breaks with two threads at once.
  const calm = ['--no-color', '--warnings', 'off', '--suppress-health-check', 'all', '--request-timeout', '30', '--workers', '1']
  const phases = ['--phases', 'examples,coverage,fuzzing', '-H', `Authorization: Bearer ${credential}`]
  const words = ['-c', PROGRAM, 'run', `${api}/openapi.json`, '--url', api, ...checks, ...calm, ...phases, ...excluded, ...options]
  const packages = await obtainPythonTool('schemathesis')
  // Hypothesis computes its tables of characters for longer than most runs take, and caches them in this folder.
  const kept = { HYPOTHESIS_STORAGE_DIRECTORY: `${packages}.hypothesis`, PYTHONDONTWRITEBYTECODE: '1' }
  const env = { ...process.env, ...kept, PYTHONPATH: packages }
  const failed = ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ stdout: `${stdout}${stderr}` })
  const { stdout } = await run('python3', words, { cwd: folder, env, maxBuffer: MAX_OUTPUT }).catch(failed)
  rmSync(folder, { recursive: true, force: true })
  const said = stdout.slice(-SHOWN)
  process.stdout.write(`${said}\n`)
  return said
}
