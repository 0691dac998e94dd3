import { runReputation } from '@gateway/scripts/reputation/run-reputation'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runFolder } from '@gateway/testing/run-folder'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { say, type Said } from '../support/say.ts'
import { sharedStory } from '../support/shared-story.ts'
import type { Story } from '../support/story.ts'
import { authenticate, newParty, openEscrow, type Party, receiptsOf, settle } from './two-parties.ts'

let story: Story
let seller: Party
let buyer: Party
beforeAll(async () => {
  story = await sharedStory()
  const escrow = await openEscrow(story)
  ;[seller, buyer] = [await newParty(story), await newParty(story)]
  await authenticate(story, escrow, { token: escrow.beneficiary, key: seller.token })
  await settle(story, escrow, buyer.token)
  await rate(buyer, seller, { escrowId: escrow.id, rating: 4 })
  await rate(seller, buyer, { escrowId: escrow.id, rating: 5 })
  for (const { did } of [seller, buyer]) await receiptsOf(story, did, 2)
})
afterAll(() => story?.close())

const rate = ({ token: key }: Party, { did }: Party, what: { readonly escrowId: string; readonly rating: number }): Promise<Said> =>
  say(story.gateway.api, 'POST /reputation/receipt', { key, body: { ...what, taskDescription: 'Posters', counterpartyDid: did } })
const reputationOf = async (did: string) =>
  (await say(story.gateway.api, `GET /reputation/agent/${encodeURIComponent(did)}/reputation`)).body

/** What the command prints of a DID. */
async function command(did: string): Promise<{ isSame: boolean; printed: string }> {
  const lines: string[] = []
  const isSame = await runReputation([did, '--from', story.gateway.api], (line) => lines.push(line))
  return { isSame, printed: lines.join('\n') }
}

describe('two merchants that have settled an escrow and rated each other', () => {
  test('have a score each, from a transaction and a task', async () => {
    const [ofSeller, ofBuyer] = [await reputationOf(seller.did), await reputationOf(buyer.did)]
    for (const body of [ofSeller, ofBuyer]) {
      expect(body).toMatchObject({ totalTasks: 2, trust_vector: { D: 9.09, A: 100, C: 80 } })
      expect(body['reputation']).toMatchObject({ windows: { last_30_days: { task_count: 2, accepted_rate: 1, unique_buyers: 1 } } })
    }
    // The better rating is the only difference.
    expect(Number(ofBuyer['score'])).toBeGreaterThan(Number(ofSeller['score']))
  })

  test('have the same scores when the command computes them from public answers', async () => {
    for (const { did } of [seller, buyer]) {
      const { isSame, printed } = await command(did)
      expect([isSame, printed]).toEqual([true, expect.stringContaining('from 2 receipts that count, of 2')])
    }
  })

  test('have the same scores when the program of the documentation computes them', async () => {
    const guide = readFileSync(join(import.meta.dirname, '../../apps/api/src/docs/guides/reputation.md'), 'utf8')
    const [, program = ''] = /^```js recompute\.mjs\n(.*?)^```$/ms.exec(guide) ?? []
    const file = join(runFolder(), 'recompute.mjs')
    writeFileSync(file, program)
    for (const { did } of [seller, buyer]) {
      const { stdout } = await promisify(execFile)(process.execPath, [file, did, story.gateway.api])
      const [published, computed] = stdout.trim().split(' ')
      expect([computed, Number(published)]).toEqual([published, (await reputationOf(did))['score']])
    }
  })
})

test('a DID that nobody has heard of has a score of zero, which the command finds too', async () => {
  const did = 'did:web:nobody.example'
  expect(await reputationOf(did)).toMatchObject({ score: 0, totalTasks: 0 })
  expect(await command(did)).toMatchObject({ isSame: true, printed: expect.stringContaining('from 0 receipts that count, of 0') })
})
