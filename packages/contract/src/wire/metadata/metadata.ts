import { findInexactSource } from '../json.ts'
import { type Read, scalar } from '../scalar.ts'
import { countCharacters, findTextProblem } from '../text.ts'

/** Metadata of the merchant, echoed and sent with every event. */
export type Metadata = Readonly<Record<string, unknown>>

const LIMITS = { bytes: 8 * 1024, keys: 50, keyLength: 64, depth: 5 } as const
const utf8 = new TextEncoder()
const POLLUTING = new Set(['__proto__', 'constructor', 'prototype'])

/** A JSON object that every later answer repeats without loss. */
export const MetadataObject = scalar<Record<string, unknown>, Metadata>(readMetadata, {
  description: `The metadata is your own JSON object, returned in answers and events. It has at most 8 KiB, ${LIMITS.keys} keys of ${LIMITS.keyLength} characters per object, ${LIMITS.depth} levels.`,
  example: { order: 'A-1001' },
  type: 'object',
  additionalProperties: true,
})

class Refused extends Error {}

function readMetadata(raw: unknown): Read<Metadata> {
  if (!isObject(raw)) return { problem: 'must be a JSON object' }
  try {
    const value = copyObject(raw, 1)
    const isTooLong = utf8.encode(JSON.stringify(value)).length > LIMITS.bytes
    return isTooLong ? { problem: 'must not be longer than 8 KiB of JSON' } : { value }
  } catch (error) {
    if (error instanceof Refused) return { problem: error.message }
    throw error
  }
}

function copyValue(raw: unknown, depth: number): unknown {
  if (typeof raw === 'string') return checkedText(raw)
  if (typeof raw === 'number') return checkedNumber(raw)
  const source = findInexactSource(raw)
  if (source !== undefined) return checkedNumber(Number(source))
  if (depth > LIMITS.depth && typeof raw === 'object' && raw !== null)
    throw new Refused(`must not be nested deeper than ${LIMITS.depth} levels`)
  if (Array.isArray(raw)) return raw.map((element: unknown) => copyValue(element, depth + 1))
  return isObject(raw) ? copyObject(raw, depth) : raw
}

/** The copy has no prototype, so that no key can reach one. */
function copyObject(raw: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> {
  const entries = Object.entries(raw)
  if (entries.length > LIMITS.keys) throw new Refused(`must not have more than ${LIMITS.keys} keys`)
  const copy: Record<string, unknown> = Object.create(null)
  for (const [key, value] of entries) copy[checkedKey(key)] = copyValue(value, depth + 1)
  return copy
}

function checkedKey(key: string): string {
  if (POLLUTING.has(key)) throw new Refused(`must not have a key named ${key}`)
  if (countCharacters(key) > LIMITS.keyLength) throw new Refused(`must not have keys longer than ${LIMITS.keyLength} characters`)
  return checkedText(key)
}

function checkedText(value: string): string {
  const problem = findTextProblem(value)
  if (problem !== undefined) throw new Refused(problem)
  return value
}

function checkedNumber(value: number): number {
  if (!Number.isFinite(value)) throw new Refused('must not contain numbers that are not finite')
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new Refused('must not contain integers beyond 2^53 - 1')
  return value
}

const isObject = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw) && findInexactSource(raw) === undefined
