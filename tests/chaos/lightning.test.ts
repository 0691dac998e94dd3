import { LONGEST_BUILD_MS } from '@gateway/devnet/downloads/obtain-go-program'
import type { RunningLightning } from '@gateway/devnet/lightning/lightning'
import {
  lightningInvoice,
  newHoldInvoice,
  newLightningInvoice,
  payLightning,
  settleHoldInvoice,
} from '@gateway/devnet/lightning/lightning-wallet'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enableWallet, type LightningWalletOf } from '../support/lightning.ts'
import type { Said } from '../support/say.ts'
import { openStory, type Story } from '../support/story.ts'
import { recordsOf } from './harness/lightning-nodes.ts'
import { count } from './journey.ts'
import { readLnd, strandedPayments } from './oracle/lnd.ts'
import { arm, crash, end } from './processes.ts'

let story: Story
let nodes: RunningLightning
let wallet: LightningWalletOf

beforeAll(async () => {
  story = await openStory({ chains: ['BTC'], hasLightning: true })
  if (!story.lightning) throw new Error('it was asked for')
  nodes = story.lightning.nodes
  wallet = await enableWallet(story.shop, 'till')
  const invoice = await wallet.invoice(100_000)
  await payLightning(nodes.other, invoice)
  await wallet.reaches(invoice.paymentHash, { direction: 'incoming', status: 'settled' })
}, LONGEST_BUILD_MS)
afterAll(() => story?.close())

/** A role that is still starting takes no send, and the api withdraws it. */
const sendOnceServed = (destination: string): Promise<Said> =>
  eventually('the send to be taken', async () => {
    const said = await wallet.send(destination)
    return said.status !== 503 && said
  })

test.each([
  ['with a send booked and the node not called', 'S14a'],
  ['with the node’s answer to a send in hand', 'S14b'],
] as const)('S14: the role that pays dies %s; after its start the node has paid once, and one transfer says so', async (_, code) => {
  const { balance } = await wallet.balance()
  const bill = await newLightningInvoice(nodes.other, { msat: 2_000_000n })
  await arm(story, 'ln-pay', code)
  const [answer] = await Promise.all([sendOnceServed(bill.paymentRequest), crash(story, 'ln-pay')])
  expect([answer.status, answer.body['status']]).toEqual([200, 'pending'])
  expect(await wallet.balance()).toEqual({ balance, available: Number(balance) - 2_020, reserved: 2_020 })
  await story.gateway.start('ln-pay')
  const { id } = await wallet.reaches(bill.paymentHash, { direction: 'outgoing', status: 'settled' })
  expect(await lightningInvoice(nodes.other, bill)).toEqual({ state: 'SETTLED', paidMsat: 2_000_000n })
  expect(await wallet.balance()).toEqual({ balance: Number(balance) - 2_000, available: Number(balance) - 2_000, reserved: 0 })
  expect(await count(story, `lightning_attempt WHERE payment_id = '${String(id)}' AND state = 'final'`)).toBe(1)
})

test('While the node is dead nothing is promised, and what was refused costs nothing', async () => {
  const before = await wallet.balance()
  const bill = await newLightningInvoice(nodes.other, { msat: 2_000_000n })
  await nodes.kill('gateway')
  expect(await wallet.send(bill.paymentRequest)).toMatchObject({ status: 503, body: { code: 'LIGHTNING_UNAVAILABLE' } })
  await nodes.restart('gateway')
  expect(await wallet.balance()).toEqual(before)
  await sendOnceServed(bill.paymentRequest)
  await wallet.reaches(bill.paymentHash, { direction: 'outgoing', status: 'settled' })
})

test('S14: a send that the node has lost, killed before its channel had it, stays pending with its reserve beyond the node’s start', async () => {
  const till = await enableWallet(story.shop, 'lost')
  const funds = await till.invoice(10_000)
  await payLightning(nodes.other, funds)
  await till.reaches(funds.paymentHash, { direction: 'incoming', status: 'settled' })
  const bills = [
    await newLightningInvoice(nodes.other, { msat: 2_000_000n }),
    await newLightningInvoice(nodes.other, { msat: 2_000_000n }),
  ] as const
  // A frozen payee acknowledges the first HTLC never, and the node keeps every further one in memory alone.
  process.kill(nodes.other.pid, 'SIGSTOP')
  const sendings: Promise<unknown>[] = []
  for (const bill of bills) {
    sendings.push(till.send(bill.paymentRequest))
    await eventually('the node to have begun', async () => {
      const { payments } = await readLnd(recordsOf(nodes.gateway))
      return payments.some(({ paymentHash, status }) => paymentHash === bill.paymentHash && status === 'IN_FLIGHT')
    })
  }
  await nodes.kill('gateway')
  process.kill(nodes.other.pid, 'SIGCONT')
  await nodes.restart('gateway')
  await Promise.all(sendings)
  await till.reaches(bills[0].paymentHash, { direction: 'outgoing', status: 'settled' })
  const stranded = strandedPayments(await readLnd(recordsOf(nodes.gateway)), await readLnd(recordsOf(nodes.other)))
  expect(stranded.map(({ paymentHash }) => paymentHash)).toEqual([bills[1].paymentHash])
  expect(await till.payment(bills[1].paymentHash, 'outgoing')).toMatchObject({ status: 'pending' })
  expect(await till.balance()).toEqual({ balance: 8_000, available: 5_980, reserved: 2_020 })
})

test('S14: payer, node and worker die with a payment in flight; the reserve stays until the payee has taken it, beyond its timeout', async () => {
  const before = await wallet.balance()
  const held = await newHoldInvoice(nodes.other, { msat: 3_000_000n })
  const sending = wallet.send(held.paymentRequest)
  await eventually('the payee to hold the payment', async () => (await lightningInvoice(nodes.other, held)).state === 'ACCEPTED')
  await story.gateway.kill('ln-pay')
  await nodes.kill('gateway')
  await story.gateway.kill('worker')
  expect((await sending).body['status']).toBe('pending')
  await nodes.restart('gateway')
  await story.gateway.start('worker')
  await story.gateway.start('ln-pay')
  expect(await wallet.balance()).toMatchObject({ reserved: 3_030 })
  await settleHoldInvoice(nodes.other, held)
  await wallet.reaches(held.paymentHash, { direction: 'outgoing', status: 'settled' })
  expect(await wallet.balance()).toMatchObject({ balance: Number(before.balance) - 3_000, reserved: 0 })
  expect(await end(story, 'ln-pay')).toBe(0)
})
