import { cacheFolder } from '@gateway/devnet/downloads/cache-folder'
import { withLock } from '@gateway/devnet/processes/lock'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A tool whose packages have pinned versions in the file of its name. */
type PythonTool = 'schemathesis' | 'openapi-python-client' | 'pypdf'

/**
 * A folder of Python packages with a tool, its programs in `bin`; nothing is installed into Python.
 *
 * @throws {Error} without Python 3 and pip, or when the packages cannot be fetched.
 */
export async function obtainPythonTool(tool: PythonTool): Promise<string> {
  const requirements = resolve(import.meta.dirname, `${tool}.txt`)
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)
  const folder = join(cacheFolder(), `${tool}-${version}`)
  await withLock(`${folder}.lock`, async () => {
    if (!existsSync(folder)) await install(folder, requirements)
  })
  return folder
}

/** Builds under a temporary name, so that an interrupted download is never used. */
async function install(folder: string, requirements: string): Promise<void> {
  const building = mkdtempSync(`${folder}-`)
  try {
    const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--only-binary=:all:', '--target', building]
    await run('python3', ['-m', 'pip', 'install', ...options, '--requirement', requirements], { timeout: 300_000 })
    renameSync(building, folder)
  } finally {
    rmSync(building, { recursive: true, force: true })
  }
}
