import type { Log } from './context.ts'
import type { AlarmName } from '../observability/alerts/log-alarms.ts'
import { type OfRooms, ofRooms } from '@gateway/domain/rooms'
import { pino } from 'pino'

/** Fields that no room has for itself. Bodies, query strings, credentials and addresses of merchants and payers have no field. */
const ofNoRoom = [
  'activity',
  'added',
  'alarm',
  'attempt',
  'attempts',
  'businessId',
  'chain',
  'claimed',
  'code',
  'durationMs',
  'err',
  'free',
  'keyId',
  'lost',
  'method',
  'outcome',
  'pair',
  'port',
  'problem',
  'reason',
  'requestId',
  'role',
  'roles',
  'route',
  'signal',
  'source',
  'status',
  'statusCode',
  'stream',
  'sweep',
  'taskQueue',
  'told',
  'workflowId',
] as const

type KeyOf<Table> = Table extends unknown ? keyof Table & string : never
type LogField = (typeof ofNoRoom)[number] | OfRooms<'logFields'>[number] | `${KeyOf<OfRooms<'objects'>>}Id`

/** The only fields of a log line: those of no room, those of each room, and the id of each object. */
export const logFields: readonly LogField[] = [
  ...ofNoRoom,
  ...ofRooms('logFields').flat(),
  // The nouns are those of the type.
  ...ofRooms('objects').flatMap((objects) => Object.keys(objects).map((noun) => `${noun as KeyOf<OfRooms<'objects'>>}Id` as const)),
]

/** The fields of a log line. A field that is not in the list does not compile. */
export type LogFields = Readonly<Partial<Record<Exclude<LogField, 'alarm'>, unknown> & { alarm: AlarmName }>>

const names: ReadonlySet<string> = new Set(logFields)

const LONGEST_TEXT = 500

/** A structured log on standard output that drops unknown fields and escapes control characters. */
export function createLog(destination?: { write(line: string): void }): Log {
  const formatters = { log: permitted, level: (label: string) => ({ level: label }) }
  const logger = pino({ base: null, formatters, serializers: { err: presentError } }, destination ?? pino.destination(1))
  return {
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  }
}

/** The same log with fields that every line has. */
export const logAbout = (log: Log, about: LogFields): Log => ({
  info: (fields, message) => log.info({ ...about, ...fields }, message),
  warn: (fields, message) => log.warn({ ...about, ...fields }, message),
  error: (fields, message) => log.error({ ...about, ...fields }, message),
})

/** A loop, because every request writes a line. */
function permitted(fields: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) if (names.has(name)) kept[name] = shorten(fields[name])
  return kept
}

/** An error and its causes. Drivers put statements with their parameters into other members, which are dropped. */
function presentError(error: unknown): unknown {
  if (!(error instanceof Error)) return shorten(String(error))
  return {
    name: error.name,
    message: shorten(error.message),
    stack: error.stack,
    cause: error.cause === undefined ? undefined : presentError(error.cause),
  }
}

const shorten = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : value)
