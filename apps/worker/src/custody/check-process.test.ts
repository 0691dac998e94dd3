import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkProcess, ProcessOpen, type Start } from './check-process.ts'

const limitsWith = (soft: string): string =>
  `Limit                     Soft Limit           Hard Limit           Units\nMax stack size            8388608              unlimited            bytes\nMax core file size        ${soft.padEnd(20)} unlimited            bytes\n`
const closed: Start = {
  execArgv: ['--disable-warning=ExperimentalWarning', '--disable-sigusr1'],
  nodeOptions: undefined,
  limits: limitsWith('0'),
  program: ['main.ts'],
}

describe('checkProcess', () => {
  test.each<[string, Partial<Start>]>([
    ['the right options', {}],
    ['the options in the environment', { execArgv: [], nodeOptions: '--max-old-space-size=512 "--disable-sigusr1"' }],
    ['an option in its other spelling', { execArgv: ['--disable_sigusr1'] }],
    ['no file with its limits', { limits: undefined }],
  ])('accepts %s', (_, change) => {
    expect(() => checkProcess({ ...closed, ...change })).not.toThrow()
  })

  test.each<[string, Partial<Start>, string]>([
    ['SIGUSR1 enabled', { execArgv: [] }, 'SIGUSR1 would open the inspector'],
    ['the inspector', { execArgv: ['--inspect', '--disable-sigusr1'] }, '--inspect would show its memory'],
    ['the inspector at an address', { execArgv: ['--disable-sigusr1', '--inspect_brk=:9229'] }, '--inspect-brk would show its memory'],
    ['the inspector in the environment', { nodeOptions: '--no-warnings --inspect-wait' }, '--inspect-wait would show its memory'],
    ['the inspector in quotes', { nodeOptions: '"--inspect=0"' }, '--inspect would show its memory'],
    ['SIGUSR1 enabled again', { nodeOptions: '--no-disable-sigusr1' }, '--no-disable-sigusr1 would show its memory'],
    ['heap snapshots', { nodeOptions: '--heapsnapshot-signal=SIGUSR2' }, '--heapsnapshot-signal would show its memory'],
    ['an options file', { nodeOptions: '--experimental-config-file=a.json' }, '--experimental-config-file would show its memory'],
    ['core files', { limits: limitsWith('unlimited') }, 'a crash would write its memory to a core file'],
    ['small core files', { limits: limitsWith('1024') }, 'a crash would write its memory to a core file'],
    ['unreadable limits', { limits: 'nothing of the kind' }, 'a crash would write its memory to a core file'],
  ])('rejects %s', (_, change, problem) => {
    const start = () => checkProcess({ ...closed, ...change })
    expect(start).toThrow(ProcessOpen)
    expect(start).toThrow(problem)
    expect(start).toThrow('Start it with: (ulimit -c 0; exec node --disable-sigusr1 main.ts)')
  })
})

const main = join(import.meta.dirname, '../main.ts')
/** Enough settings for a signer, and for an issuer; a process that passes the check ends because its database is missing. */
const settings = {
  WORKER_ROLES: 'signer',
  ISSUER_KEY: '0a'.repeat(32),
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
  TEMPORAL_ADDRESS: '127.0.0.1:1',
  CHAINS: 'BTC',
  BTC_NETWORK: 'regtest',
  PUBLIC_BASE_URL: 'https://pay.example',
  STATIC_RATES: '{"BTC/USD":"60000"}',
  NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../../../.cache/node'),
}

/** Starts the worker from a shell with this core file limit. */
function start({ coreLimit = '0', options = [] as string[], role = 'signer' }): Promise<{ code: number | null; said: string }> {
  const shell = ['-c', `ulimit -S -c ${coreLimit}; exec "$0" "$@"`, process.execPath, ...options, main]
  const child = spawn('/bin/sh', shell, { env: { ...settings, WORKER_ROLES: role }, stdio: ['ignore', 'ignore', 'pipe'] })
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  return new Promise((done) => child.on('close', (code) => done({ code, said: said.join('') })))
}

const mayHaveCores = !/^Max core file size\s+\S+\s+0\s/m.test(readFileSync('/proc/self/limits', 'utf8'))

describe('a signer process', () => {
  const right = `(ulimit -c 0; exec node --disable-sigusr1 ${main})`

  test('exits before any work when it could be inspected, and names the right command', async () => {
    const plain = await start({})
    expect(plain.code).toBe(1)
    expect(plain.said).toBe(`The signer does not start: SIGUSR1 would open the inspector. Start it with: ${right}\n`)
    const inspected = await start({ options: ['--disable-sigusr1', '--inspect=127.0.0.1:0'] })
    expect(inspected.code).toBe(1)
    expect(inspected.said).toContain('--inspect would show its memory')
  })

  test.runIf(mayHaveCores)('exits before any work when a crash would leave a core file', async () => {
    const { code, said } = await start({ coreLimit: '1024', options: ['--disable-sigusr1'] })
    expect({ code, said }).toEqual({
      code: 1,
      said: `The signer does not start: a crash would write its memory to a core file. Start it with: ${right}\n`,
    })
  })

  test('starts its work with the right options, as do other roles with any options', async () => {
    const sentences = await Promise.all([start({ options: ['--disable-sigusr1'] }), start({ role: 'issuer' })])
    for (const { code, said } of sentences) {
      expect(code).toBe(1)
      expect(said).not.toContain('The signer does not start')
    }
  })
})
