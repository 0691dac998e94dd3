import { devnetChains } from '@gateway/devnet/chains'
import { findProcess } from '@gateway/devnet/processes/process-table'
import { temporaryFolder } from '@gateway/devnet/processes/temporary-folder'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { walletNames } from '../stack/dev-file.ts'
import { eachChain } from '../stack/each-chain.ts'
import { prepareStart } from './prepare-start.ts'
import { settleChains } from './kept-chains.ts'
import { readStartOptions, type StartOptions } from './start-options.ts'
import { startTestStack } from './test-running-stack.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

const command = { name: 'npm run dev', folder: '.data', port: 4000 }
const optionsOf = (name: string, settings: Readonly<Record<string, string>> = {}, ...flags: string[]): StartOptions =>
  readStartOptions(command, { DATA_DIR: join(folder.path, name), PORT: '0', ...settings }, flags)
const quiet = (): void => {}
const refusalOf = (options: StartOptions): Promise<string> =>
  prepareStart(options, quiet).then(
    () => 'started',
    (error: unknown) => String(error),
  )

async function occupied(host = '127.0.0.1'): Promise<number> {
  const server = await new Promise<Server>((listening) => {
    const opened = createServer().listen(0, host, () => listening(opened))
  })
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

test('a start on a taken port is refused with a command for a free one', async () => {
  const port = await occupied()
  const refusal = await refusalOf(optionsOf('port', { PORT: String(port) }))
  const [, command_ = '', other = ''] =
    /^CannotStart: Port \d+ is taken by another program: use another one: (.*PORT=(\d+) npm run dev)$/.exec(refusal) ?? []
  expect(command_).toBe(`DATA_DIR=${join(folder.path, 'port')} PORT=${other} npm run dev`)
  expect(await refusalOf(optionsOf('port', { PORT: other }))).toBe('started')
})

test('a start on a port that another program has under the same name is refused', async () => {
  const port = await occupied('::1')
  expect(await refusalOf(optionsOf('name', { PORT: String(port) }))).toContain(`Port ${port} is taken by another program`)
})

test('a start in the folder of a running stack is refused with its process and API, and keeps its files, even with --reset', async () => {
  const running = await startTestStack(join(folder.path, 'used'))
  onTestFinished(() => running.end())
  const file = join(folder.path, 'used/dev.json')
  const starting = await refusalOf(optionsOf('used'))
  expect(starting).toContain(`used is in use by process ${running.pid}: stop that with Ctrl-C, or start beside it: `)
  writeFileSync(file, devFile(running.pid))
  for (const flags of [[], ['--reset']]) {
    const refusal = await refusalOf(optionsOf('used', {}, ...flags))
    expect(refusal).toContain(`used is in use by process ${running.pid}, whose API is http://127.0.0.1:4000: stop that with Ctrl-C`)
    expect(refusal).toMatch(/or start beside it: DATA_DIR=\S+used-2 PORT=0 npm run dev$/)
  }
  expect(readFileSync(file, 'utf8')).toBe(devFile(running.pid))
  expect(findProcess(running.serverPid)).toBeDefined()
})

test('a start in the folder of a killed stack stops what that left running', async () => {
  const killed = await startTestStack(join(folder.path, 'killed'))
  await killed.kill()
  expect(findProcess(killed.serverPid)).toBeDefined()
  expect(await refusalOf(optionsOf('killed'))).toBe('started')
  expect(findProcess(killed.serverPid)).toBeUndefined()
})

test('a reset stops what a killed stack left running before it deletes the folder', async () => {
  const killed = await startTestStack(join(folder.path, 'reset'))
  await killed.kill()
  expect(await refusalOf(optionsOf('reset', {}, '--reset'))).toBe('started')
  expect(findProcess(killed.serverPid)).toBeUndefined()
  expect(existsSync(join(folder.path, 'reset/api'))).toBe(false)
})

test('a start in a folder that cannot be written is refused with the setting that names another', async () => {
  mkdirSync(folder.path, { recursive: true })
  writeFileSync(join(folder.path, 'file'), '')
  expect(await refusalOf(optionsOf('file/inside'))).toMatch(/file\/inside cannot be written: set DATA_DIR to a folder of your own$/)
})

test.each(['four', '70000', '-1', '1.5'])('PORT=%s is refused', (text) => {
  expect(() => optionsOf('any', { PORT: text })).toThrow(
    `PORT is ${text}, which is no port: use a number up to 65535, or 0 for any free one`,
  )
})

test.each([
  [
    ['--chains', 'BTC,ETH'],
    ['BTC', 'ETH'],
  ],
  [['--chains=pol'], ['POL']],
  [
    ['--reset', '--chains', 'eth,btc,eth'],
    ['BTC', 'ETH'],
  ],
])('%j names chains in any case and order, each of which runs once', (args, chains) => {
  expect(readStartOptions(command, {}, args).chains).toEqual(chains)
})

test.each([
  [['--chains', 'BTC,DOGE'], 'DOGE'],
  [['--chains'], 'nothing'],
  [['--chains', '--reset'], '--RESET'],
])('%j is refused with the chains that there are', (args, named) => {
  expect(() => readStartOptions(command, {}, args)).toThrow(
    `--chains names ${named}: use one or more of ${devnetChains.join(',')}, with commas between`,
  )
})

test('a folder keeps the chains of its first start, and other ones need empty data', () => {
  const first = optionsOf('chosen')
  mkdirSync(first.dataDir)
  expect(settleChains({ ...first, chains: ['BTC', 'ETH'] })).toEqual(['BTC', 'ETH'])
  expect(settleChains(first)).toEqual(['BTC', 'ETH'])
  expect(() => settleChains({ ...first, chains: ['POL'] })).toThrow(
    /has the chains BTC,ETH: start it with empty data: DATA_DIR=\S+ npm run dev -- --chains POL --reset$/,
  )
  expect(settleChains({ ...first, chains: ['BTC', 'ETH'] })).toEqual(['BTC', 'ETH'])
})

test('a folder without a choice runs every chain, as one of an earlier version does', () => {
  const old = optionsOf('old')
  mkdirSync(old.dataDir)
  writeFileSync(join(old.dataDir, 'custody.public.json'), '{}')
  expect(() => settleChains({ ...old, chains: ['POL'] })).toThrow(`has the chains ${devnetChains.join(',')}`)
  expect(settleChains(old)).toEqual(devnetChains)
})

test('without settings a command starts in its own folder on its own port', () => {
  const { dataDir, port, isReset } = readStartOptions(command, {}, [])
  expect([dataDir, port, isReset]).toEqual([join(process.cwd(), '.data'), 4000, false])
})

/** The file of a running stack, as far as a refusal reads it. */
const devFile = (pid: number): string =>
  JSON.stringify({
    pid,
    api: 'http://127.0.0.1:4000',
    postgres: '',
    temporal: { address: '', ui: '' },
    chains: eachChain(() => ({ rpc: '' })),
    wallets: Object.fromEntries(walletNames.map((name) => [name, ''])),
    demo: { businessId: '', apiKey: '', email: '', password: '' },
  })
