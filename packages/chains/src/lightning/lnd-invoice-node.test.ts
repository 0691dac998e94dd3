import { LONGEST_BUILD_MS } from '@gateway/devnet/downloads/obtain-go-program'
import {
  cancelLightningInvoice,
  newHoldInvoice,
  newLightningInvoice,
  payLightning,
  settleHoldInvoice,
} from '@gateway/devnet/lightning/lightning-wallet'
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LightningUnavailable, RefusedByNode } from './errors.ts'
import { openTestLightning, type TestLightning } from './test-lightning.ts'

let lightning: TestLightning
const secret = () => randomBytes(32).toString('hex')
const hashOf = (preimage: string) => createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
const stateOf = async (hash: string) => (await lightning.invoices.lookUpInvoice(hash)).state

beforeAll(async () => void (lightning = await openTestLightning()), LONGEST_BUILD_MS)
afterAll(() => lightning?.stop())

// `expect` of the test itself knows which one polls. Each has invoices of its own; the one that waits the longest begins first.
describe.concurrent('the receiving side of a Lightning node', () => {
  test('An unpaid invoice is cancelled after its expiry, which only a look-up tells', async ({ expect }) => {
    const { invoices } = lightning
    const told: string[] = []
    const watch = invoices.watchSettled((hash) => told.push(hash))
    const { paymentHash } = await invoices.addInvoice({ preimage: secret(), amountMsat: 1_000n, expirySeconds: 1 })
    await expect.poll(() => stateOf(paymentHash)).toBe('canceled')
    expect(told).not.toContain(paymentHash)
    watch.stop()
  })

  test('An invoice is created with the wanted expiry, found again by its preimage, paid to the millisatoshi and settled', async ({
    expect,
  }) => {
    const { invoices, other, pay } = lightning
    const wanted = { preimage: secret(), amountMsat: 1_001n, memo: 'Tea & scones', expirySeconds: 3_600 }
    const before = Date.now()
    const created = await invoices.addInvoice(wanted)
    expect(created.paymentHash).toBe(hashOf(wanted.preimage))
    expect(await invoices.addInvoice(wanted)).toEqual(created)
    const decoded = await pay.decode(created.paymentRequest)
    expect(decoded).toMatchObject({
      expiresAt: created.expiresAt,
      paymentHash: created.paymentHash,
      amountMsat: 1_001n,
      description: 'Tea & scones',
      descriptionHash: null,
    })
    expect(decoded.expiresAt.getTime() - before).toBeGreaterThanOrEqual(3_598_000)
    expect(decoded.expiresAt.getTime() - before).toBeLessThan(3_660_000)
    expect(await invoices.lookUpInvoice(created.paymentHash)).toMatchObject({ state: 'open', amountPaidMsat: 0n, settledAt: null })
    expect(await payLightning(other, created)).toMatchObject({ status: 'SUCCEEDED', preimage: wanted.preimage })
    const settled = await invoices.lookUpInvoice(created.paymentHash)
    expect(settled).toMatchObject({ state: 'settled', amountPaidMsat: 1_001n, paymentRequest: created.paymentRequest })
    expect(settled).toHaveProperty('settledAt', expect.any(Date))
  })

  test('An invoice of a hashed description has only the hash in it', async ({ expect }) => {
    const descriptionHash = hashOf(secret())
    const { paymentRequest } = await lightning.invoices.addInvoice({
      preimage: secret(),
      amountMsat: 1_000n,
      descriptionHash,
      expirySeconds: 60,
    })
    expect(await lightning.pay.decode(paymentRequest)).toMatchObject({ description: '', descriptionHash })
  })

  test('A payment that was held and given back is worth nothing, though the node keeps its amount', async ({ expect }) => {
    const { gateway, other, invoices } = lightning
    const held = await newHoldInvoice(gateway, { msat: 7_000n })
    const payment = payLightning(other, held)
    await expect.poll(() => stateOf(held.paymentHash)).toBe('accepted')
    expect(await invoices.lookUpInvoice(held.paymentHash)).toMatchObject({ amountPaidMsat: 0n, settledAt: null })
    await cancelLightningInvoice(gateway, held)
    expect(await payment).toMatchObject({ status: 'FAILED' })
    expect(await invoices.lookUpInvoice(held.paymentHash)).toMatchObject({ state: 'canceled', amountPaidMsat: 0n, settledAt: null })
  })

  test('Cancelling says whether an invoice can still be paid, was paid, or never existed', async ({ expect }) => {
    const { other, invoices, pay } = lightning
    const wanted = { preimage: secret(), amountMsat: 1_000n, expirySeconds: 60 }
    const open = await invoices.addInvoice(wanted)
    const paid = await invoices.addInvoice({ preimage: secret(), amountMsat: 1_000n, expirySeconds: 60 })
    await payLightning(other, paid)
    for (const side of [invoices, pay]) {
      expect(await side.cancelInvoice(open.paymentHash)).toBe('canceled')
      expect(await side.cancelInvoice(paid.paymentHash)).toBe('settled')
      expect(await side.cancelInvoice(hashOf(secret()))).toBe('unknown')
    }
    expect(await payLightning(other, open)).toMatchObject({ status: 'FAILED' })
    expect([open, await invoices.addInvoice(wanted)]).toEqual([
      { ...open, state: 'open' },
      { ...open, state: 'canceled' },
    ])
  })
})

