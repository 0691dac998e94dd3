import { listen, type Listener } from '@gateway/db/kernel/listen'
import { runStatement } from '@gateway/db/kernel/run-statement'
import type { Orm } from '@gateway/db/orm'
import { freshOrm } from '@gateway/testing/database'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Longer than any wait in these tests. */
const LONG_MS = 3_600_000

let orm: Orm
let listener: Listener
const heard: string[] = []
beforeAll(async () => {
  orm = await freshOrm()
  listener = listen(String(orm.config.get('clientUrl')), ['block'])
  listener.on('block', (payload) => heard.push(payload))
  await eventually('the listener to be connected', async () => {
    await notify('connected')
    return heard.length > 0
  })
})
afterAll(async () => {
  await listener?.close()
  await orm?.close()
})

const notify = (payload: string) => runStatement(orm.em.fork(), 'SELECT pg_notify($1, $2)', ['block', payload])

test('a follower that is notified while it works does not wait for the next notification', async () => {
  const wait = listener.follow({ channel: 'block', payload: 'BTC' })
  await notify('BTC')
  await eventually('the notification to arrive', async () => heard.includes('BTC'))
  await wait(LONG_MS)
  const second = wait(LONG_MS).then(() => 'woken')
  await notify('BTC')
  expect(await second).toBe('woken')
})

test('a follower ignores notifications with another payload', async () => {
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
