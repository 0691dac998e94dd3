import { listen, type Listener } from '@gateway/db/kernel/listen'
import { freshDatabase } from '@gateway/testing/database'
import { eventually } from '@gateway/testing/wait'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Nothing in these tests waits as long. */
const LONG_MS = 3_600_000

let url: string
let listener: Listener
let client: pg.Client
const heard: string[] = []
beforeAll(async () => {
  url = await freshDatabase()
  listener = listen(url, ['block'])
  listener.on('block', (payload) => heard.push(payload))
  client = new pg.Client(url)
  await client.connect()
  await eventually('the listener to be connected', async () => {
    await notify('connected')
    return heard.length > 0
  })
})
afterAll(async () => {
  await client?.end()
  await listener?.close()
})

const notify = (payload: string) => client.query('SELECT pg_notify($1, $2)', ['block', payload])

test('a follower whose notification comes while it works does not wait for another one', async () => {
  const wait = listener.follow({ channel: 'block', payload: 'BTC' })
  await notify('BTC')
  await eventually('the notification to arrive', async () => heard.includes('BTC'))
  await wait(LONG_MS)
  const second = wait(LONG_MS).then(() => 'woken')
  await notify('BTC')
  expect(await second).toBe('woken')
})

test('a follower is not woken by a notification with another payload', async () => {
  const wait = listener.follow({ channel: 'block', payload: 'ETH' })
  let isWoken = false
  const waiting = wait(LONG_MS).then(() => (isWoken = true))
  await notify('BTC')
  await notify('last')
  await eventually('the notifications to arrive', async () => heard.includes('last'))
  expect(isWoken).toBe(false)
  await notify('ETH')
  await waiting
})
