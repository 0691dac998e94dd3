import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { EgressLimits } from './guarded-request.ts'
import { type GuardedPost, postGuarded } from './post-guarded.ts'
import type { Lookup } from './target.ts'

const post = { headers: { 'content-type': 'application/json', 'x-service-event': 'payment.created' }, body: '{"id":"evt_1"}' }
const loopback = [{ host: '127.0.0.1', port: 'any' as const }]
const hurried: EgressLimits = { connectMs: 300, totalMs: 300, answerBytes: 16 * 1024 }

/** One connection is enough; a test that is delayed for a second needs another. */
const A_FEW = 3

const servers: Server[] = []
afterEach(() => vi.unstubAllEnvs())
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(handler: RequestListener, host = '127.0.0.1'): Promise<{ port: number; url: string; hits: () => number }> {
  let hits = 0
  const server = createServer(handler).on('connection', () => void (hits += 1))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo
  return { port, url: `http://${host}:${port}`, hits: () => hits }
}

const send = (url: string, changes: Partial<GuardedPost> = {}) => ({ ...post, url, allow: loopback, ...changes })

describe('a receiver', () => {
  test('receives the body and the headers, and its status is reported', async () => {
    const seen: unknown[] = []
    const receiver = await listen((request, response) => {
      request.setEncoding('utf8').on('data', (body) => seen.push(request.method, request.url, request.headers, body))
      request.on('end', () => response.writeHead(201).end('thanks'))
    })
    const answer = await postGuarded(send(`${receiver.url}/hook?a=b`))
    expect(answer).toEqual({ statusCode: 201, durationMs: expect.any(Number) })
    expect(seen).toEqual([
      'POST',
      '/hook?a=b',
      expect.objectContaining({ 'x-service-event': 'payment.created', 'content-length': '14' }),
      post.body,
    ])
  })

  test.each([200, 204, 400, 401, 410, 500, 503])('a response with status %i is reported, not thrown', async (statusCode) => {
    const receiver = await listen((_request, response) => response.writeHead(statusCode).end())
    expect(await postGuarded(send(receiver.url))).toMatchObject({ statusCode })
  })

  test('reports the delay of its Retry-After header, in seconds or until a date', async () => {
    const wishes: Record<string, Record<string, string>> = {
      '/seconds': { 'retry-after': '120' },
      '/date': { date: 'Thu, 01 Oct 2026 12:00:00 GMT', 'retry-after': 'Thu, 01 Oct 2026 12:01:30 GMT' },
      '/past': { date: 'Thu, 01 Oct 2026 12:00:00 GMT', 'retry-after': 'Thu, 01 Oct 2026 11:00:00 GMT' },
      '/nonsense': { 'retry-after': 'soon' },
    }
    const receiver = await listen((request, response) => response.writeHead(503, wishes[request.url ?? '']).end())
    const waits = await Promise.all(Object.keys(wishes).map(async (path) => (await postGuarded(send(receiver.url + path))).retryAfterMs))
    expect(waits).toEqual([120_000, 90_000, 0, undefined])
  })

  test('reports a redirect without following it', async () => {
    const canary = await listen((_request, response) => response.end())
    const receiver = await listen((request, response) => response.writeHead(Number(request.url?.slice(1)), { location: canary.url }).end())
    for (const status of [301, 302, 303, 307, 308])
      expect(await postGuarded(send(`${receiver.url}/${status}`))).toMatchObject({ statusCode: status })
    expect(canary.hits()).toBe(0)
  })

  test('times out when the receiver never answers', async () => {
    const receiver = await listen(() => {})
    expect(await postGuarded(send(receiver.url), { limits: hurried })).toMatchObject({ statusCode: null, problem: 'timeout' })
  })

  test('cuts off a slow body in time and keeps its status', async () => {
    const receiver = await listen((_request, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(drip))
    })
    // The headers must arrive before the timeout, on a busy machine too.
    const answer = await postGuarded(send(receiver.url), { limits: { ...hurried, connectMs: 3_000, totalMs: 3_000 } })
    expect(answer).toMatchObject({ statusCode: 200 })
    // Reading the whole limit at this pace would take more than five minutes.
    expect(answer.durationMs).toBeLessThan(60_000)
  })

  test('cuts off an endless body after 16 KiB', async () => {
    let sent = 0
    const chunk = Buffer.alloc(64 * 1024, '.')
    const closed = Promise.withResolvers<void>()
    const receiver = await listen((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      const pour = (): void => {
        do sent += chunk.length
        while (!response.destroyed && response.write(chunk))
      }
      response.on('drain', pour).on('close', closed.resolve)
      pour()
    })
    expect(await postGuarded(send(receiver.url))).toMatchObject({ statusCode: 200 })
    await closed.promise
    // The kernel buffers of both sides are filled, but the stream ends.
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })

  test('names the problem when a receiver breaks off, speaks no HTTP or is unreachable', async () => {
    const breaking = await listen((request) => request.socket.destroy())
    const garbled = await listen((request) => void request.socket.end('hello\r\n\r\n'))
    const gone = await listen(() => {})
    await new Promise((resolve) => servers.pop()?.close(resolve))
    expect(await postGuarded(send(breaking.url))).toMatchObject({ statusCode: null, problem: 'closed' })
    expect(await postGuarded(send(garbled.url))).toMatchObject({ statusCode: null, problem: 'malformed_answer' })
    expect(await postGuarded(send(gone.url))).toMatchObject({ statusCode: null, problem: 'unreachable' })
    expect(await postGuarded(send(breaking.url.replace('http:', 'https:')))).toMatchObject({ statusCode: null })
  })

  test('connects directly whatever proxy the environment names', async () => {
    const proxy = await listen((_request, response) => response.end())
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'HTTPS_PROXY', 'NODE_USE_ENV_PROXY']) vi.stubEnv(name, proxy.url)
    const receiver = await listen((_request, response) => response.end())
    expect(await postGuarded(send(receiver.url))).toMatchObject({ statusCode: 200 })
    expect(proxy.hits()).toBe(0)
  })
})

