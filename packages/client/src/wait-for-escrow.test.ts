import { describe, expect, test } from 'vitest'
import { createClient } from './create-client.ts'
import type { EscrowStatus } from './named-types.ts'
import { type Answer, openGateway, refusal } from './test-gateway.ts'

const at = (status: EscrowStatus) => ({ body: { escrow: { id: 'e1', status } } })

async function waiting(...answers: readonly Answer[]) {
  const { url, received } = await openGateway(...answers)
  return { client: createClient({ baseUrl: url }), received }
}

describe('waitForEscrow', () => {
  test('resolves when the escrow is funded, and reports each status once', async () => {
    const { client, received } = await waiting(at('created'), at('created'), refusal(500, 'INTERNAL'), at('funded'))
    const reported: string[] = []
    const escrow = await client.waitForEscrow('e1', { intervalMs: 1, onStatus: ({ status }) => reported.push(status) })
    expect(escrow.status).toBe('funded')
    expect(reported).toEqual(['created', 'funded'])
    expect(received.map(({ path }) => path)).toEqual(Array.from({ length: 4 }, () => '/api/escrow/e1'))
  })

  test('continues through a dispute and a release until the payout is final', async () => {
    const { client } = await waiting(at('funded'), at('disputed'), at('released'), at('settled'))
    expect(await client.waitForEscrow('e1', { intervalMs: 1, until: 'settled' })).toMatchObject({ status: 'settled' })
  })

  test.each([
    ['funded', 'expired'],
    ['settled', 'refunded'],
    ['refunded', 'released'],
    ['disputed', 'settled'],
  ] as const)('does not wait for %s when the escrow is %s', async (until, status) => {
    const { client } = await waiting(at('created'), at(status))
    expect(await client.waitForEscrow('e1', { intervalMs: 1, until })).toMatchObject({ status })
  })

  test('fails with TIMEOUT and the last status', async () => {
    const { client } = await waiting(at('created'))
    await expect(client.waitForEscrow('e1', { intervalMs: 1, timeoutMs: 1 })).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: 'escrow e1 is still created after 1 ms; waited for funded',
    })
  })
})
