import { reputationOf } from '@gateway/domain/identity/formula'
import { type ActionCategory, baseWeights, PROCESSOR_DISPUTE_WEIGHT } from '@gateway/domain/identity/categories'
import { weightOfTask } from '@gateway/domain/identity/receipt'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runReputation } from './run-reputation.ts'

const DID = 'did:web:shop.example'
const COMPUTED_AT = '2026-11-01T12:00:00.000Z'

const receiptOf = (at: number) => ({
  receipt_id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  kind: 'service',
  action_category: 'economic.transaction' as ActionCategory,
  action_type: null as string | null,
  weight: baseWeights['economic.transaction'] as number,
  outcome: 'accepted',
  rating: null as number | null,
  amount_usd: '12.50',
  counterparty_did: `did:web:${at % 7}.example`,
  verified: true,
  withdrawn_at: null as string | null,
  created_at: new Date(Date.parse(COMPUTED_AT) - at * 3_600_000).toISOString(),
})
/** Newest first. */
const receipts = [
  { ...receiptOf(0), verified: false },
  ...Array.from({ length: 247 }, (_, at) => receiptOf(at + 1)),
  { ...receiptOf(248), kind: 'task', action_category: 'productivity.completion' as const, rating: 4, weight: weightOfTask(4) },
  {
    ...receiptOf(249),
    action_category: 'economic.dispute' as const,
    action_type: 'card_dispute',
    outcome: 'disputed',
    weight: PROCESSOR_DISPUTE_WEIGHT,
  },
  { ...receiptOf(300), withdrawn_at: COMPUTED_AT },
]
/** The score with these weights. */
const scoreWith = (weightOf: (receipt: (typeof receipts)[number]) => number): number =>
  reputationOf(
    receipts.slice(1, -1).map((one) => ({
      id: one.receipt_id,
      category: one.action_category,
      base: weightOf(one),
      outcome: one.outcome,
      rating: one.rating,
      amountUsd: 12.5,
      counterparty: one.counterparty_did,
      createdAt: new Date(one.created_at),
    })),
    new Date(COMPUTED_AT),
  ).score
const score = scoreWith(({ weight }) => weight)

interface Told {
  readonly published?: number
  readonly versionOf?: (asked: number) => number
  readonly status?: number
  readonly told?: readonly object[]
}
const always = () => 3

/** A gateway that publishes a score, and a version with each answer. */
async function openGateway({ published = score, versionOf = always, status = 200, told = receipts }: Told = {}): Promise<string> {
  let asked = 0
  const server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://gateway.invalid')
    const start = receipts.findIndex((one) => one.receipt_id === searchParams.get('before')) + 1
    const isList = pathname === '/api/reputation/receipts' && searchParams.get('did') === DID
    const answer = isList
      ? { receipts: told.slice(start, start + Number(searchParams.get('limit'))) }
      : { score: published, computed_at: COMPUTED_AT, version: versionOf(asked++) }
    response.writeHead(status).end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function run(...args: readonly string[]): Promise<{ isSame: boolean; lines: string[] }> {
  const lines: string[] = []
  return { isSame: await runReputation(args, (line) => lines.push(line)), lines }
}

describe('npm run reputation', () => {
  test('computes the published score again from all pages of receipts, of which only those count that are verified and not withdrawn', async () => {
    const { isSame, lines } = await run(DID, '--from', await openGateway())
    expect(isSame).toBe(true)
    expect(lines).toEqual([
      `published   ${score.toFixed(2)}   at ${COMPUTED_AT}`,
      `recomputed  ${score.toFixed(2)}   from 249 receipts that count, of 251`,
      'The scores are the same.',
    ])
  })

  test('says when a gateway publishes another score than its receipts give', async () => {
    const { isSame, lines } = await run(DID, '--from', await openGateway({ published: score + 0.01 }))
    expect([isSame, lines.at(-1)]).toEqual([false, 'The scores differ.'])
  })

  test('takes the weights from the published table, whatever a gateway says of them', async () => {
    const published = scoreWith(({ weight }) => weight / 2)
    const told = receipts.map((one) => ({ ...one, weight: one.weight / 2 }))
    const { isSame, lines } = await run(DID, '--from', await openGateway({ published, told }))
    expect([isSame, lines[1]]).toEqual([false, `recomputed  ${score.toFixed(2)}   from 249 receipts that count, of 251`])
  })

  test('reads again when a receipt came while it was reading', async () => {
    expect((await run(DID, '--from', await openGateway({ versionOf: (asked) => Math.min(asked, 2) }))).isSame).toBe(true)
    await expect(run(DID, '--from', await openGateway({ versionOf: (asked) => asked }))).rejects.toThrow(
      'changed during each of 5 attempts',
    )
  })

  test('fails with the answer of a gateway that refuses, or without one', async () => {
    await expect(run(DID, '--from', await openGateway({ status: 429 }))).rejects.toThrow('answered 429')
    await expect(run(DID, '--from', 'http://127.0.0.1:9')).rejects.toThrow('does not answer')
  })

  test.each([
    [[]],
    [[DID]],
    [['nobody', '--from', 'http://127.0.0.1']],
    [[DID, '--from', 'gateway']],
    [[DID, DID, '--from', 'http://127.0.0.1']],
  ])('asks for a DID and an address instead of %j', async (args) => {
    await expect(run(...args)).rejects.toThrow('npm run reputation -- <did> --from')
  })
})
