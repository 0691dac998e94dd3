import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from './create-client.ts'
import type { Payment } from './generated/types.ts'
import { type Answer, openGateway, refusal } from './test-gateway.ts'

const TIME_MS = 2_000

const at = (status: Payment['status']) => ({ body: { payment: { id: 'p1', status } } }) satisfies Answer

async function waiting(...answers: readonly Answer[]) {
  const { url, received } = await openGateway(...answers)
  return { client: createClient({ apiKey: 'k', baseUrl: url }), received }
}

/** The same without a network, for waits that end with their timeout: a busy machine must not count. */
function waitingOffline(...answers: readonly ReturnType<typeof at>[]) {
  const received: unknown[] = []
  vi.stubGlobal('fetch', async (url: unknown) => Response.json(answers[Math.min(received.push(url), answers.length) - 1]?.body))
  onTestFinished(() => void vi.unstubAllGlobals())
  return { client: createClient({ apiKey: 'k', baseUrl: 'http://gateway.example' }), received }
}

describe('waitForPayment', () => {
  test('resolves when the money is confirmed, and reports each status once', async () => {
    const { client, received } = await waiting(at('pending'), at('pending'), at('detected'), at('confirmed'))
    const told: string[] = []
    const payment = await client.waitForPayment('p1', { interval: 1, onStatus: ({ status }) => told.push(status) })
    expect(payment.status).toBe('confirmed')
    expect(told).toEqual(['pending', 'detected', 'confirmed'])
    expect(received.every(({ path }) => path === '/api/payments/p1')).toBe(true)
  })

  test.each(['forwarding', 'forwarded', 'expired', 'failed'] as const)('resolves at %s too', async (status) => {
    const { client } = await waiting(at('pending'), at(status))
    expect(await client.waitForPayment('p1', { interval: 1 })).toMatchObject({ status })
  })

  test('continues until forwarded on request', async () => {
    const { client } = await waiting(at('detected'), at('confirmed'), at('forwarding'), at('forwarded'))
    expect(await client.waitForPayment('p1', { interval: 1, until: 'forwarded' })).toMatchObject({ status: 'forwarded' })
  })

  test('continues while the gateway is unavailable', async () => {
    const { client } = await waiting(
      at('pending'),
      refusal(500, 'INTERNAL'),
      refusal(429, 'RATE_LIMITED', { 'retry-after': '40' }),
      at('confirmed'),
    )
    expect(await client.waitForPayment('p1', { interval: 1 })).toMatchObject({ status: 'confirmed' })
  })

  test('fails at once for an unknown payment', async () => {
    const { client } = await waiting(refusal(404, 'NOT_FOUND'))
    await expect(client.waitForPayment('p1', { interval: 1 })).rejects.toMatchObject({ status: 404 })
  })

  test('fails with TIMEOUT and the last status', async () => {
    const { client } = waitingOffline(at('detected'))
    const waited = client.waitForPayment('p1', { interval: 150, timeout: TIME_MS })
    await expect(waited).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: `payment p1 is still detected after ${TIME_MS} ms; waited for confirmed`,
    })
  })

  test('polls once more at its timeout, even with a longer interval', async () => {
    const { client, received } = waitingOffline(at('pending'), at('confirmed'))
    expect(await client.waitForPayment('p1', { interval: 60_000, timeout: TIME_MS })).toMatchObject({ status: 'confirmed' })
    expect(received).toHaveLength(2)
  })

  test('fails with TIMEOUT after that last poll', async () => {
    const { client, received } = waitingOffline(at('pending'))
    const startedAt = performance.now()
    await expect(client.waitForPayment('p1', { timeout: TIME_MS })).rejects.toMatchObject({ code: 'TIMEOUT' })
    // A timer may be early by a millisecond.
    expect(performance.now() - startedAt).toBeGreaterThan(TIME_MS - 2)
    expect(received).toHaveLength(2)
  })

  test('waits for the answer to its only poll with a zero timeout', async () => {
    const { client, received } = await waiting(at('confirmed'))
    expect(await client.waitForPayment('p1', { timeout: 0 })).toMatchObject({ status: 'confirmed' })
    expect(received).toHaveLength(1)
  })

  test('throws the reason of an aborted signal', async () => {
    const { client, received } = await waiting(at('pending'))
    const left = new AbortController()
    const waited = client.waitForPayment('p1', { interval: 60_000, signal: left.signal })
    await expect.poll(() => received.length).toBe(1)
    left.abort('gone')
    await expect(waited).rejects.toBe('gone')
  })
})
