import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { obtainPinned } from './obtain-pinned.ts'

const run = promisify(execFile)

/** A tool whose packages have pinned versions in the file of its name. */
type PythonTool = 'lnurl' | 'oauth-clients' | 'schemathesis' | 'openapi-python-client' | 'pyjwt' | 'pypdf'

/**
 * A folder of Python packages with a tool, its programs in `bin`; nothing is installed into Python.
 *
 * @throws {Error} without Python 3 and pip, or when the packages cannot be fetched.
 */
export async function obtainPythonTool(tool: PythonTool): Promise<string> {
  const requirements = resolve(import.meta.dirname, `${tool}.txt`)
  return obtainPinned({ name: tool, pins: requirements, fill: (folder) => install(folder, requirements) })
}

function install(folder: string, requirements: string): Promise<unknown> {
  const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--only-binary=:all:', '--target', folder]
  return run('python3', ['-m', 'pip', 'install', ...options, '--requirement', requirements], { timeout: 300_000 })
}
