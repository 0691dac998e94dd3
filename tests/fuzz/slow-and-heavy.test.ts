import { eventually } from '@gateway/testing/wait'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type FurtherApi, startFurtherApi } from '../client/further-apis.ts'
import { residentMb } from '../support/memory.ts'
import { say } from '../support/say.ts'
import { sharedStory } from '../support/shared-story.ts'
import type { Story } from '../support/story.ts'

/** Slow clients: each sends one byte of its request a second. */
const SLOW = 500
const DRIP_MS = 1_000
/** The limit of an address in a minute, and more requests than the limit allows for the whole flood. */
const IMAGES_A_MINUTE = 100
const IMAGES = 600
const SIGN_INS = 200
/** More than the queue of password checks admits. */
const AT_ONCE = 100
const ORDINARY = 20
const MAX_GROWTH = 1.5
/** A machine that stalls longer than the API's database timeout causes 503s that are not due to the attack. */
const STALL_MS = 1_000
const TICK_MS = 100

let story: Story
let api: FurtherApi
const sockets: Socket[] = []
beforeAll(async () => {
  // The product's limits but for two: few images per minute, and sign-ins as if each came from its own address.
  story = await sharedStory()
  const [rateLimits, throttles] = [{ public: IMAGES_A_MINUTE }, { signInsPerAddress: 1_000_000 }]
  api = await startFurtherApi(story, { name: 'limited-api', rateLimits, throttles })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await api?.stop()
  await story?.close()
})

// Each request opens its own connection: the API may close an idle one just when a busy machine reuses it.
const headers = { connection: 'close' }
const ask = async (route: string, key?: string) => (await say(api.origin, route, { headers, ...(key !== undefined && { key }) })).status
const signIn = async () => {
  const body = { email: `${randomUUID()}@shop.example`, password: 'correct horse battery staple' }
  return (await say(api.origin, 'POST /auth/login', { body, headers })).status
}
const askForImage = () => ask(`GET /payments/${randomUUID()}/qr`)

/** Sends a request byte by byte until the server closes the connection; returns the status. */
async function drip(): Promise<number> {
  const socket = connect(Number(new URL(api.origin).port), '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  let heard = ''
  socket.setEncoding('latin1').on('data', (text: string) => (heard += text))
  socket.write('GET /health/live HTTP/1.1\r\nX-Slow: ')
  const dripping = setInterval(() => socket.write('x'), DRIP_MS)
  await once(socket, 'close')
  clearInterval(dripping)
  return Number(heard.split(' ')[1])
}

/** Starts counting stalls of this machine; the returned function reads the count. */
function countStalls(): () => number {
  let [lookedAt, stalls] = [performance.now(), 0]
  const look = (): number => {
    const now = performance.now()
    if (now - lookedAt > STALL_MS) stalls += 1
    lookedAt = now
    return stalls
  }
  const ticking = setInterval(look, TICK_MS)
  onTestFinished(() => clearInterval(ticking))
  return look
}

/** The status of a merchant's request; one rejected during a stall is repeated. */
async function askAsMerchant(route: string, stalls: () => number): Promise<number> {
  const before = stalls()
  const status = await ask(route, story.shop.key)
  return status === 503 && stalls() > before ? askAsMerchant(route, stalls) : status
}

/** Sends many requests, some at once; returns the count of each status. */
async function flood(count: number, work: () => Promise<number>, atOnce = AT_ONCE): Promise<Map<number, number>> {
  const answers = new Map<number, number>()
  let left = count
  const lane = async (): Promise<void> => {
    while (left-- > 0) {
      const status = await work()
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return answers
}

const apiMb = (): number => residentMb(api.pid)

/**
 * Ordinary load as large as the floods, so that memory the process keeps anyway is not blamed on the attack. Few images, because their limit is
 * needed for the attack.
 */
async function askAsUsual(): Promise<void> {
  await flood(IMAGES, () => ask('GET /payments', story.shop.key), ORDINARY)
  await flood(ORDINARY, askForImage, ORDINARY)
  await flood(SIGN_INS, signIn, ORDINARY)
}

test(`merchants get answers while ${SLOW} slow clients and floods of images and sign-ins attack`, async () => {
  const { id } = await story.shop.ask({ blockchain: 'ETH' })
  await askAsUsual()
  const before = apiMb()
  const attack = Promise.all([Promise.all(Array.from({ length: SLOW }, drip)), flood(IMAGES, askForImage), flood(SIGN_INS, signIn)])
  const stalls = countStalls()
  let isOver = false
  void attack.finally(() => (isOver = true))
  const [answers, megabytes]: [number[], number[]] = [[], []]
  await eventually('the slow clients to be cut off and the floods to end', async () => {
    for (const route of ['GET /payments', `GET /payments/${id}`]) answers.push(await askAsMerchant(route, stalls))
    megabytes.push(apiMb())
    return isOver
  })
  const [slow, images, signIns] = await attack
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(new Set(slow)).toEqual(new Set([408]))
  expect([...images.keys()].filter((status) => ![404, 429, 503].includes(status))).toEqual([])
  expect(images.get(429)).toBeGreaterThan(0)
  expect([...signIns.keys()].filter((status) => ![401, 429, 503].includes(status))).toEqual([])
  expect(Math.max(...megabytes) / before).toBeLessThan(MAX_GROWTH)
  expect((await story.shop.ask({ blockchain: 'BTC' })).status).toBe('pending')
})
