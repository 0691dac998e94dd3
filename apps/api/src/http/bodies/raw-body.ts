import { findInexactSource, parseJson } from '@gateway/contract/wire/json'
import type { IncomingMessage } from 'node:http'
import { HttpRefusal } from '../errors/errors.ts'

/** Largest request body in bytes. */
export const LARGEST_BODY = 64 * 1024

/** How deep arrays and objects may stand in each other (RFC 8259 §9 lets a reader set a limit): deeper than any member that is looked at. */
const MOST_LEVELS = 64

const MOST_LISTENED_TO = 64 * LARGEST_BODY

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The JSON object in a request's body; without a body it is empty. No number has changed its value (see `parseJson`).
 *
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
 * The JSON value in a request's body, or undefined without one.
 *
 * @throws {HttpRefusal} as `readJsonObject`, but any JSON value will do.
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request)
  if (bytes.length === 0) return undefined
  requireJsonType(request)
  return parseObject(bytes)
}

/** A body above the limit is still listened to for a while, because a client that is cut off while it speaks does not hear the answer. */
async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of chunksOf(request)) {
    size += chunk.length
    if (size > MOST_LISTENED_TO) break
    if (size <= LARGEST_BODY) chunks.push(chunk)
  }
  if (size > LARGEST_BODY) throw tooLarge()
  return Buffer.concat(chunks)
}

/** A client that hangs up while it speaks, or is cut off because it speaks too slowly, hears no answer; this one is what is counted. */
async function* chunksOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request as AsyncIterable<Buffer>
  } catch (cause) {
    throw Object.assign(new HttpRefusal(brokenOff), { cause })
  }
}

const brokenOff = { status: 408, code: 'REQUEST_TIMEOUT', message: 'The request did not arrive in time' } as const

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
 * Nesting deeper than the stack raises a RangeError; that body is refused like any other that cannot be read.
 *
 * What can just be read may be too deep for whoever compares it with another body, so nobody is given anything near that.
 */
function parseObject(bytes: Buffer): unknown {
  const body = parsed(bytes)
  if (isDeeper(body, MOST_LEVELS)) throw invalidJson(`The body is nested deeper than ${MOST_LEVELS} levels`)
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

/** What may be left of the body stays unread, so the connection cannot be used again. */
const tooLarge = (): HttpRefusal =>
  new HttpRefusal({ status: 413, code: 'BODY_TOO_LARGE', message: 'The body is larger than 64 KiB', headers: { Connection: 'close' } })
