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
import type { Bench, Log, SectionText, Table } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { demand } from './answer-on-demand.ts'
import { countDelivered, fillMailboxes, rearm } from './fill-mailboxes.ts'
import type { SendingPlan } from './plan.ts'
import { sized } from '../sized.ts'

const ENDPOINTS = sized(200, 10)
const EACH = 10
const DELIVERIES = ENDPOINTS * EACH
const ROUNDS = sized(7, 1)
const TIMEOUT_MS = 60_000

const text: SectionText = {
  title: 'Webhooks that are due at once',
  intro:
    `${DELIVERIES} deliveries to ${ENDPOINTS} endpoints, each on a port of its own in one receiver process. The webhooks role claims, signs, sends and records them; a loop of \`fetch\` sends the ` +
    `same bodies and nothing else. Both send at most ${circuitRules.parallel} at once to an endpoint and take turns in ${ROUNDS} rounds; medians. ` +
    'The loop keeps its connections. The gateway resolves and checks the address of each delivery and keeps a connection for a second. Senders, ' +
    'receivers and Postgres share the machine; the ratio of CPU compares sender and Postgres together.',
  aims: [{ text: 'at least 0.5 × of the loop’s deliveries per second', column: 'ratio', rows: /^deliveries/, min: 0.5 }],
}

/** Webhooks that are due at once beside a loop of `fetch` with the same bodies to the same receivers, taking turns. */
export const fanOut: Bench = { sections: [text], measure }

function measure(log: Log): Promise<Table[]> {
  return inTemporaryFolder(async (folder) => {
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
        'deliveries of the gateway': { ...(await start('sender', [planFile])), isRecorded: true },
      }
      return [tableOf(await takeTurns(senders, { database, receivers, log }))]
    } finally {
      for (const child of children) await child.stop()
      await database.stop()
    }
  })
}

/** A process of the bench that answers on a port. */
interface Program {
  readonly pid: number
  readonly port: number
}

/** A process that sends all deliveries on demand; `isRecorded` when it also records their outcomes. */
interface Sender extends Program {
  readonly isRecorded: boolean
}

async function planFor(database: BenchDatabase, ports: readonly number[]): Promise<SendingPlan> {
  const { privateKey } = generateKeyPairSync('x25519')
  const mailboxes = await fillMailboxes(database.sql, { ports, each: EACH, openingKey: privateKey })
  const openingKey = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  return { databaseUrl: database.url, openingKey, mailboxes, parallel: circuitRules.parallel }
}

/** One round: the time for all deliveries, and the processor time of one. */
interface Sending {
  readonly wholeMs: number
  readonly senderMs: number
  readonly postgresMs: number
  readonly receiverMs: number
}

async function takeTurns(
  senders: Readonly<Record<string, Sender>>,
  around: { database: BenchDatabase; receivers: Program; log: Log },
): Promise<ReadonlyMap<string, readonly Sending[]>> {
  const sendings = new Map<string, Sending[]>(Object.keys(senders).map((name) => [name, []]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, sender] of Object.entries(senders)) {
      await rearm(around.database.sql)
      const sending = await measureSending(sender, around)
      around.log(`fan-out: ${round === 0 ? 'warm-up' : `round ${round}`}, ${name}: ${sending.wholeMs.toFixed(0)} ms`)
      if (round > 0) sendings.get(name)?.push(sending)
    }
    const delivered = await countDelivered(around.database.sql)
    if (delivered !== DELIVERIES) throw new Error(`${delivered} of ${DELIVERIES} deliveries were recorded`)
  }
  return sendings
}

/** Ends with the last response; for the gateway with the last recorded outcome, because a drain then waits for further deliveries. */
async function measureSending(sender: Sender, { database, receivers }: { database: BenchDatabase; receivers: Program }): Promise<Sending> {
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
  waitFor('every delivery to be recorded', async () => (await countDelivered(sql)) === DELIVERIES, { timeoutMs: TIMEOUT_MS, everyMs: 10 })

function startProgram(program: {
  folder: string
  name: string
  args: readonly string[]
  log: Log
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

function tableOf(sendings: ReadonlyMap<string, readonly Sending[]>): Table {
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
    head: ['sender', 'per second', 'ratio', 'sender CPU', 'Postgres CPU', 'receiver CPU', 'ratio of CPU'],
    rows,
  }
}
