import type { Log } from '@gateway/operations/context'
import { pino } from 'pino'

const SHOWN = new Set([
  'alarm',
  'attempts',
  'chain',
  'claimed',
  'code',
  'deliveryId',
  'deposits',
  'endpointId',
  'free',
  'head',
  'height',
  'idx',
  'intentId',
  'lost',
  'outcome',
  'paymentId',
  'problem',
  'reason',
  'role',
  'roles',
  'statusCode',
  'told',
  'txId',
  'workflowId',
])

/** A structured log that shows only fields it knows to be harmless. */
export function createLog(): Log {
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime })
  const safe = (fields: Readonly<Record<string, unknown>>) => Object.fromEntries(Object.entries(fields).filter(([name]) => SHOWN.has(name)))
  return {
    info: (fields, message) => log.info(safe(fields), message),
    warn: (fields, message) => log.warn(safe(fields), message),
    error: (fields, message) => log.error(safe(fields), message),
  }
}
