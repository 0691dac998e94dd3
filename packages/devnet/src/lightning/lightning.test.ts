import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningBitcoin, startBitcoin } from '../bitcoin/bitcoin.ts'
import { LONGEST_BUILD_MS } from '../downloads/obtain-go-program.ts'
import { temporaryFolder } from '../processes/temporary-folder.ts'
import { type RunningLightning, startLightning } from './lightning.ts'
import { lightningInvoice, newHoldInvoice, newLightningInvoice, payLightning, settleHoldInvoice } from './lightning-wallet.ts'
import { waitFor } from '../wait.ts'

const folder = temporaryFolder()
let bitcoin: RunningBitcoin
let lightning: RunningLightning

describe('startLightning', () => {
  beforeAll(async () => {
    bitcoin = await startBitcoin({ dataDir: join(folder.path, 'bitcoin') })
    lightning = await startLightning({ bitcoin, dataDir: join(folder.path, 'lightning') })
  }, LONGEST_BUILD_MS)

  afterAll(async () => {
    await lightning?.stop()
    await bitcoin?.stop()
    folder.remove()
  })

  test('opens a channel that both nodes pay through', async () => {
    const { gateway, other } = lightning
    for (const [payer, payee] of [
      [gateway, other],
      [other, gateway],
    ] as const) {
      const invoice = await newLightningInvoice(payee, { msat: 1_001_999n })
      expect(await payLightning(payer, invoice)).toMatchObject({ status: 'SUCCEEDED', feeMsat: 0n })
      expect(await lightningInvoice(payee, invoice)).toEqual({ state: 'SETTLED', paidMsat: 1_001_999n })
    }
  })

  test('continues the nodes after a kill, with the payment that was held meanwhile', async () => {
    const held = await newHoldInvoice(lightning.other, { msat: 5_000_000n })
    const paid = payLightning(lightning.gateway, held).catch((error: unknown) => error)
    await waitFor('the held payment', async () => (await lightningInvoice(lightning.other, held)).state === 'ACCEPTED')
    await lightning.kill('gateway')
    expect(await paid).toBeInstanceOf(Error)
    const before = lightning.gateway.socket
    await lightning.restart('gateway')
    expect(lightning.gateway.socket).toBe(before)
    await settleHoldInvoice(lightning.other, held)
    expect(await lightningInvoice(lightning.other, held)).toEqual({ state: 'SETTLED', paidMsat: 5_000_000n })
  })
})
