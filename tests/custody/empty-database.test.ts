import { basicParts } from '@gateway/scripts/stack/programs'
import { type CustodyPublic, nodeUrls, signerSettings } from '@gateway/scripts/stack/settings'
import { untilReady } from '@gateway/scripts/stack/gateway'
import { payNative } from '@gateway/devnet/evm/evm-faucet'
import { freshDatabase } from '@gateway/testing/database'
import { eventually } from '@gateway/testing/wait'
import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { count } from '../chaos/journey.ts'
import { end } from '../chaos/processes.ts'
import { pay } from '../support/customer.ts'
import { untilForwarded, untilSent } from '../support/forwarding.ts'
import { operateAs } from '../support/operator.ts'
import { putBack } from '../support/restore.ts'
import { openShop } from '../support/shop.ts'
import { mine, openStory, type Story } from '../support/story.ts'

const run = promisify(execFile)
const program = resolve(import.meta.dirname, '../../apps/worker/src/custody/main.ts')

let story: Story
beforeAll(async () => void (story = await openStory({ chains: ['BTC', 'ETH'] })))
afterAll(() => story?.close())

test('a used seed that meets an empty database pauses, hands out no address, and is replaced by a new generation', async () => {
  const known = [await story.shop.ask({ blockchain: 'BTC' }), await story.shop.ask({ blockchain: 'ETH' })]
  for (const payment of known) {
    await pay(story, payment)
    await untilForwarded(story, payment)
  }
  for (const part of basicParts) await end(story, part)
  // As on a clean machine: the mnemonic restores the seed, and nothing else.
  await emptyDatabase()
  rmSync(join(story.around.dataDir, 'custody.sequence'))

  await story.gateway.start('worker')
  await pausedBecause(/the gas payer 0x\w{40} has sent 1 transactions on ETH/)
  await Promise.all([story.gateway.start('signer'), story.gateway.start('api')])
  for (const name of ['anna', 'berta']) await operateAs(story, name, 'lift', 'global')
  await pausedBecause(/the database is empty and the seed is not new here: restore the database, or run `custody rotate-seed`/)
  const early = await openShop(story.gateway.api, story.shop.wallets)
  await expect(early.ask({ blockchain: 'BTC' })).rejects.toThrow(/CHAIN_UNAVAILABLE/)
  early.receiver.close()
  expect(await count(story, 'address_pool')).toBe(0)
  await expect(custody('recover', '--from-chain', '--put-back')).rejects.toThrow(/restore the database first/)

  for (const part of basicParts) await end(story, part)
  // The previous database has watched the old gas payer, whose transactions it cannot attribute.
  await emptyDatabase()
  await custody('rotate-seed', '--quiet')
  const { poolPublicKey, gasPayerAddresses } = JSON.parse(
    readFileSync(join(story.around.dataDir, 'custody.public.json'), 'utf8'),
  ) as CustodyPublic
  await Promise.all([
    story.gateway.start('signer'),
    story.gateway.start('worker', { GAS_PAYER_ADDRESSES: JSON.stringify(gasPayerAddresses) }),
    story.gateway.start('api', { POOL_PUBLIC_KEY: poolPublicKey }),
  ])
  await untilReady(story.gateway)
  await payNative(story.evm, { to: getAddress(gasPayerAddresses['ETH'] ?? ''), wei: 10n ** 18n })
  await mine(story, 'ETH', 1)
  await eventually('new addresses', async () => (await count(story, 'address_pool')) > 0)
  const shop = await openShop(story.gateway.api, story.shop.wallets)
  for (const blockchain of ['BTC', 'ETH']) {
    const payment = await shop.ask({ blockchain })
    expect(known.map(({ payment_address: address }) => address)).not.toContain(payment.payment_address)
    await pay(story, payment)
    await untilSent({ ...story, shop }, payment)
  }
  shop.receiver.close()
})

const emptyDatabase = async (): Promise<void> => putBack(story.around.databaseUrl, new URL(await freshDatabase()).pathname.slice(1))

const pausedBecause = (reason: RegExp): Promise<boolean> =>
  eventually(`a pause because ${reason.source}`, async () => reason.test(await operateAs(story, 'anna', 'pauses')))

async function custody(...words: string[]): Promise<string> {
  const nodes = nodeUrls(story.around)
  return (await run(process.execPath, [program, ...words], { env: { ...signerSettings(story.around), ...nodes } })).stdout
}
