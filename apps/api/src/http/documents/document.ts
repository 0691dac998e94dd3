import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts'
import type { Route } from '../route.ts'

/** A text or file that is the same for every client while the process runs. */
interface Document extends Pick<Route, 'path' | 'countedAs'> {
  /** The text or file, or how to write it at its first request. */
  readonly text: string | Buffer | (() => Promise<string>)
  /** Media type; JSON by default. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An encoded document with its ETag. */
interface Form {
  readonly bytes: Buffer
  readonly etag: string
}

const compress: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: promisify<Buffer, Buffer>(brotliCompress),
  gzip: promisify<Buffer, Buffer>(gzip),
  identity: async (bytes) => bytes,
}

/**
 * Serves a document: each encoding is created at its first use and shared by all answers, so unread answers hold no copy. Browsers keep it and ask at every use
 * whether it is still good, unless its headers name another caching.
 */
export function documentRoute({ path, text, type, headers, countedAs }: Document): Route {
  const forms = new Map<Encoding, Promise<Form>>()
  const textOf = once(async () => (typeof text === 'function' ? text() : text))
  const formOf = (encoding: Encoding): Promise<Form> => {
    const form = forms.get(encoding) ?? textOf().then((written) => makeForm(written, encoding))
    forms.set(encoding, form)
    return form
  }
  return {
    method: 'GET',
    path,
    cors: false,
    ...(countedAs !== undefined && { countedAs }),
    answer: async ({ message }) => {
      const encoding = acceptedEncoding(message.headers['accept-encoding'])
      const { bytes, etag } = await formOf(encoding)
      const coding = encoding === 'identity' ? {} : { 'Content-Encoding': encoding }
      const status = isKnown(message.headers['if-none-match'], etag) ? 304 : 200
      return {
        status,
        body: bytes,
        ...(type !== undefined && { type }),
        headers: { 'Cache-Control': 'no-cache', ...headers, ETag: etag, Vary: 'Accept-Encoding', ...coding },
      }
    },
  }
}

/** Runs at most once: every caller gets the same result. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () => (done ??= work())
}

/** Strong ETags differ between encodings (RFC 9110 §8.8.3.3). */
async function makeForm(text: string | Buffer, encoding: Encoding): Promise<Form> {
  const bytes = await compress[encoding](Buffer.from(text))
  return { bytes, etag: etagOf(bytes) }
}

/** The strong ETag of a content: equal for equal bytes. */
export const etagOf = (content: string | Buffer): string => `"${createHash('sha256').update(content).digest('base64url')}"`

/** True when `If-None-Match` names an ETag. Compares by RFC 9110 §13.1.2: one weakened by a proxy names the same encoding. */
export const isKnown = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
