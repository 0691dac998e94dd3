import { messageOf } from '@gateway/domain/kernel/error'
import type { Context } from '@gateway/operations/kernel/context'
import { createLog } from '@gateway/operations/kernel/log'
import { NativeConnection, Runtime } from '@temporalio/worker'
import type { Config } from './config.ts'
import { sdkTelemetry } from './metrics/sdk-telemetry.ts'
import { rest } from './running-role.ts'
import { sdkLog } from './sdk-log.ts'

const RETRY_MS = 2_000

interface Connecting {
  readonly log: Context['log']
  /** Aborts when the process closes. */
  readonly closing: AbortSignal
}

/**
 * Starts the Temporal SDK of this process and connects to Temporal, as soon as that answers: what needs no Temporal goes on meanwhile. The SDK keeps a
 * process alive until its last worker has stopped, so a process whose roles need no Temporal must not start it.
 *
 * @throws {Error} when the process closes before.
 */
export async function connectTemporal(config: Config, { log, closing }: Connecting): Promise<NativeConnection> {
  // Signals are handled in main.ts, so that all roles stop together and in time; the log contains nothing that payloads could leak into.
  Runtime.install({ logger: sdkLog(createLog()), shutdownSignals: [], ...sdkTelemetry(config) })
  while (!closing.aborted) {
    const connection = await tryConnecting(config, log)
    if (connection) return connection
    await rest(RETRY_MS, closing)
  }
  throw new Error('Temporal has not answered')
}

async function tryConnecting({ common }: Config, log: Context['log']): Promise<NativeConnection | undefined> {
  try {
    return await NativeConnection.connect({ address: common.TEMPORAL_ADDRESS })
  } catch (error) {
    log.warn({ problem: messageOf(error) }, 'Temporal does not answer, trying again')
    return undefined
  }
}
