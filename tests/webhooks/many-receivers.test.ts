import { eventually } from '@gateway/testing/wait'
import type { Client } from '@temporalio/client'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say } from '../support/say.ts'
import { openShop } from '../support/shop.ts'
import { openStory, type Story } from '../support/story.ts'
import { openTemporal } from '../support/temporal.ts'

/** How many activities a worker of Temporal runs at once unless it is told otherwise. */
const BY_DEFAULT = 100
/** Each is one more event for which a receiver is waited for, so that all of them are waited for at once however long it takes to open them. */
const CHANGES = 3
const SILENT = 120
/** What waits for one of them, each about another payment: twice as many as are sent to it at once. */
const BACKLOG = 16
const AT_ONCE = 8
const OTHERS = 10

/** `PENDING_ACTIVITY_STATE_STARTED` of Temporal's api. */
const STARTED = 2

let story: Story
let temporal: Client
const servers: Server[] = []
beforeAll(async () => {
  story = await openStory()
  temporal = await openTemporal(story)
})
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await temporal?.connection.close()
  await story?.close()
})

/** Starts merchants' servers on a port. */
async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Opens a business whose creation is the first thing that its receiver is told. */
async function openBusiness(url: string): Promise<string> {
  const terms = { name: 'One of many', webhook_url: url, webhook_events: ['*'] }
  const { body } = await say(story.gateway.api, 'POST /businesses', { key: story.shop.token, body: terms })
  return String(body['id'])
}

/** Receivers whose mailbox is being emptied. */
async function served(): Promise<number> {
  const runs: Promise<boolean>[] = []
  for await (const { workflowId } of temporal.workflow.list({ query: `WorkflowType = 'webhookEndpoint'` })) runs.push(isStarted(workflowId))
  return (await Promise.all(runs)).filter(Boolean).length
}

async function isStarted(workflowId: string): Promise<boolean> {
  const { raw } = await temporal.workflow.getHandle(workflowId).describe()
  return (raw.pendingActivities ?? []).some(({ state }) => state === STARTED)
}

test(`${SILENT} receivers that never answer do not wait for one another, and nobody waits for them`, async () => {
  const asked: string[] = []
  const silent = await listen(({ url = '' }) => void asked.push(url))
  const backlogged = await openShop(story.gateway.api, story.shop.wallets, { webhook_url: `${silent}/backlog`, webhook_events: [] })
  await Promise.all(Array.from({ length: BACKLOG }, () => backlogged.ask({ blockchain: 'ETH' })))
  await eventually('as many requests to hang as there may be', async () => asked.length >= AT_ONCE)
  await Promise.all(
    Array.from({ length: SILENT }, async (_, at) => {
      const id = await openBusiness(`${silent}/${at}`)
      for (let change = 1; change <= CHANGES; change++)
        await say(story.gateway.api, `PATCH /businesses/${id}`, { key: story.shop.token, body: { description: `Changed ${change}` } })
    }),
  )
  await eventually('every silent receiver to be asked', async () => new Set(asked).size > SILENT)
  await eventually('more of them to be served at once than a worker serves unless it is told to', async () => (await served()) > BY_DEFAULT)

  const told = new Set<string>()
  const others = await listen((request, response) => {
    told.add(request.url ?? '')
    request.resume().on('end', () => response.end('{}'))
  })
  await Promise.all(Array.from({ length: OTHERS }, (_, at) => openBusiness(`${others}/${at}`)))
  const payment = await story.shop.ask({ blockchain: 'ETH' })
  await eventually('everybody else to be told', async () => told.size === OTHERS)
  await eventually('the shop to be told', async () => story.shop.events(payment.id).length > 0)
  expect(asked.filter((url) => url === '/backlog').length).toBeGreaterThanOrEqual(AT_ONCE)
})
