import { nativeBalance, tokenBalance } from '@gateway/devnet/evm/evm-faucet'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { eventually } from '@gateway/testing/wait'
import { encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasReadAll } from '../support/chain-heights.ts'
import { unitsOf } from '../support/customer.ts'
import { FINALIZING, LIFE, miningOn } from '../support/forwarding.ts'
import { operate } from '../support/operator.ts'
import { payKept, reorganise, send } from '../support/reorganise.ts'
import { standingFinality } from '../support/standing-finality.ts'
import { mine, openStory, type Story } from '../support/story.ts'

/** More blocks than confirmed a payment on Polygon before finality decided. */
const LONG = 150
/** The life of a payment until it is confirmed. */
const CONFIRMING = LIFE.slice(0, 3)

let story: Story
let payments: readonly ShownPayment[]
let kept: readonly Hex[]
beforeAll(async () => void (story = await openStory({ chains: ['POL'] })))
afterAll(() => story?.close())

/** Pays a payment in a block of its own; the bytes can be sent again. */
async function payOnce(asked: ShownPayment): Promise<Hex> {
  const { chains, contracts } = story
  const to = getAddress(asked.payment_address)
  const units = unitsOf(asked, asked.crypto_amount)
  const input = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })
  const order = asked.blockchain === 'POL' ? { to, wei: units } : { to: contracts.usdc, input }
  const raw = await payKept(chains.POL, order)
  await mine(story, 'POL', 1)
  return raw
}

const untilRead = (): Promise<unknown> => eventually('the chain to be read', () => hasReadAll(story, 'POL'))
const shownNow = () => Promise.all(payments.map(({ id }) => story.shop.read(id)))
const inWallet = () => {
  const merchant = getAddress(story.shop.wallets.POL)
  const token = story.contracts.usdc
  return Promise.all([nativeBalance(story.chains.POL, merchant), tokenBalance(story.chains.POL, { token, address: merchant })])
}

test('while the finalized block of Polygon stands still, payments keep confirming however many blocks follow, and nothing is forwarded', async () => {
  const { shop, nodes } = story
  nodes.POL.behave(standingFinality())
  await mine(story, 'POL', 1)
  await untilRead()
  payments = [await shop.ask({ blockchain: 'POL' }), await shop.ask({ blockchain: 'USDC_POL' })]
  kept = [await payOnce(payments[0] as ShownPayment), await payOnce(payments[1] as ShownPayment)]
  await mine(story, 'POL', LONG)
  await untilRead()
  const waiting = { status: 'detected', confirmations: 0, confirmations_required: 1, exceptions: [], forward_tx_hash: null }
  for (const payment of await shownNow()) expect(payment).toMatchObject({ ...waiting, amount_received: payment.crypto_amount })
  for (const { id } of payments) await shop.hears(id, CONFIRMING)
})

test('when nodes go back to the block that stood still and the payments are mined again, they are confirmed with the next finalized block and forwarded once', async () => {
  const { nodes, chains } = story
  const before = await inWallet()
  await reorganise(chains.POL, LONG + payments.length)
  await eventually('the payments to be taken back', async () =>
    (await shownNow()).every(({ status, exceptions }) => status === 'pending' && exceptions.includes('reorged')),
  )
  for (const raw of kept) await send(chains.POL, raw)
  await mine(story, 'POL', FINALIZING.POL)
  await untilRead()
  for (const payment of await shownNow()) expect(payment).toMatchObject({ status: 'detected', confirmations: 0, forward_tx_hash: null })
  nodes.POL.behave('honest')
  const paid = []
  for (const payment of payments) paid.push(await miningOn(story, payment, ({ status }) => status === 'forwarded'))
  const after = await inWallet()
  expect(after.map((units, at) => units - (before[at] ?? 0n))).toEqual(paid.map((payment) => unitsOf(payment, payment.merchant_amount)))
  for (const payment of paid) expect(payment).toMatchObject({ exceptions: ['reorged'], amount_received: payment.crypto_amount })
  expect(await operate(story, 'held')).not.toContain(payments[0]?.id)
})
