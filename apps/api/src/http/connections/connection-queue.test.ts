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
/** Node's clocks are in a hurry; ours run out in no test that does not say so. */
const hurried = { headersTimeout: 400, requestTimeout: 400, connectionsCheckingInterval: 20 }
const patient = { openRequests: MOST, headersMs: 3_600_000, requestMs: 3_600_000 }

interface Begun {
  readonly message: IncomingMessage
  readonly response: ServerResponse
}

let server: Server
let client: Socket
let arrived: number
/** Requests that were begun and not answered yet, and the addresses of all that were begun. */
let open: Begun[]
let begun: string[]
let answerAtOnce: boolean
/** Connections of which Node's clock has run out, and those of them that were complained about. */
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

describe('requests of one connection', () => {
  test('are begun in their order, ten at a time, and every one is answered', async () => {
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

  test('keep no other connection waiting, however many they are', async () => {
    const other = await connectTo(server)
    answerAtOnce = true
    client.write(gets(900))
    other.write('GET /other HTTP/1.1\r\nHost: x\r\n\r\n')
    await eventually('all requests to be answered', async () => begun.length === 901)
    expect(begun.indexOf('/other')).toBeLessThan(900)
    other.destroy()
  })

  test('are read no further while ten are open', async () => {
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

  test('are read no further while the body of one of them is read', async () => {
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

  test('include one whose body comes after ten are open', async () => {
    client.write(`${gets(MOST - 1)}${post(100_000)}`)
    await eventually('ten requests to be begun', async () => open.length === MOST)
    client.write('x'.repeat(100_000))
    for (let answered = 1; answered < MOST; answered++) answerOne()
    const [last] = open
    expect(last && (await text(last.message))).toHaveLength(100_000)
  })

  test('stay open until their answers are taken', async () => {
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

  test('are not begun after their client has left', async () => {
    client.write(gets(2 * MOST))
    await eventually('all requests to arrive', async () => arrived === 2 * MOST)
    client.resetAndDestroy()
    const countConnections = promisify(server.getConnections.bind(server))
    await eventually('the server to notice', async () => {
      answerOne()
      return (await countConnections()) === 0
    })
    expect(begun).toHaveLength(MOST)
  })
})

describe('a request that is read half when its connection is read no further', () => {
  const cut = [
    { part: 'headers', half: `${gets(MOST)}GET /last HT`, rest: 'TP/1.1\r\nHost: x\r\n\r\n', count: MOST + 1 },
    { part: 'body', half: `${gets(MOST - 1)}${post(4)}bo`, rest: 'dy', count: MOST },
  ]
  /** Ten requests are open, and Node has said that the client takes too long. */
  async function holdBack(half: string): Promise<void> {
    client.write(half)
    await eventually('ten requests to be begun', async () => open.length === MOST)
    await eventually("Node's clock to run out", async () => late.length === 1)
  }

  test.each(cut)('within its $part does not become late meanwhile, and is answered like those before it', async ({ half, rest, count }) => {
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

  test.each(cut)('within its $part is late if its rest does not come once it is read on', async ({ half }) => {
    await restart(hurried, { ...patient, headersMs: 100, requestMs: 100 })
    await holdBack(half)
    expect(complained).toEqual([])
    for (let answered = 1; answered < MOST; answered++) answerOne()
    await eventually('a complaint', async () => complained.length === 1)
  })

  test('is late at once if its connection was never held back', async () => {
    await restart(hurried)
    client.write(`${gets(MOST - 1)}GET /last HT`)
    await eventually('a complaint', async () => complained.length === 1)
    expect(open).toHaveLength(MOST - 1)
  })

  test('is not late either if reading was resumed shortly before', async () => {
    client.write(`${gets(MOST)}GET /last HT`)
    await eventually('ten requests to be begun', async () => open.length === MOST)
    const socket = open[0]?.message.socket
    answerOne()
    await eventually('the connection to be read on', async () => socket?.isPaused() === false)
    queue.complainInTime(socket ?? client, () => complained.push(client))
    expect(complained).toEqual([])
  })
})
