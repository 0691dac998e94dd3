import { mineBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operate, operateAs } from '../support/operator.ts'
import { mine, openStory, type Story } from '../support/story.ts'

let story: Story
beforeAll(async () => void (story = await openStory({ chains: ['BTC'] })))
afterAll(() => story?.close())

test('a block reward mined to a deposit address waits for 100 confirmations and two operators, then is forwarded', async () => {
  const { shop, bitcoin } = story
  const asked = await shop.ask({ blockchain: 'BTC' })
  await callRpc(bitcoin.rpc, { method: 'generatetoaddress', params: [1, asked.payment_address] })
  const seen = await shop.reaches(asked.id, 'detected')
  expect(seen).toMatchObject({ confirmations: 1, confirmations_required: 100, exceptions: ['overpaid'] })
  await mineBitcoin(bitcoin, 98)
  const immature = await shop.reaches(asked.id, ({ confirmations }) => confirmations === 99)
  expect(immature).toMatchObject({ status: 'detected', forward_tx_hash: null })
  await mine(story, 'BTC', 1)
  // Fifty bitcoins exceed the hourly velocity cap, so two operators must release them.
  await eventually('the velocity cap to hold it', async () => (await operate(story, 'held')).includes('above_velocity_cap'))
  for (const name of ['anna', 'ben']) await operateAs(story, name, 'release', asked.id, '0')
  await shop.reaches(asked.id, ({ forward_tx_hash: sent }) => sent !== null)
  await mine(story, 'BTC', 6)
  const paid = await shop.reaches(asked.id, 'forwarded')
  expect(paid.amount_received).toBe(immature.amount_received)
})
