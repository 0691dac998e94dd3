import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { resetDevnet, startDevnet } from './devnet.ts'
import { mineEvm } from './evm/evm-faucet.ts'
import { findProcess } from './processes/process-table.ts'
import type { DevnetChain } from './chains.ts'
import { startEvm } from './evm/evm.ts'
import { temporaryFolder } from './processes/temporary-folder.ts'
import { waitFor } from './wait.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

type Server = { pid: number; url?: string; rpc?: string; address?: string }
type Started = Record<'postgres' | 'temporal', Server> & { chains: Record<DevnetChain, Server> }
const serversOf = ({ postgres, temporal, chains }: Started) => [postgres, temporal, ...Object.values(chains)]

/** A program that starts a devnet, prints its facts and then idles: the parent to kill. */
function startParent(dataDir: string): ChildProcess {
  const devnet = new URL('devnet.ts', import.meta.url).href
  const program = `
    const { startDevnet } = await import(${JSON.stringify(devnet)})
    const { stop, ...parts } = await startDevnet({ dataDir: ${JSON.stringify(dataDir)} })
    console.log(JSON.stringify(parts))
    setInterval(() => undefined, 1000)`
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
}

async function firstLine(parent: ChildProcess): Promise<Started> {
  if (!parent.stdout) throw new Error('the parent has no output')
  for await (const line of createInterface(parent.stdout)) return JSON.parse(line) as Started
  throw new Error('the parent ended without a word')
}

test('startDevnet continues the same devnet after its parent was killed', async () => {
  const dataDir = join(folder.path, 'killed')
  const parent = startParent(dataDir)
  const first = await firstLine(parent)
  const pids = serversOf(first).map(({ pid }) => pid)
  await expect(startEvm({ dataDir: join(dataDir, 'anvil-eth') })).rejects.toThrow(`already running in ${join(dataDir, 'anvil-eth')}`)
  const died = new Promise((resolve) => parent.once('exit', resolve))
  parent.kill('SIGKILL')
  await died
  expect(pids.map((pid) => findProcess(pid) !== undefined)).toEqual(pids.map(() => true))

  const second = await startDevnet({ dataDir, mines: true })
  onTestFinished(second.stop)
  expect(pids.map((pid) => findProcess(pid))).toEqual(pids.map(() => undefined))
  expect([second.postgres.url, second.temporal.address]).toEqual([first.postgres.url, first.temporal.address])
  const urls = ({ chains }: Pick<Started, 'chains'>) => Object.values(chains).map(({ rpc }) => rpc)
  expect(urls(second)).toEqual(urls(first))
  await second.stop()
  expect(serversOf(second).map(({ pid }) => findProcess(pid))).toEqual(pids.map(() => undefined))

  await resetDevnet(dataDir)
  expect(existsSync(dataDir)).toBe(false)
})

test('startEvm leaves a foreign process alone that has the recorded pid', async () => {
  const dataDir = join(folder.path, 'stranger')
  mkdirSync(dataDir)
  const thirdParty = spawn('sleep', ['60'])
  writeFileSync(join(dataDir, 'anvil.pid'), `${thirdParty.pid} 1\n`)
  const evm = await startEvm({ dataDir })
  await mineEvm(evm, 1)
  await evm.stop()
  expect(thirdParty.exitCode ?? thirdParty.signalCode).toBe(null)
  thirdParty.kill()
})

test('startDevnet stops the other servers when one cannot start', async () => {
  const dataDir = join(folder.path, 'partly')
  mkdirSync(join(dataDir, 'postgres/cluster'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres/cluster/PG_VERSION'), '9\n')
  await expect(startDevnet({ dataDir })).rejects.toThrow('Postgres 9')
  const folders = ['temporal', 'anvil-eth', 'anvil-pol', 'bitcoind-btc', 'bchd-bch']
  for (const name of folders) expect(existsSync(join(dataDir, name, `${name.replace(/-.*/, '')}.pid`))).toBe(false)
})

test('resetDevnet stops the servers that a killed parent left running', async () => {
  const dataDir = join(folder.path, 'afresh')
  const parent = startParent(dataDir)
  const { postgres } = await firstLine(parent)
  const died = new Promise((resolve) => parent.once('exit', resolve))
  parent.kill('SIGKILL')
  await died
  await resetDevnet(dataDir)
  expect(existsSync(dataDir)).toBe(false)
  await waitFor('Postgres to be gone', async () => findProcess(postgres.pid) === undefined)
  await expect(new pg.Client(postgres.url).connect()).rejects.toThrow('ECONNREFUSED')
})
