import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newReply } from '../limits/admission.ts'
import { documentRoute } from './document.ts'
import type { ApiRequest } from '../route.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'

const documents = ['/docs', '/docs/webhooks', '/docs/reference', '/docs/search.json', '/llms.txt', '/openapi.json']
let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

/** A request for a document; only its headers are read. */
const requestFor = (encoding: string): ApiRequest => {
  const message = Object.assign(new IncomingMessage(new Socket()), { headers: { 'accept-encoding': encoding } })
  return { message, requestId: 'req_1', reply: newReply(), params: {}, search: '' }
}

test('documentRoute compresses once: all answers share the bytes of an encoding', async () => {
  const route = documentRoute({ path: '/text', text: 'x'.repeat(10_000) })
  for (const encoding of ['identity', 'gzip', 'br']) {
    const [one, other] = await Promise.all([route.answer(requestFor(encoding)), route.answer(requestFor(encoding))])
    expect(one.body).toBe(other.body)
    expect((await route.answer(requestFor(encoding))).body).toBe(one.body)
  }
})

test('documentRoute writes a text at its first request, once for all encodings', async () => {
  let writings = 0
  const route = documentRoute({ path: '/text', text: async () => `text ${++writings}` })
  expect(writings).toBe(0)
  const answers = await Promise.all(['identity', 'gzip', 'identity'].map((encoding) => route.answer(requestFor(encoding))))
  expect([writings, String(answers[0]?.body), gunzipSync(answers[1]?.body ?? '').toString()]).toEqual([1, 'text 1', 'text 1'])
})

const read = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') => server.say(method, path, { headers })

describe.each(documents)('the document %s', (path) => {
  test('is kept by browsers, which ask at every use whether it is still good', async () => {
    expect((await read(path)).headers['cache-control']).toBe('no-cache')
  })

  test('serves the same text in every encoding that the client accepts', async () => {
    const [plain, zipped, brotli] = [
      await read(path),
      await read(path, { 'accept-encoding': 'gzip, deflate' }),
      await read(path, { 'accept-encoding': 'gzip, br' }),
    ]
    expect([plain, zipped, brotli].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br'])
    expect(gunzipSync(zipped.bytes)).toEqual(plain.bytes)
    expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
    for (const { headers } of [plain, zipped, brotli]) expect(headers['vary']).toBe('Accept-Encoding')
  })

  test('answers 304 without a body for a matching If-None-Match', async () => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const accept = { 'accept-encoding': encoding }
      const { etag = '' } = (await read(path, accept)).headers
      expect(etag).toMatch(/^"[\w-]+"$/)
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const { status, bytes, headers } = await read(path, { ...accept, 'if-none-match': known })
        expect([status, bytes.length, headers.etag, headers['content-length']]).toEqual([304, 0, etag, undefined])
      }
      expect((await read(path, { ...accept, 'if-none-match': '"other"' })).status).toBe(200)
    }
  })

  test('uses another ETag for each encoding', async () => {
    const tags = await Promise.all(
      ['identity', 'gzip', 'br'].map(async (form) => (await read(path, { 'accept-encoding': form })).headers.etag),
    )
    expect(new Set(tags).size).toBe(3)
  })

  test('answers HEAD with the length of the encoding it would send', async () => {
    const accept = { 'accept-encoding': 'br' }
    const [got, asked] = [await read(path, accept), await read(path, accept, 'HEAD')]
    expect([asked.status, asked.bytes.length, asked.headers['content-length']]).toEqual([200, 0, String(got.bytes.length)])
  })
})
