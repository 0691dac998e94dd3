import type { RuntimeOptions } from '@temporalio/worker'
import type { Config } from '../config.ts'

/**
 * Sends errors of the Temporal SDK's native part to the log, and serves its own metrics, in seconds and with the suffixes that Prometheus
 * expects; none without a port.
 */
export function sdkTelemetry({ common }: Config): Pick<RuntimeOptions, 'telemetryOptions'> {
  const logging = { forward: {} }
  const { TEMPORAL_METRICS_PORT: port, METRICS_BIND: host } = common
  if (port === undefined) return { telemetryOptions: { logging } }
  const prometheus = { bindAddress: `${host}:${port}`, countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true }
  return { telemetryOptions: { logging, metrics: { prometheus } } }
}
