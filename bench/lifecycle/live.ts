import { evmHeight, mineEvm } from '@gateway/devnet/evm/evm-faucet'
import { waitFor } from '@gateway/devnet/wait'
import type { Devstack } from '@gateway/scripts/stack/devstack'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { cpuMs, ownCpuMs } from '../cpu-time.ts'
import { type BenchShop, openShop, registerMerchant } from './shop.ts'
import { sized } from '../sized.ts'

/** How many payments one run takes from creation to the forward. */
export const PAYMENTS = sized(600, 16)
/** Businesses of one merchant that share them. */
export const BUSINESSES = 8
/** Payments of one business that are created and paid at the same time. */
const LANES = 2
const TIMEOUT_MS = 600_000
const POLL_MS = 20

/** How one run went; processor time is per lifecycle, in milliseconds, by the name of its column. */
export interface Run {
  readonly seconds: number
  readonly cpu: Readonly<Record<string, number>>
}

/** Payments are created over HTTP, paid on the node and forwarded while blocks come as fast as the gateway reads them. Ends with the last `payment.forwarded`. */
export async function live(stack: Devstack, furtherWorkers: readonly number[] = []): Promise<Run> {
  const token = await registerMerchant(stack)
  const shops = await Promise.all(Array.from({ length: BUSINESSES }, () => openShop(stack, token)))
  const forwarded = new Set<string>()
  for (const { receiver } of shops) receiver.onEvent = ({ type, paymentId }) => type === 'payment.forwarded' && forwarded.add(paymentId)
  const measured = measureCpu(stack, furtherWorkers)
  const startedAt = performance.now()
  const mining = new AbortController()
  const blocks = mineUntil(stack, mining.signal)
  try {
    await Promise.all(shops.map(createAndPay))
    await waitFor('every payment to be forwarded', async () => forwarded.size === PAYMENTS, { timeoutMs: TIMEOUT_MS, everyMs: POLL_MS })
  } finally {
    mining.abort()
    await blocks
    for (const { receiver } of shops) receiver.close()
  }
  return { seconds: (performance.now() - startedAt) / 1_000, cpu: measured() }
}

async function createAndPay(shop: BenchShop): Promise<void> {
  let left = PAYMENTS / BUSINESSES
  const lane = async (): Promise<void> => {
    while (left-- > 0) await shop.pay(await shop.create())
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** Mines a block once the gateway has read the one before: the gateway does not wait for the chain, and the chain does not run ahead. */
async function mineUntil({ devnet, around }: Devstack, signal: AbortSignal): Promise<void> {
  const sql = new pg.Client(around.databaseUrl)
  await sql.connect()
  while (!signal.aborted) {
    const { rows } = await sql.query<{ height: number }>("SELECT height FROM chain_cursor WHERE chain = 'ETH'")
    if ((rows[0]?.height ?? 0) >= (await evmHeight(devnet.chains.ETH))) await mineEvm(devnet.chains.ETH, 1)
    else await pause(POLL_MS)
  }
  await sql.end()
}

/** Notes the processor time of every process now; the returned function gives what each has used since. */
function measureCpu({ gateway, devnet }: Devstack, furtherWorkers: readonly number[]): () => Run['cpu'] {
  const pids: Readonly<Record<string, readonly number[]>> = {
    'server CPU': [gateway.pid('api') ?? 0],
    'worker CPU': [gateway.pid('worker') ?? 0, ...furtherWorkers],
    'signer CPU': [gateway.pid('signer') ?? 0],
    'Postgres CPU': [devnet.postgres.pid],
    'Temporal CPU': [devnet.temporal.pid],
    'nodes CPU': [devnet.chains.ETH.pid, devnet.chains.BTC.pid],
  }
  const read = (): [string, number][] => [
    ...Object.entries(pids).map(([name, of]): [string, number] => [name, of.reduce((sum, pid) => sum + cpuMs(pid), 0)]),
    ['client CPU', ownCpuMs()],
  ]
  const before = new Map(read())
  return () => Object.fromEntries(read().map(([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / PAYMENTS]))
}