describe('a connection', () => {
  const answered = (_request: unknown, response: ServerResponse) => void response.end('thanks')

  test('serves consecutive deliveries, while concurrent ones have a connection each', async () => {
    const waiting: ServerResponse[] = []
    let together = 1
    const receiver = await listen((_request, response) => {
      waiting.push(response)
      if (waiting.length === together) for (const each of waiting.splice(0)) each.end('thanks')
    })
    for (let n = 0; n < 10; n++) expect(await postGuarded(send(receiver.url))).toMatchObject({ statusCode: 200 })
    expect(receiver.hits()).toBeLessThan(A_FEW)
    together = A_FEW
    const answers = await Promise.all(Array.from({ length: A_FEW }, () => postGuarded(send(receiver.url))))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  })

  test('serves a name whose addresses come in another order', async () => {
    const receiver = await listen(answered)
    const addresses = ['127.0.0.1', '127.0.0.9'].map((address) => ({ address, family: 4 }))
    const to = (order: typeof addresses) =>
      postGuarded(send(`http://shop.test:${receiver.port}/`, { allow: [{ host: 'shop.test', port: 'any' }] }), {
        lookup: async () => order,
      })
    for (let n = 0; n < 5; n++) {
      expect(await to(addresses)).toMatchObject({ statusCode: 200 })
      expect(await to(addresses.toReversed())).toMatchObject({ statusCode: 200 })
    }
    expect(receiver.hits()).toBeLessThan(A_FEW)
  })

  test('a name with new addresses, or another port, gets a connection of its own', async () => {
    const [first, second] = [await listen(answered, '127.0.0.3'), await listen(answered, '127.0.0.3')]
    const moved = createServer(answered)
    servers.push(moved)
    await new Promise<void>((resolve) => moved.listen(first.port, '127.0.0.4', resolve))
    const other = vi.fn<() => void>()
    moved.on('connection', other)
    const to = (port: number, address: string) =>
      postGuarded(send(`http://shop.test:${port}/`, { allow: [{ host: 'shop.test', port: 'any' }] }), {
        lookup: async () => [{ address, family: 4 }],
      })
    expect(await to(first.port, '127.0.0.3')).toMatchObject({ statusCode: 200 })
    expect(await to(first.port, '127.0.0.4')).toMatchObject({ statusCode: 200 })
    expect(await to(second.port, '127.0.0.3')).toMatchObject({ statusCode: 200 })
    expect([first.hits(), other.mock.calls.length, second.hits()]).toEqual([1, 1, 1])
  })

  test('a connection closed by the receiver is replaced by a new one', async () => {
    const asked = new Map<unknown, number>()
    const receiver = await listen((request, response) => {
      const times = (asked.get(request.socket) ?? 0) + 1
      asked.set(request.socket, times)
      if (times > 1) request.socket.destroy()
      else response.end('thanks')
    })
    for (let n = 0; n < 3; n++) expect(await postGuarded(send(receiver.url))).toMatchObject({ statusCode: 200 })
    expect(receiver.hits()).toBe(3)
  })

  test('a connection whose response was not read to the end is not used again', async () => {
    const receiver = await listen((_request, response) => void response.end(Buffer.alloc(64 * 1024, '.')))
    for (let n = 0; n < 2; n++) expect(await postGuarded(send(receiver.url))).toMatchObject({ statusCode: 200 })
    expect(receiver.hits()).toBe(2)
  })

  test('closes after a second without a request', async () => {
    const closed = Promise.withResolvers<void>()
    const receiver = await listen((request, response) => {
      request.socket.once('close', () => closed.resolve())
      response.end('thanks')
    })
    await postGuarded(send(receiver.url))
    await closed.promise
    await postGuarded(send(receiver.url))
    expect(receiver.hits()).toBe(2)
  })
})

