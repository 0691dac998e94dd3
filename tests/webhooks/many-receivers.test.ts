import { eventually } from '@gateway/testing/wait'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say } from '../support/say.ts'
import { openShop } from '../support/shop.ts'
import { sharedStory } from '../support/shared-story.ts'
import type { Story } from '../support/story.ts'

/** Concurrent activities of a Temporal worker by default. */
const BY_DEFAULT = 100
const SILENT = 160
/** Events for one receiver, each of another payment: twice as many as are sent to it at once. */
const BACKLOG = 16
const AT_ONCE = 8
const OTHERS = 10

let story: Story
const servers: Server[] = []
beforeAll(async () => void (story = await sharedStory()))
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await story?.close()
})

/** Starts merchants' servers on a port. */
async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Opens a business; its creation is the first event of its receiver. */
async function openBusiness(key: string, url: string): Promise<Opened> {
  const terms = { name: 'One of many', webhook_url: url, webhook_events: ['*'] }
  const { body } = await say(story.gateway.api, 'POST /businesses', { key, body: terms })
  return { id: String(body['id']), key }
}

/** A business, and its merchant's token. */
interface Opened {
  readonly id: string
  readonly key: string
}

/** Causes one more event of a business. */
const change = ({ id, key }: Opened, round: number) =>
  say(story.gateway.api, `PATCH /businesses/${id}`, { key, body: { description: `Changed ${round}` } })

/** Causes an event of each business, again and again: on a machine under load an attempt may fail, and its retry comes late. */
async function changeUntil(opened: readonly Opened[], what: string, isReached: () => boolean): Promise<void> {
  let round = 0
  await eventually(what, async () => {
    if (isReached()) return true
    round += 1
    await Promise.all(opened.map((one) => change(one, round)))
    return isReached()
  })
}

/** Receivers that answer until they fall silent, with the most concurrent receivers and requests to one of them. */
async function listenUntilSilent() {
  const asked = new Set<string>()
  const waiting = new Map<ServerResponse, string>()
  let [isSilent, mostReceivers] = [false, 0]
  const mostRequests = new Map<string, number>()
  const base = await listen(({ url = '' }, response) => {
    asked.add(url)
    if (!isSilent) return void response.end('{}')
    waiting.set(response, url)
    response.on('close', () => waiting.delete(response))
    const urls = [...waiting.values()]
    mostReceivers = Math.max(mostReceivers, new Set(urls).size)
    mostRequests.set(url, Math.max(mostRequests.get(url) ?? 0, urls.filter((other) => other === url).length))
  })
  return {
    base,
    asked,
    fallSilent: () => void (isSilent = true),
    mostReceivers: () => mostReceivers,
    mostRequests: (path: string) => mostRequests.get(path) ?? 0,
  }
}

test(`${SILENT} receivers that never answer delay neither one another nor other receivers`, async () => {
  const silent = await listenUntilSilent()
  // A merchant may have at most a hundred businesses.
  const second = await openShop(story.gateway.api, story.shop.wallets)
  const tokens = [story.shop.token, second.token]
  const opening = Array.from({ length: SILENT }, (_, at) => openBusiness(tokens[at % 2] ?? second.token, `${silent.base}/${at}`))
  const opened = await Promise.all(opening)
  await changeUntil(opened, 'more receivers to be asked than the default of a worker', () => silent.asked.size > BY_DEFAULT)
  silent.fallSilent()
  const backlogged = await openShop(story.gateway.api, story.shop.wallets, { webhook_url: `${silent.base}/backlog`, webhook_events: [] })
  await Promise.all(Array.from({ length: BACKLOG }, () => backlogged.ask({ blockchain: 'ETH' })))
  await eventually('the maximum of open requests to one receiver', async () => silent.mostRequests('/backlog') >= AT_ONCE)
  await changeUntil(opened, 'more open receivers than the default of a worker', () => silent.mostReceivers() > BY_DEFAULT)

  const told = new Set<string>()
  const others = await listen((request, response) => {
    told.add(request.url ?? '')
    request.resume().on('end', () => response.end('{}'))
  })
  const paths = Array.from({ length: OTHERS }, (_, at) => `/${at}`)
  await Promise.all(paths.map((path) => openBusiness(second.token, others + path)))
  const payment = await story.shop.ask({ blockchain: 'ETH' })
  await eventually('all other receivers to get their events', async () => told.size === OTHERS)
  await eventually('the shop to get its event', async () => story.shop.events(payment.id).length > 0)
  expect(told).toEqual(new Set(paths))
})
