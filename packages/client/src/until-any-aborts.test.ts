import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { untilAnyAborts } from './until-any-aborts.ts'

const leaving = () => [new AbortController(), new AbortController()] as const
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('untilAnyAborts ends with the first signal that aborts, and with its reason', async () => {
  for (const which of [0, 1] as const) {
    const controllers = leaving()
    const ended = untilAnyAborts(
      controllers.map(({ signal }) => signal),
      untilAborted,
    )
    controllers[which].abort(`the customer of ${which} has left`)
    controllers[1 - which]?.abort('too late')
    await expect(ended).rejects.toBe(`the customer of ${which} has left`)
  }
})

test('untilAnyAborts passes an aborted signal to work that starts later', async () => {
  const [{ signal }] = leaving()
  const seen = await untilAnyAborts([signal, AbortSignal.abort('gone')], async ({ aborted, reason }) => ({
    aborted,
    reason: String(reason),
  }))
  expect(seen).toEqual({ aborted: true, reason: 'gone' })
})

test('untilAnyAborts leaves no listener on a signal that outlives the work', async () => {
  const [{ signal }] = leaving()
  expect(await untilAnyAborts([signal], async () => getEventListeners(signal, 'abort').length)).toBe(1)
  await expect(untilAnyAborts([signal], () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
