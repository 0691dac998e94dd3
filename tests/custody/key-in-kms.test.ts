import { root } from '../architecture/sources.ts'
import { type AwsKms, startAwsKms } from '@gateway/testing/aws-kms'
import { eventually } from '@gateway/testing/wait'
import { signerSettings } from '@gateway/scripts/stack/settings'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { end } from '../chaos/processes.ts'
import { pay } from '../support/customer.ts'
import { mine, openStory, type Story } from '../support/story.ts'

const run = promisify(execFile)

let story: Story
let kms: AwsKms
beforeAll(async () => {
  kms = await startAwsKms()
  story = await openStory({ chains: ['BTC', 'ETH'] })
  await end(story, 'signer')
  await handOver()
})
beforeEach(() => kms.behave('working'))
afterAll(async () => {
  await story?.close()
  await kms?.close()
})

const withKms = () => ({ ...kms.settings, CUSTODY_KEK: 'kms', CUSTODY_KEK_HEX: '' })
const logOfSigner = () => readFileSync(join(story.around.dataDir, 'signer/signer.log'), 'utf8')

test('a signer with its KEK in AWS KMS forwards payments and calls KMS only at startup', async () => {
  const before = kms.asked()
  const earlier = logOfSigner().length
  await story.gateway.start('signer', withKms())
  await eventually('the signer to be ready', async () => logOfSigner().slice(earlier).includes('worker started'))
  const whenReady = kms.asked()
  expect(whenReady).toBeGreaterThan(before)
  const asked = await story.shop.ask({ blockchain: 'ETH' })
  await pay(story, asked)
  await mine(story, 'ETH', 12)
  await story.shop.reaches(asked.id, (payment) => payment.forward_tx_hash !== null)
  expect(kms.asked()).toBe(whenReady)
  expect(await end(story, 'signer')).toBe(0)
})

test.each([
  { what: 'AWS KMS denies access', manner: { error: 'AccessDeniedException', status: 400 }, says: 'status 400 (AccessDeniedException)' },
  {
    what: 'AWS KMS stays down',
    manner: { error: 'KMSInternalException', status: 500 },
    says: 'status 500 (KMSInternalException); asked 4 times',
  },
  { what: 'its deployment id differs', settings: { DEPLOYMENT_ID: 'another' }, says: 'The sealed seed does not open' },
  { what: 'its network differs', settings: { BTC_NETWORK: 'testnet' }, says: 'The sealed seed does not open' },
])('a signer exits before any work when $what, and logs no secret', async ({ manner = 'working' as const, settings = {}, says }) => {
  const earlier = logOfSigner().length
  kms.behave(manner)
  await story.gateway.start('signer', { ...withKms(), ...settings })
  expect(await story.gateway.ended('signer')).toBe(1)
  const said = logOfSigner().slice(earlier)
  expect(said).toContain(says)
  expect(said).not.toContain('worker started')
  expect(kms.secrets.filter((secret) => logOfSigner().includes(secret))).toEqual([])
})

/** Rewraps the story's seed under a key in AWS KMS. */
async function handOver(): Promise<void> {
  const env = { ...signerSettings(story.around), ...kms.newSettings }
  await run(process.execPath, [join(root, 'apps/worker/src/custody/main.ts'), 'rotate-kek'], { env })
}
