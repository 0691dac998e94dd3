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

/** The same without a network between, for waits that end with their time: how long a busy machine takes for an answer is none of it. */
function waitingOffline(...answers: readonly ReturnType<typeof at>[]) {
  const received: unknown[] = []
  vi.stubGlobal('fetch', async (url: unknown) => Response.json(answers[Math.min(received.push(url), answers.length) - 1]?.body))
  onTestFinished(() => void vi.unstubAllGlobals())
  return { client: createClient({ apiKey: 'k', baseUrl: 'http://gateway.example' }), received }
}

describe('waiting for a payment', () => {
  test('ends when its money is confirmed, and tells each status once', async () => {
    const { client, received } = await waiting(at('pending'), at('pending'), at('detected'), at('confirmed'))
    const told: string[] = []
    const payment = await client.waitForPayment('p1', { interval: 1, onStatus: ({ status }) => told.push(status) })
    expect(payment.status).toBe('confirmed')
    expect(told).toEqual(['pending', 'detected', 'confirmed'])
    expect(received.every(({ path }) => path === '/api/payments/p1')).toBe(true)
  })

  test.each(['forwarding', 'forwarded', 'expired', 'failed'] as const)('ends at %s too', async (status) => {
    const { client } = await waiting(at('pending'), at(status))
    expect(await client.waitForPayment('p1', { interval: 1 })).toMatchObject({ status })
  })

  test('goes on until the money lies in the wallet, for whoever asks for that', async () => {
    const { client } = await waiting(at('detected'), at('confirmed'), at('forwarding'), at('forwarded'))
    expect(await client.waitForPayment('p1', { interval: 1, until: 'forwarded' })).toMatchObject({ status: 'forwarded' })
  })

  test('goes on while the gateway cannot be asked', async () => {
    const { client } = await waiting(
      at('pending'),
      refusal(500, 'INTERNAL'),
      refusal(429, 'RATE_LIMITED', { 'retry-after': '40' }),
      at('confirmed'),
    )
    expect(await client.waitForPayment('p1', { interval: 1 })).toMatchObject({ status: 'confirmed' })
  })

  test('ends at once for a payment that is not there', async () => {
    const { client } = await waiting(refusal(404, 'NOT_FOUND'))
    await expect(client.waitForPayment('p1', { interval: 1 })).rejects.toMatchObject({ status: 404 })
  })

  test('ends with its time, and says how far the payment was', async () => {
    const { client } = waitingOffline(at('detected'))
    const waited = client.waitForPayment('p1', { interval: 150, timeout: TIME_MS })
    await expect(waited).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: `payment p1 is still detected after ${TIME_MS} ms; waited for confirmed`,
    })
  })

  test('looks a last time when its time is over, however long the interval', async () => {
    const { client, received } = waitingOffline(at('pending'), at('confirmed'))
    expect(await client.waitForPayment('p1', { interval: 60_000, timeout: TIME_MS })).toMatchObject({ status: 'confirmed' })
    expect(received).toHaveLength(2)
  })

  test('gives up after that look', async () => {
    const { client, received } = waitingOffline(at('pending'))
    const startedAt = performance.now()
    await expect(client.waitForPayment('p1', { timeout: TIME_MS })).rejects.toMatchObject({ code: 'TIMEOUT' })
    // A timer may be early by a millisecond.
    expect(performance.now() - startedAt).toBeGreaterThan(TIME_MS - 2)
    expect(received).toHaveLength(2)
  })

  test('gives the one look that no time allows for the time to be answered', async () => {
    const { client, received } = await waiting(at('confirmed'))
    expect(await client.waitForPayment('p1', { timeout: 0 })).toMatchObject({ status: 'confirmed' })
    expect(received).toHaveLength(1)
  })

  test('ends when the signal aborts, with its reason', async () => {
    const { client, received } = await waiting(at('pending'))
    const left = new AbortController()
    const waited = client.waitForPayment('p1', { interval: 60_000, signal: left.signal })
    await expect.poll(() => received.length).toBe(1)
    left.abort('gone')
    await expect(waited).rejects.toBe('gone')
  })
})
