import { publicReceiptView } from '@gateway/contract/identity/receipts'
import type { Did } from '@gateway/domain/identity/did'
import { reputationOf } from '@gateway/domain/identity/formula'
import type { CountedReceipt } from '@gateway/domain/identity/reputation'
import { anyReceipts, daysAgo, now, processorDispute, task, transaction } from '@gateway/domain/identity/test-receipts'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const DID = 'did:web:shop.example'
const guide = readFileSync(new URL('./reputation.md', import.meta.url), 'utf8')
const [, program = ''] = /^```js recompute\.mjs\n(.*?)^```$/ms.exec(guide) ?? []
// The program is a module: what it prints is what a reader of the guide sees.
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
  ...parts: string[]
) => (...given: unknown[]) => Promise<void>
const run = new AsyncFunction('process', 'fetch', 'console', program)

/** What the public interface says of a receipt. */
const publicForm = (receipt: CountedReceipt, isVerified: boolean) =>
  publicReceiptView.present({
    ...receipt,
    kind: 'service',
    subjectDid: DID,
    // The formula compares it; it is a DID where there is one.
    counterpartyDid: receipt.counterparty as Did | null,
    authorMerchantId: null,
    escrowId: null,
    actionType: null,
    amount: null,
    currency: null,
    amountUsd: receipt.amountUsd === null ? null : String(receipt.amountUsd),
    taskDescription: null,
    isVerified,
    withdrawnAt: null,
    sequence: null,
    previousDigest: null,
    digest: null,
  })

/** What the program of the guide prints for a DID with these receipts, newest first as the interface lists them, on pages of 100. */
async function printed(receipts: readonly CountedReceipt[]): Promise<string> {
  const newestFirst = receipts
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    .flatMap((receipt) => [publicForm(receipt, true), publicForm({ ...receipt, id: `${receipt.id}-unverified` }, false)])
  const { score } = reputationOf(receipts, now)
  const lines: string[] = []
  const fetched = async (address: string) => {
    const { pathname, searchParams } = new URL(address)
    const start = newestFirst.findIndex((one) => one.receipt_id === searchParams.get('before')) + 1
    const answer = pathname.endsWith('/receipts')
      ? { receipts: newestFirst.slice(start, start + 100) }
      : { score, computed_at: now.toISOString() }
    return { json: async () => answer }
  }
  await run({ argv: ['node', 'recompute.mjs', DID, 'https://pay.example'] }, fetched, {
    log: (...words: string[]) => lines.push(words.join(' ')),
  })
  return lines.join('\n')
}

test('the program of the guide computes the published scores', async () => {
  const history = [transaction('X', 99, daysAgo(90)), transaction('X', 999, daysAgo(45)), task('Y', 4, now)]
  expect(await printed(history)).toBe('45.30 45.30')
  expect(await printed([...history, processorDispute(now)])).toBe('29.41 29.41')
  expect(await printed([])).toBe('0.00 0.00')
})

test('the program of the guide computes the score of the gateway from any receipts', async () => {
  const past = anyReceipts.map((receipts) => receipts.filter(({ createdAt }) => createdAt <= now))
  await fc.assert(
    fc.asyncProperty(past, async (receipts) => {
      const score = reputationOf(receipts, now).score.toFixed(2)
      expect(await printed(receipts)).toBe(`${score} ${score}`)
    }),
  )
})
