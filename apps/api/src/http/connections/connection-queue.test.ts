import { eventually } from '@gateway/testing/wait'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectionQueue, type ConnectionQueue } from './connection-queue.ts'

const MOST = 10
/** Node's timeouts are short; the queue's expire only in tests that say so. */
const hurried = { headersTimeout: 400, requestTimeout: 400, connectionsCheckingInterval: 20 }
const patient = { openRequests: MOST, headersMs: 3_600_000, requestMs: 3_600_000 }

interface Begun {
  readonly message: IncomingMessage
  readonly response: ServerResponse
}

let server: Server
let client: Socket
let arrived: number
/** Requests begun and not answered, and the paths of all begun requests. */
let open: Begun[]
let begun: string[]
let answerAtOnce: boolean
/** Connections whose Node timeout expired, and those that got a complaint. */
let late: Duplex[]
let complained: Duplex[]
let queue: ConnectionQueue
beforeEach(() => start({}))
afterEach(stop)

async function start(options: ServerOptions, limits = patient): Promise<void> {
  ;[arrived, open, begun, answerAtOnce, late, complained] = [0, [], [], false, [], []]
  queue = connectionQueue(limits)
  server = createServer(options, (message, response) => {
    arrived += 1
    const begin = (): void => {
      begun.push(message.url ?? '')
      if (answerAtOnce) response.end('done')
      else open.push({ message, response })
    }
    queue.enter(message.socket, { response, begin })
  })
  server.on('clientError', (_, socket) => {
    late.push(socket)
    queue.complainInTime(socket, () => {
      complained.push(socket)
      socket.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  client = await connectTo(server)
}

function stop(): void {
  client.destroy()
  server.close()
  server.closeAllConnections()
}

async function restart(options: ServerOptions, limits?: typeof patient): Promise<void> {
  stop()
  await start(options, limits)
}

async function connectTo(to: Server): Promise<Socket> {
  const socket = connect((to.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const get = (path: number): string => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const gets = (count: number): string => Array.from({ length: count }, (_, path) => get(path)).join('')
const post = (length: number): string => `POST /last HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`
const answerOne = (): void => void open.shift()?.response.end('done')

describe('pipelined requests of one connection', () => {
  test('begin in order, ten at a time, and all get an answer', async () => {
    client.write(gets(50))
    await eventually('all requests to arrive', async () => arrived === 50)
    expect(open).toHaveLength(MOST)
    for (let answered = 1; answered <= 50; answered++) {
      await eventually('a request to be begun', async () => open.length === Math.min(MOST, 51 - answered))
      answerOne()
    }
    expect(begun).toEqual(Array.from({ length: 50 }, (_, path) => `/${path}`))
    client.end()
    expect((await text(client)).match(/HTTP\/1\.1 200/g)).toHaveLength(50)
  })

  test('delay no other connection, however many there are', async () => {
    const other = await connectTo(server)
    answerAtOnce = true
    client.write(gets(900))
    other.write('GET /other HTTP/1.1\r\nHost: x\r\n\r\n')
    await eventually('all requests to be answered', async () => begun.length === 901)
    expect(begun.indexOf('/other')).toBeLessThan(900)
    other.destroy()
  })

  test('stay unread while ten are open', async () => {
    client.write(gets(MOST))
    await eventually('ten requests to be begun', async () => open.length === MOST)
    client.write(gets(1))
    const other = await connectTo(server)
    other.write(gets(1))
    await eventually('the other connection to be served', async () => open.length === MOST + 1)
    expect(arrived).toBe(MOST + 1)
    answerOne()
    await eventually('the next request to be read', async () => arrived === MOST + 2)
    other.destroy()
  })

  test('stay unread while the body of one of them is read', async () => {
    client.write(`${post(4)}body${gets(MOST - 1)}`)
    await eventually('ten requests to be begun', async () => open.length === MOST)
    client.write(gets(1))
    const [first] = open
    expect(first && (await text(first.message))).toBe('body')
    const other = await connectTo(server)
    other.write(gets(1))
    await eventually('the other connection to be served', async () => open.length === MOST + 1)
    expect(arrived).toBe(MOST + 1)
    other.destroy()
  })

  test('include one whose body arrives after ten are open', async () => {
    client.write(`${gets(MOST - 1)}${post(100_000)}`)
    await eventually('ten requests to be begun', async () => open.length === MOST)
    client.write('x'.repeat(100_000))
    for (let answered = 1; answered < MOST; answered++) answerOne()
    const [last] = open
    expect(last && (await text(last.message))).toHaveLength(100_000)
  })

  test('stay open until the client has read their answers', async () => {
    const answer = Buffer.alloc(20_000_000)
    client.pause()
    client.write(gets(3 * MOST))
    await eventually('all requests to arrive', async () => arrived === 3 * MOST)
    for (const { response } of open.splice(0)) response.end(answer)
    const other = await connectTo(server)
    other.write(gets(1))
    await eventually('the other connection to be served', async () => open.length > 0)
    expect(begun).toHaveLength(MOST + 1)
    other.destroy()
    client.on('data', () => {}).resume()
    await eventually('the next requests to be begun', async () => begun.length === 2 * MOST + 1)
  })

  test('never begin after their client has disconnected', async () => {
    client.write(gets(2 * MOST))
    await eventually('all requests to arrive', async () => arrived === 2 * MOST)
    client.resetAndDestroy()
    const countConnections = promisify(server.getConnections.bind(server))
    await eventually('the server to notice the closed connection', async () => {
      answerOne()
      return (await countConnections()) === 0
    })
    expect(begun).toHaveLength(MOST)
  })
})

describe('a partly read request on a paused connection', () => {
  const cut = [
    { part: 'headers', half: `${gets(MOST)}GET /last HT`, rest: 'TP/1.1\r\nHost: x\r\n\r\n', count: MOST + 1 },
    { part: 'body', half: `${gets(MOST - 1)}${post(4)}bo`, rest: 'dy', count: MOST },
  ]
  /** Ten requests are open, and Node's timeout has expired. */
  async function holdBack(half: string): Promise<void> {
    client.write(half)
    await eventually('ten requests to be begun', async () => open.length === MOST)
    await eventually("Node's clock to run out", async () => late.length === 1)
  }

  test.each(cut)('gets its answer like those before it when cut within its $part', async ({ half, rest, count }) => {
    await restart(hurried)
    const heard = text(client)
    await holdBack(half)
    expect(complained).toEqual([])
    client.write(rest)
    for (let answered = 1; answered <= count; answered++) {
      await eventually('a request to be begun', async () => open.length > 0)
      const [next] = open
      if (next) await text(next.message)
      answerOne()
    }
    client.end()
    expect((await heard).match(/HTTP\/1\.1 200/g)).toHaveLength(count)
    expect(complained).toEqual([])
  })

  test.each(cut)('times out when cut within its $part and its rest does not arrive after resuming', async ({ half }) => {
    await restart(hurried, { ...patient, headersMs: 100, requestMs: 100 })
    await holdBack(half)
    expect(complained).toEqual([])
    for (let answered = 1; answered < MOST; answered++) answerOne()
    await eventually('an error', async () => complained.length === 1)
  })

  test('times out at once when its connection was never paused', async () => {
    await restart(hurried)
    client.write(`${gets(MOST - 1)}GET /last HT`)
    await eventually('an error', async () => complained.length === 1)
    expect(open).toHaveLength(MOST - 1)
  })

  test('gets its full time again when reading was resumed shortly before', async () => {
    client.write(`${gets(MOST)}GET /last HT`)
    await eventually('ten requests to be begun', async () => open.length === MOST)
    const socket = open[0]?.message.socket
    answerOne()
    await eventually('the connection to be read on', async () => socket?.isPaused() === false)
    queue.complainInTime(socket ?? client, () => complained.push(client))
    expect(complained).toEqual([])
  })
})
