import type { Log } from '@gateway/operations/context'
import { pino } from 'pino'

/** The only fields a log line may carry. Bodies, query strings, credentials and addresses of people have no name here. */
const allowed = new Set([
  'alarm',
  'chain',
  'code',
  'durationMs',
  'idx',
  'keyId',
  'method',
  'paymentId',
  'businessId',
  'port',
  'problem',
  'requestId',
  'route',
  'signal',
  'status',
  'workflowId',
])

const LONGEST_TEXT = 500

/** A structured log on standard output that drops every field it does not know; control characters arrive escaped. */
export function createLog(destination?: { write(line: string): void }): Log {
  const logger = pino(
    { base: null, formatters: { log: permitted, level: (label) => ({ level: label }) } },
    destination ?? pino.destination(1),
  )
  return {
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  }
}

function permitted(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => allowed.has(name) || name === 'err')
      .map(([name, value]) => [name, value instanceof Error ? presentError(value) : shorten(value)]),
  )
}

/** Message and stack of an unforeseen error and its causes; messages of drivers name statements, never their parameters. */
function presentError(error: Error): Record<string, unknown> {
  const cause = error.cause instanceof Error ? presentError(error.cause) : undefined
  return { name: error.name, message: shorten(error.message), stack: error.stack, cause }
}

const shorten = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : value)
