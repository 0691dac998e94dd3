import { eventually } from '@gateway/testing/wait'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { residentMb } from '../support/memory.ts'
import { say } from '../support/say.ts'
import { openStory, type Story } from '../support/story.ts'

/** Clients that begin a request, and then say a byte of it each second. */
const SLOW = 500
const DRIP_MS = 1_000
/** What an address may ask for in a minute, and more than it may in all the minutes that a flood of them can last. */
const IMAGES_A_MINUTE = 100
const IMAGES = 600
const SIGN_INS = 200
/** More than may wait for their passwords to be looked at. */
const AT_ONCE = 100
const ORDINARY = 20
const MOST_GROWTH = 1.5
/** A machine that stands still for longer than the api waits for its database has it refuse, and that is not the attack. */
const STALL_MS = 1_000
const TICK_MS = 100

let story: Story
const sockets: Socket[] = []
beforeAll(async () => {
  // The limits of the product but for two: images are refused soon, and sign-ins come as if each had an address of its own.
  story = await openStory({ rateLimits: { public: IMAGES_A_MINUTE }, throttles: { signInsPerAddress: 1_000_000 } })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await story?.close()
})

// Each request has a connection of its own: the api may give up one that is idle just when a busy machine speaks on it again.
const headers = { connection: 'close' }
const ask = async (route: string, key?: string) =>
  (await say(story.gateway.api, route, { headers, ...(key !== undefined && { key }) })).status
const signIn = async () => {
  const body = { email: `${randomUUID()}@shop.example`, password: 'correct horse battery staple' }
  return (await say(story.gateway.api, 'POST /auth/login', { body, headers })).status
}
const askForImage = () => ask(`GET /payments/${randomUUID()}/qr`)

/** Speaks a request drop by drop until the server has hung up; the status of its answer. */
async function drip(): Promise<number> {
  const socket = connect(Number(new URL(story.gateway.api).port), '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  let heard = ''
  socket.setEncoding('latin1').on('data', (text: string) => (heard += text))
  socket.write('GET /health/live HTTP/1.1\r\nX-Slow: ')
  const dripping = setInterval(() => socket.write('x'), DRIP_MS)
  await once(socket, 'close')
  clearInterval(dripping)
  return Number(heard.split(' ')[1])
}

/** Counts from now on how often this machine has stood still; what is returned tells. */
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

/** The status that a merchant is answered; what was refused while the machine stood still is asked for again. */
async function askAsMerchant(route: string, stalls: () => number): Promise<number> {
  const before = stalls()
  const status = await ask(route, story.shop.key)
  return status === 503 && stalls() > before ? askAsMerchant(route, stalls) : status
}

/** Asks again and again, some at once; how often each status was answered. */
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

function apiMb(): number {
  const pid = story.gateway.pid('api')
  if (pid === undefined) throw new Error('the api was never started')
  return residentMb(pid)
}

/**
 * Asks as often as the floods do, but as on any day: what a program needs for that it keeps, and it is not what attackers take. Images are few,
 * because the minute's must be left for the attack.
 */
async function askAsUsual(): Promise<void> {
  await flood(IMAGES, () => ask('GET /payments', story.shop.key), ORDINARY)
  await flood(ORDINARY, askForImage, ORDINARY)
  await flood(SIGN_INS, signIn, ORDINARY)
}

test(`${SLOW} clients that speak drop by drop and floods of images and sign-ins keep no merchant from an answer`, async () => {
  const { id } = await story.shop.ask({ blockchain: 'ETH' })
  await askAsUsual()
  const before = apiMb()
  const attack = Promise.all([Promise.all(Array.from({ length: SLOW }, drip)), flood(IMAGES, askForImage), flood(SIGN_INS, signIn)])
  const stalls = countStalls()
  let isOver = false
  void attack.finally(() => (isOver = true))
  const [answers, megabytes]: [number[], number[]] = [[], []]
  await eventually('the slow to be cut off, and the floods to end', async () => {
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
  expect(Math.max(...megabytes) / before).toBeLessThan(MOST_GROWTH)
  expect((await story.shop.ask({ blockchain: 'BTC' })).status).toBe('pending')
})
