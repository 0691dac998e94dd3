import { execFile } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Where a program runs, and the packages that it can use beside those of its folder. */
interface PythonPlace {
  readonly folder: string
  readonly packages: string
}

/** Everything that a Python program prints. @throws {Error} when it ends with an error or with a warning of Python. */
export async function runPython(program: string, parameters: readonly string[], { folder, packages }: PythonPlace): Promise<string> {
  const places = { PATH: [join(packages, 'bin'), process.env['PATH']], PYTHONPATH: [packages, folder] }
  const env = Object.fromEntries(Object.entries(places).map(([name, folders]) => [name, folders.join(delimiter)]))
  const { stdout, stderr } = await run('python3', ['-W', 'error', '-c', program, ...parameters], {
    cwd: folder,
    env: { ...process.env, ...env },
  })
  return stdout + stderr
}