describe('the receiving side of a Lightning node alone', () => {
  test('A refusal of the node is told apart from a node that is away', async () => {
    const { invoices } = lightning
    const tooLong = { preimage: secret(), amountMsat: 1_000n, memo: '€'.repeat(214), expirySeconds: 60 }
    await expect(invoices.addInvoice(tooLong)).rejects.toThrow(RefusedByNode)
    expect(await stateOf(hashOf(tooLong.preimage))).toBe('unknown')
    await lightning.kill('gateway')
    const wanted = { preimage: secret(), amountMsat: 1_000n, expirySeconds: 60 }
    await expect(invoices.addInvoice(wanted)).rejects.toThrow(LightningUnavailable)
    await expect(invoices.lookUpInvoice(hashOf(wanted.preimage))).rejects.toThrow(LightningUnavailable)
    await lightning.restart('gateway')
    // The client connects again by itself.
    await expect.poll(() => invoices.addInvoice(wanted).catch(() => undefined)).toMatchObject({ paymentHash: hashOf(wanted.preimage) })
  })

  test('The stream names settled invoices, also those settled while the node was away from it', async () => {
    const { gateway, other, invoices } = lightning
    const told: string[] = []
    const watch = invoices.watchSettled((hash) => told.push(hash))
    const payOne = async (): Promise<string> => {
      const invoice = await newLightningInvoice(lightning.gateway, { msat: 2_000n })
      expect(await payLightning(other, invoice)).toMatchObject({ status: 'SUCCEEDED' })
      return invoice.paymentHash
    }
    // The stream replays nothing from before it began, so the first is paid until it is named.
    await expect
      .poll(async () => {
        const hash = await payOne()
        return told.includes(hash)
      })
      .toBe(true)
    await lightning.kill('gateway')
    await lightning.restart('gateway')
    expect(gateway.socket).toBe(lightning.gateway.socket)
    const missed = await payOne()
    await expect.poll(() => told).toContain(missed)
    watch.stop()
  })

  test('The balance counts what is held on our side, so that a payment in flight does not look like a loss', async () => {
    const { gateway, other, invoices, pay } = lightning
    const totalOf = async () => {
      const { localMsat, unsettledLocalMsat, pendingLocalMsat } = await invoices.channelBalance()
      return localMsat + unsettledLocalMsat + pendingLocalMsat
    }
    const before = await totalOf()
    const held = await newHoldInvoice(other, { msat: 50_000_000n })
    const sending = pay.send({ ...held, feeLimitMsat: 10_000n, timeoutSeconds: 60 })
    await expect.poll(async () => (await invoices.channelBalance()).unsettledLocalMsat).toBe(50_000_000n)
    expect(before - (await totalOf())).toBeLessThan(1_000_000n)
    await settleHoldInvoice(other, held)
    expect(await sending).toMatchObject({ kind: 'settled', amountMsat: 50_000_000n, feeMsat: 0n })
    await expect.poll(async () => before - (await totalOf())).toBeGreaterThanOrEqual(50_000_000n)
    expect(gateway.alias).toBe('gateway')
  })
})
