import { createLog } from '@gateway/operations/kernel/log'
import { NativeConnection, Runtime } from '@temporalio/worker'
import type { Config } from './config.ts'
import { sdkTelemetry } from './metrics/sdk-telemetry.ts'
import { sdkLog } from './sdk-log.ts'

/**
 * Starts the Temporal SDK of this process and connects to Temporal. The SDK keeps a process alive until its last worker has stopped, so a process
 * whose roles need no Temporal must not start it.
 *
 * @throws {Error} when Temporal does not answer.
 */
export function connectTemporal(config: Config): Promise<NativeConnection> {
  // Signals are handled in main.ts, so that all roles stop together and in time; the log contains nothing that payloads could leak into.
  Runtime.install({ logger: sdkLog(createLog()), shutdownSignals: [], ...sdkTelemetry(config) })
  return NativeConnection.connect({ address: config.common.TEMPORAL_ADDRESS })
}
