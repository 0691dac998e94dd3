import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchBody } from './fetch-body.ts'

const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/whole': (response) => response.end('{"price":"1"}'),
  '/elsewhere': (response) => response.writeHead(302, { location: '/whole' }).end(),
  '/busy': (response) => response.writeHead(429).end('slow down'),
  '/endless': (response) => {
    const write = (): void => {
      if (!response.destroyed) response.write('x'.repeat(600), write)
    }
    write()
  },
  '/slow': (response) => response.write('{'),
  '/broken': (response) => response.destroy(),
  '/binary': (response) => response.end(Buffer.from([0xff, 0xfe])),
}

let server: Server
let origin: string
beforeAll(async () => {
  server = createServer((request, response) => answers[request.url ?? '']?.(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const at = new Date('2026-10-01T12:00:00.000Z')
const ask = (path: string) => fetchBody(`${origin}${path}`, () => at, { ms: path === '/slow' ? 300 : 10_000, bytes: 1_000 })

describe('fetchBody', () => {
  test('returns the complete answer and its time', async () => {
    expect(await ask('/whole')).toEqual({ text: '{"price":"1"}', at })
  })

  test.each([
    ['redirects', '/elsewhere', 'fetch failed'],
    ['answers with an error status', '/busy', 'status 429'],
    ['exceeds the size limit', '/endless', 'exceeded the size limit'],
    ['does not end in time', '/slow', 'timeout'],
    ['closes the connection', '/broken', 'fetch failed'],
    ['sends no UTF-8', '/binary', 'encoded data was not valid'],
  ])('throws when the source %s', async (_what, path, problem) => {
    await expect(ask(path)).rejects.toThrow(problem)
  })
})