describe('a host name', () => {
  const named = [{ host: 'shop.test', port: 'any' as const }]

  test('resolves once, and the socket connects to that address', async () => {
    const right = await listen((_request, response) => response.writeHead(202).end())
    const answers = [[{ address: '127.0.0.1', family: 4 }], [{ address: '127.0.0.2', family: 4 }]]
    const lookup = vi.fn<Lookup>(async () => answers.shift() ?? [])
    const answer = await postGuarded(send(`http://shop.test:${right.port}/`, { allow: named }), { lookup })
    expect(answer).toMatchObject({ statusCode: 202 })
    expect(lookup).toHaveBeenCalledOnce()
  })

  test('rejects a name with one private address among public ones', async () => {
    const canary = await listen((_request, response) => response.end())
    for (const bad of ['127.0.0.1', '10.0.0.1', '169.254.169.254']) {
      const lookup = async () => [
        { address: '93.184.216.34', family: 4 },
        { address: bad, family: 4 },
      ]
      expect(await postGuarded(send(`https://shop.test:${canary.port}/`), { lookup })).toMatchObject({
        statusCode: null,
        problem: 'not_public',
      })
    }
    expect(canary.hits()).toBe(0)
  })

  test('names the problem when a name has no address or its resolver hangs', async () => {
    const missing = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))
    expect(await postGuarded(send('https://shop.test/'), { lookup: missing })).toMatchObject({ problem: 'unresolvable' })
    expect(await postGuarded(send('https://shop.test/'), { lookup: async () => [] })).toMatchObject({ problem: 'not_public' })
    const hanging = () => new Promise<never>(() => {})
    expect(await postGuarded(send('https://shop.test/'), { lookup: hanging, limits: hurried })).toMatchObject({ problem: 'timeout' })
  })
})

describe('requests to this host', () => {
  let canary: Awaited<ReturnType<typeof listen>>
  beforeAll(async () => void (canary = await listen((_request, response) => response.end(), '0.0.0.0')))

  // PORT is the canary's; `private.test` resolves to it.
  const hosts = `
    127.0.0.1 127.1 127.0.1 0x7f.1 0x7f000001 0x7F.0x0.0x0.0x1 2130706433 017700000001 0177.0.0.1 0177.1 ①②⑦.⓪.⓪.①
    １２７.０.０.１ 127。0。0。1 127.0.0.1. 127.0.0.2 127.255.255.254 0 0.0.0.0 0x0 00 [::1] [::] [0:0:0:0:0:0:0:1]
    [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:7f00:0001] [::127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1]
    [64:ff9b:1::7f00:1] [2002:7f00:1::] [fe80::1] [fc00::1] [ff02::1] localhost LOCALHOST localhost. a.localhost ｌocalhost
    private.test PRIVATE.test private.test. 10.0.0.1 172.16.0.1 192.168.0.1 169.254.169.254 100.64.0.1 192.0.0.8
    198.18.0.1 224.0.0.1 255.255.255.255 user@127.0.0.1 shop.example@127.0.0.1 user:secret@[::1] shop.example%40127.0.0.1
    %31%32%37.0.0.1`
  const urls = words(hosts).map((host) => `https://${host}:PORT/hook`)
  const others = [
    'http://127.0.0.1:PORT/',
    'http://93.184.216.34:PORT/',
    'ftp://127.0.0.1:PORT/',
    'https://127.0.0.1\t:PORT/',
    'file:///etc/passwd',
    'https:127.0.0.1:PORT',
    '//127.0.0.1:PORT/',
  ]

  test.each([...urls, ...others])('never connects to this host through %s', async (pattern) => {
    const url = pattern.replace('PORT', String(canary.port))
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
    expect(await postGuarded(send(url, { allow: [] }), { lookup })).toMatchObject({ statusCode: null })
    expect(canary.hits()).toBe(0)
  })
})

const words = (text: string): string[] => text.trim().split(/\s+/)
