import { cacheFolder } from '@gateway/devnet/downloads/cache-folder'
import { withLock } from '@gateway/devnet/processes/lock'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const requirements = resolve(import.meta.dirname, 'schemathesis.txt')

/**
 * A folder of Python packages with Schemathesis, in the versions of `schemathesis.txt`; nothing is installed into Python.
 *
 * @throws {Error} without Python 3 and pip, or when the packages cannot be fetched.
 */
export async function obtainSchemathesis(): Promise<string> {
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)
  const folder = join(cacheFolder(), `schemathesis-${version}`)
  await withLock(`${folder}.lock`, async () => {
    if (!existsSync(folder)) await install(folder)
  })
  return folder
}

/** Builds under a temporary name, so that an interrupted download is never used. */
async function install(folder: string): Promise<void> {
  const building = mkdtempSync(`${folder}-`)
  try {
    const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--only-binary=:all:', '--target', building]
    await run('python3', ['-m', 'pip', 'install', ...options, '--requirement', requirements], { timeout: 300_000 })
    renameSync(building, folder)
  } finally {
    rmSync(building, { recursive: true, force: true })
  }
}
