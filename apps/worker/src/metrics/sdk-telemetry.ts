import type { RuntimeOptions } from '@temporalio/worker'
import type { Config } from '../config.ts'

/** Has the Temporal SDK show its own metrics, in seconds and with the suffixes that Prometheus expects; nothing without a port. */
export function sdkTelemetry({ common }: Config): Pick<RuntimeOptions, 'telemetryOptions'> {
  const { TEMPORAL_METRICS_PORT: port, METRICS_BIND: host } = common
  if (port === undefined) return {}
  const prometheus = { bindAddress: `${host}:${port}`, countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true }
  return { telemetryOptions: { metrics: { prometheus } } }
}
