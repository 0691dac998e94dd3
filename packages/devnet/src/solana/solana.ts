import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { startChild, takeFolder } from '../processes/child.ts'
import { choosePort } from '../processes/port.ts'
import { type Log, type Running, silent } from '../processes/running.ts'
import { callRpc } from '../rpc.ts'

/** Options of a Solana chain. */
export type SolanaOptions = {
  /** Contains the chain, port and log; the same folder continues the same chain. */
  readonly dataDir: string
  readonly port?: number | undefined
  /** Slot interval. Without it slots pass only on request. */
  readonly slotMs?: number | undefined
  /** How long every answer takes beyond the work for it; 0 by default. */
  readonly answerMs?: number | undefined
  readonly log?: Log | undefined
}

/** A Solana node by its JSON-RPC address. */
export type SolanaNode = { readonly rpc: string }

/** A running Solana chain. */
export type RunningSolana = Running & SolanaNode

/** The platform's fee address. Its key is public knowledge. */
export const solanaPlatform = {
  address: 'J2xccRtuG43drESLYznHhLhQkLTdfepcKYbiQ9BsJVaf',
  key: Uint8Array.from({ length: 32 }, () => 9),
} as const

const NAME = 'solana'

/**
 * Starts a node on loopback whose transactions are run by litesvm, a real virtual machine with the programs of the public networks; slots,
 * blocks, forks and history are its own. Its chain survives restarts and a kill -9.
 * @throws {Error} as `startChild` does.
 */
export async function startSolana({ dataDir, log = silent, ...options }: SolanaOptions): Promise<RunningSolana> {
  mkdirSync(dataDir, { recursive: true })
  const folder = realpathSync(dataDir)
  await takeFolder({ name: NAME, folder, log })
  const port = await choosePort({ folder, name: NAME, port: options.port })
  const rpc = `http://127.0.0.1:${port}`
  const program = join(import.meta.dirname, 'node/run.ts')
  const pace = options.slotMs ? ['--slot-ms', String(options.slotMs)] : []
  const delay = options.answerMs ? ['--answer-ms', String(options.answerMs)] : []
  const args = [program, '--folder', folder, '--port', String(port), ...pace, ...delay]
  const isReady = async () => (await callRpc<string>(rpc, { method: 'getHealth' })) === 'ok'
  const running = await startChild({ name: NAME, folder, command: process.execPath, args, isReady, log })
  return { ...running, rpc }
}
