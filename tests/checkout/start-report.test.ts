import { devnetChains, driverOf } from '@gateway/devnet/chains'
import { StartMailbox, StartStatus } from '@gateway/api/development/start-status'
import { startPage } from '@gateway/pages/start/start-page'
import { bitcoinHeight, mineBitcoin, payBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { temporaryFolder } from '@gateway/devnet/processes/temporary-folder'
import type { DevSources } from '@gateway/scripts/development/dev-sources'
import { freshWallets } from '@gateway/scripts/development/fresh-wallets'
import { publishStart } from '@gateway/scripts/development/publish-start'
import { readParts } from '@gateway/scripts/development/read-parts'
import { startFolderIn } from '@gateway/scripts/development/start-folder'
import { readStartOptions } from '@gateway/scripts/development/start-options'
import { openTestWallets } from '@gateway/scripts/development/test-wallets'
import { runTemporal } from '@gateway/testing/temporal'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Shared, sharedStory } from '../support/shared-story.ts'

const folder = temporaryFolder()
let story: Shared
let sources: DevSources
beforeAll(async () => {
  story = await sharedStory()
  const { address, http: ui } = runTemporal()
  const { chains, gateway, stripe, around } = story
  sources = {
    stack: {
      devnet: { chains, temporal: { address, ui }, postgres: { url: around.databaseUrl } },
      stripe,
      gateway,
      lightning: { progress: () => 'none' as const },
    },
    options: readStartOptions({ name: 'npm run dev', folder: '.data', port: 0 }, { DATA_DIR: folder.path }, []),
    demo: { businessId: story.shop.businessId, apiKey: story.shop.key, email: '', password: '', wallets: await freshWallets(chains) },
    wallets: await openTestWallets(folder.path, chains),
    startedAt: new Date(),
  }
})
afterAll(async () => {
  await story?.close()
  folder.remove()
})

const file = (name: string): string => join(startFolderIn(folder.path), name)
const readStatus = () => StartStatus.parse(JSON.parse(readFileSync(file('status.json'), 'utf8')))
const readMailbox = () => StartMailbox.parse(JSON.parse(readFileSync(file('mailbox.json'), 'utf8')))

test('npm run dev reports every part as ready, the heights of the chains and the balances of the wallets', async () => {
  await payBitcoin(story.bitcoin, { address: sources.wallets.BTC_2 ?? '', sats: 12_345n })
  await mineBitcoin(story.bitcoin, 1)
  const publisher = await publishStart(sources)
  await publisher.stop()
  const { parts, wallets, demo, payCommand, emails } = readStatus()
  expect(parts.filter(({ isWell }) => !isWell)).toEqual([])
  const chains = devnetChains.map((chain) => driverOf(chain).name.toLowerCase().replaceAll(' ', '-'))
  expect(parts.map(({ id }) => id)).toEqual(['api', 'worker', 'signer', 'postgres', 'temporal', 'card-processor', ...chains])
  expect(parts.find(({ id }) => id === 'bitcoin')?.at).toBe(`Block ${await bitcoinHeight(story.bitcoin)}`)
  expect(wallets.find(({ name }) => name === 'Yours, BTC_2')).toMatchObject({ address: sources.wallets.BTC_2, balance: '0.00012345' })
  expect(wallets.every(({ balance }) => balance !== null)).toBe(true)
  expect([demo.apiKey, payCommand, emails]).toEqual([story.shop.key, `DATA_DIR=${folder.path} npm run pay --`, 0])
})

test('the files of the report are readable by their owner alone, because they contain a key and e-mails', () => {
  for (const name of ['status.json', 'mailbox.json']) expect(statSync(file(name)).mode & 0o777).toBe(0o600)
})

test('a chain that does not answer is reported with its last height, and the start page names it', async () => {
  const last = new Map<string, string>()
  const before = await readParts(sources, last)
  const { stack } = sources
  const silent = {
    ...sources,
    stack: { ...stack, devnet: { ...stack.devnet, chains: { ...stack.devnet.chains, BTC: { rpc: 'http://127.0.0.1:1' } } } },
  }
  const parts = await readParts(silent, last)
  expect(parts.filter(({ isWell }) => !isWell)).toEqual([
    {
      ...before.find(({ id }) => id === 'bitcoin'),
      isWell: false,
      without: expect.stringMatching(/^Payments on Bitcoin are not seen until it is back\. Its log is .*debug\.log\.$/),
    },
  ])
  const page = startPage({ ...readStatus(), readAt: new Date(), parts }, { now: new Date(), nonce: 'n0nce' })
  expect(page).toContain('<h1>Bitcoin does not answer</h1>')
})

/** An e-mail as the mailbox of a data folder keeps it. */
const EMAIL = [
  'From: Payments <no-reply@localhost>',
  'To: demo@shop.example',
  'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
  'Content-Type: multipart/alternative; boundary="b"',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Hello',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Hello</p>',
  '--b--',
  '',
].join('\r\n')

test('an e-mail of the gateway is reported with its subject and both of its parts', async () => {
  mkdirSync(join(folder.path, 'mail'))
  writeFileSync(join(folder.path, 'mail/1790000000000-000001.eml'), EMAIL)
  const publisher = await publishStart(sources)
  await publisher.stop()
  const told = { from: 'Payments <no-reply@localhost>', to: 'demo@shop.example', subject: 'Grüße', text: 'Hello', html: '<p>Hello</p>' }
  expect(readMailbox()).toEqual([{ ...told, id: '1790000000000-000001', receivedAt: new Date(1_790_000_000_000) }])
  expect(readStatus().emails).toBe(1)
})
