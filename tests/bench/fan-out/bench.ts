import { startChild } from '@gateway/devnet/processes/child'
import { freePort } from '@gateway/devnet/processes/port'
import type { Running } from '@gateway/devnet/processes/running'
import { waitFor } from '@gateway/devnet/wait'
import { circuitRules } from '@gateway/domain/webhooks/circuit'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cpuMs } from '../cpu-time.ts'
import { type BenchDatabase, openDatabase } from '../database.ts'
import { median } from '../numbers.ts'
import type { Bench, Section } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { demand } from './answer-on-demand.ts'
import { countDelivered, fillMailboxes, rearm } from './fill-mailboxes.ts'
import type { SendingPlan } from './plan.ts'

const ENDPOINTS = 200
const EACH = 10
const DELIVERIES = ENDPOINTS * EACH
const ROUNDS = 7
const PATIENCE_MS = 60_000

/** Webhooks that are due all at once against a loop of `fetch` with the same bodies to the same receivers, taking turns. */
export const fanOut: Bench = (log) =>
  inTemporaryFolder(async (folder) => {
    const database = await openDatabase(folder)
    const children: Running[] = []
    const start = async (name: string, args: readonly string[], isReady?: () => Promise<boolean>): Promise<Program> => {
      const port = await freePort()
      const child = await startProgram({ folder, name, args: [...args, String(port)], log, isReady: isReady ?? (() => isUp(port)) })
      children.push(child)
      return { pid: child.pid, port }
    }
    try {
      const portsFile = join(folder, 'receivers', 'ports.json')
      const args = [String(ENDPOINTS), join(folder, 'receivers')]
      const receivers = await start('receivers', args, async () => existsSync(portsFile))
      const planFile = join(folder, 'plan.json')
      writeFileSync(planFile, JSON.stringify(await planFor(database, JSON.parse(readFileSync(portsFile, 'utf8')))))
      const senders = {
        'bare loop of fetch': { ...(await start('bare-sender', [planFile])), isRecorded: false },
        'deliveries of the product': { ...(await start('sender', [planFile])), isRecorded: true },
      }
      return [sectionOf(await takeTurns(senders, { database, receivers, log }))]
    } finally {
      for (const child of children) await child.stop()
      await database.stop()
    }
  })

/** A process of the bench. */
interface Program {
  readonly pid: number
  readonly port: number
}

/** One that sends everything when it is told to, and writes down what was accepted or not. */
interface Sender extends Program {
  readonly isRecorded: boolean
}

async function planFor(database: BenchDatabase, ports: readonly number[]): Promise<SendingPlan> {
  const { privateKey } = generateKeyPairSync('x25519')
  const mailboxes = await fillMailboxes(database.sql, { ports, each: EACH, openingKey: privateKey })
  const openingKey = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  return { databaseUrl: database.url, openingKey, mailboxes, parallel: circuitRules.parallel }
}

/** What one delivery took: milliseconds on the clock for all, and of processors for each. */
interface Sending {
  readonly wholeMs: number
  readonly senderMs: number
  readonly postgresMs: number
  readonly receiverMs: number
}

async function takeTurns(
  senders: Readonly<Record<string, Sender>>,
  around: { database: BenchDatabase; receivers: Program; log: (line: string) => void },
): Promise<ReadonlyMap<string, readonly Sending[]>> {
  const sendings = new Map<string, Sending[]>(Object.keys(senders).map((name) => [name, []]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, sender] of Object.entries(senders)) {
      await rearm(around.database.sql)
      const sending = await measure(sender, around)
      around.log(`fan-out: ${round === 0 ? 'warm-up' : `round ${round}`}, ${name}: ${sending.wholeMs.toFixed(0)} ms`)
      if (round > 0) sendings.get(name)?.push(sending)
    }
    const delivered = await countDelivered(around.database.sql)
    if (delivered !== DELIVERIES) throw new Error(`${delivered} of ${DELIVERIES} deliveries were recorded`)
  }
  return sendings
}

/** Ends with the last answer; for the product when the last is recorded, because then it waits a while for more. */
async function measure(sender: Sender, { database, receivers }: { database: BenchDatabase; receivers: Program }): Promise<Sending> {
  const used = () => [sender.pid, database.pid, receivers.pid].map(cpuMs)
  const before = used()
  const startedAt = performance.now()
  const sent = demand(sender.port)
  await (sender.isRecorded ? untilRecorded(database) : sent)
  const wholeMs = performance.now() - startedAt
  const [senderMs = 0, postgresMs = 0, receiverMs = 0] = used().map((ms, place) => (ms - (before[place] ?? 0)) / DELIVERIES)
  await sent
  return { wholeMs, senderMs, postgresMs, receiverMs }
}

const untilRecorded = ({ sql }: BenchDatabase): Promise<true> =>
  waitFor('all to be recorded', async () => (await countDelivered(sql)) === DELIVERIES, { timeoutMs: PATIENCE_MS, everyMs: 10 })

function startProgram(program: {
  folder: string
  name: string
  args: readonly string[]
  log: (line: string) => void
  isReady: () => Promise<boolean>
}): Promise<Running> {
  const folder = join(program.folder, program.name)
  mkdirSync(folder)
  const profiling = process.argv.includes('--profile') ? ['--cpu-prof', `--cpu-prof-dir=${process.cwd()}`] : []
  const main = join(import.meta.dirname, `${program.name}.ts`)
  const args = ['--disable-warning=ExperimentalWarning', ...profiling, main, ...program.args, folder]
  return startChild({ ...program, folder, command: process.execPath, args })
}

const isUp = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )

function sectionOf(sendings: ReadonlyMap<string, readonly Sending[]>): Section {
  const of = (name: string, read: (sending: Sending) => number): number => median((sendings.get(name) ?? []).map(read))
  const cpuOf = (name: string): number => of(name, ({ senderMs, postgresMs }) => senderMs + postgresMs)
  const [bare = ''] = sendings.keys()
  const rows = [...sendings.keys()].map((name) => [
    name,
    ((DELIVERIES * 1_000) / of(name, ({ wholeMs }) => wholeMs)).toFixed(0),
    `${(of(bare, ({ wholeMs }) => wholeMs) / of(name, ({ wholeMs }) => wholeMs)).toFixed(2)} ×`,
    ...(['senderMs', 'postgresMs', 'receiverMs'] as const).map((key) => `${of(name, (sending) => sending[key]).toFixed(2)} ms`),
    `${(cpuOf(bare) / cpuOf(name)).toFixed(2)} ×`,
  ])
  return {
    title: 'Webhooks that are due at once',
    intro:
      `${DELIVERIES} deliveries to ${ENDPOINTS} endpoints, each with a port of its own in one process of receivers: claimed, signed, sent and recorded by the delivery of the webhooks ` +
      `role, against a loop of \`fetch\` with the same bodies; both at most ${circuitRules.parallel} at once to an endpoint, taking turns in ${ROUNDS} rounds, medians. ` +
      'The loop keeps its connections; the product resolves and checks the address for each delivery, and keeps a connection to it for a second. Aim: at least 0.5 × of the loop’s deliveries per second. Senders, ' +
      'receivers and Postgres share the machine; the ratio of CPU is of sender and Postgres together.',
    head: ['sender', 'per second', 'ratio', 'sender CPU', 'Postgres CPU', 'receiver CPU', 'ratio of CPU'],
    rows,
  }
}
