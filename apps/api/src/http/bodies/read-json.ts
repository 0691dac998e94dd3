import { findInexactSource, parseJson } from '@gateway/contract/wire/json'
import type { IncomingMessage } from 'node:http'
import { HttpRefusal } from '../errors/errors.ts'
import { readBytes } from './read-bytes.ts'

/** Maximum nesting of arrays and objects (RFC 8259 §9 allows a limit): deeper than any member that is read. */
const MAX_LEVELS = 64

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The JSON object of a request's body; empty without a body. No number changes its value (see `parseJson`).
 * @throws {HttpRefusal} 400 for anything but a UTF-8 JSON object, 413 above 64 KiB, 415 for another media type or a compressed body.
 */
export async function readJsonObject(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const bytes = await readBytes(request)
  if (bytes.length === 0) return {}
  requireJsonType(request)
  const body = parseObject(bytes)
  if (isObject(body)) return { ...body }
  throw invalidJson('The body must be a JSON object')
}

/**
 * The JSON value of a request's body, or undefined without one.
 * @throws {HttpRefusal} like `readJsonObject`, except that any JSON value is accepted.
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request)
  if (bytes.length === 0) return undefined
  requireJsonType(request)
  return parseObject(bytes)
}

function requireJsonType(request: IncomingMessage): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase())
  const isUtf8 = parameters.every((parameter) => !parameter.startsWith('charset=') || /^charset="?utf-?8"?$/.test(parameter))
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (type === 'application/json' && isUtf8 && encoding === 'identity') return
  throw new HttpRefusal({
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'Send the body as application/json in UTF-8, uncompressed',
  })
}

const isObject = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && findInexactSource(body) === undefined

/**
 * Nesting deeper than the stack raises a RangeError, which is rejected like any unreadable body.
 * A body that can just be parsed may be too deep for a later comparison, so the limit is far below that.
 */
function parseObject(bytes: Buffer): unknown {
  const body = parsed(bytes)
  if (isDeeper(body, MAX_LEVELS)) throw invalidJson(`The body is nested deeper than ${MAX_LEVELS} levels`)
  return body
}

function parsed(bytes: Buffer): unknown {
  try {
    return parseJson(utf8.decode(bytes))
  } catch (cause) {
    throw invalidJson('The body is not valid JSON in UTF-8', cause)
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))

const invalidJson = (message: string, cause?: unknown): HttpRefusal =>
  Object.assign(new HttpRefusal({ status: 400, code: 'INVALID_JSON', message }), { cause })
