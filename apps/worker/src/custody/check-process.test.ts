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

describe('a process that is to hold the seed', () => {
  test.each<[string, Partial<Start>]>([
    ['the right options', {}],
    ['the options in the environment', { execArgv: [], nodeOptions: '--max-old-space-size=512 "--disable-sigusr1"' }],
    ['an option in its other spelling', { execArgv: ['--disable_sigusr1'] }],
    ['no file that tells its limits', { limits: undefined }],
  ])('may be started with %s', (_, change) => {
    expect(() => checkProcess({ ...closed, ...change })).not.toThrow()
  })

  test.each<[string, Partial<Start>, string]>([
    ['SIGUSR1 at work', { execArgv: [] }, 'SIGUSR1 would open the inspector'],
    ['the inspector', { execArgv: ['--inspect', '--disable-sigusr1'] }, '--inspect would show its memory'],
    ['the inspector at an address', { execArgv: ['--disable-sigusr1', '--inspect_brk=:9229'] }, '--inspect-brk would show its memory'],
    ['the inspector by the environment', { nodeOptions: '--no-warnings --inspect-wait' }, '--inspect-wait would show its memory'],
    ['the inspector in quotes', { nodeOptions: '"--inspect=0"' }, '--inspect would show its memory'],
    ['SIGUSR1 at work again', { nodeOptions: '--no-disable-sigusr1' }, '--no-disable-sigusr1 would show its memory'],
    ['snapshots of its heap', { nodeOptions: '--heapsnapshot-signal=SIGUSR2' }, '--heapsnapshot-signal would show its memory'],
    ['a file of options', { nodeOptions: '--experimental-config-file=a.json' }, '--experimental-config-file would show its memory'],
    ['core files', { limits: limitsWith('unlimited') }, 'a crash would write its memory to a core file'],
    ['small core files', { limits: limitsWith('1024') }, 'a crash would write its memory to a core file'],
    ['limits that cannot be read', { limits: 'nothing of the kind' }, 'a crash would write its memory to a core file'],
  ])('may not be started with %s', (_, change, problem) => {
    const start = () => checkProcess({ ...closed, ...change })
    expect(start).toThrow(ProcessOpen)
    expect(start).toThrow(problem)
    expect(start).toThrow('Start it so: (ulimit -c 0; exec node --disable-sigusr1 main.ts)')
  })
})

const main = join(import.meta.dirname, '../main.ts')
/** Enough for a signer to be recognised as one; a process that gets past the check ends for want of a database. */
const settings = {
  WORKER_ROLES: 'signer',
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
  TEMPORAL_ADDRESS: '127.0.0.1:1',
  CHAINS: 'BTC',
  BTC_NETWORK: 'regtest',
  STATIC_RATES: '{"BTC/USD":"60000"}',
  NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../../../.cache/node'),
}

/** Starts the worker from a shell that limits core files so. */
function start({ coreLimit = '0', options = [] as string[], role = 'signer' }): Promise<{ code: number | null; said: string }> {
  const shell = ['-c', `ulimit -S -c ${coreLimit}; exec "$0" "$@"`, process.execPath, ...options, main]
  const child = spawn('/bin/sh', shell, { env: { ...settings, WORKER_ROLES: role }, stdio: ['ignore', 'ignore', 'pipe'] })
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  return new Promise((done) => child.on('close', (code) => done({ code, said: said.join('') })))
}

const mayHaveCores = !/^Max core file size\s+\S+\s+0\s/m.test(readFileSync('/proc/self/limits', 'utf8'))

describe('a signer', () => {
  const right = `(ulimit -c 0; exec node --disable-sigusr1 ${main})`

  test('that could be inspected ends before any work and names the command that is right', async () => {
    const plain = await start({})
    expect(plain.code).toBe(1)
    expect(plain.said).toBe(`The signer does not start: SIGUSR1 would open the inspector. Start it so: ${right}\n`)
    const inspected = await start({ options: ['--disable-sigusr1', '--inspect=127.0.0.1:0'] })
    expect(inspected.code).toBe(1)
    expect(inspected.said).toContain('--inspect would show its memory')
  })

  test.runIf(mayHaveCores)('whose crash would leave a core file ends before any work', async () => {
    const { code, said } = await start({ coreLimit: '1024', options: ['--disable-sigusr1'] })
    expect({ code, said }).toEqual({
      code: 1,
      said: `The signer does not start: a crash would write its memory to a core file. Start it so: ${right}\n`,
    })
  })

  test('that is started so goes on to its work, as do other roles however they are started', async () => {
    const sentences = await Promise.all([start({ options: ['--disable-sigusr1'] }), start({ role: 'relay' })])
    for (const { code, said } of sentences) {
      expect(code).toBe(1)
      expect(said).not.toContain('The signer does not start')
    }
  })
})
