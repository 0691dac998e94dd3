import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FINAL_SLOTS } from '@gateway/devnet/solana/ledger/final-slots'
import { signForward } from '../../testing/sign-forward.ts'
import { attemptsOf } from '../../testing/test-chain.ts'
import { openSolanaShop, type SolanaShop } from '../../testing/solana-shop.ts'
import { closeShop } from '../../testing/test-shop.ts'

let shop: SolanaShop
beforeEach(async () => void (shop = await openSolanaShop()))
afterEach(async () => {
  await shop.stop()
  await closeShop(shop)
})

/** The calls of a pass that finds one new block. */
async function callsOfPass(): Promise<string[]> {
  await shop.chain.pass(1)
  shop.chain.readCalls()
  await shop.scan()
  return shop.chain.readCalls().toSorted()
}

const ask = async (blockchain: string, many: number) => {
  for (let made = 0; made < many; made += 1) await shop.ask({ amount: 25, blockchain })
}

describe('a pass of the scanner on Solana', () => {
  test('makes the same four calls for a new block whether no payment is open or nine', async () => {
    // The first passes price block space and look at the merchant’s new wallet, once each.
    await shop.scan()
    const calls = ['getBlock', 'getBlocks', 'getGenesisHash', 'getLatestBlockhash']
    expect(await callsOfPass()).toEqual(calls)
    await ask('SOL', 5)
    await ask('USDC_SOL', 4)
    await shop.scan()
    expect(await callsOfPass()).toEqual(calls)
  })

  test('sends a payout again once, however many blocks it reads', async () => {
    const payment = await shop.paid('SOL', 60)
    await signForward(shop.signer, { paymentId: payment.id })
    await shop.scan()
    await shop.chain.fork(1)
    await shop.chain.pass(8)
    shop.chain.readCalls()
    await shop.scan()
    expect(shop.chain.readCalls().filter((method) => method === 'sendTransaction')).toHaveLength(1)
    await shop.settle()
    expect(await attemptsOf(shop.ctx)).toMatchObject([{ state: 'final' }])
  })

  test('makes no further call for payouts of ours in its blocks, whose outcomes the block tells', async () => {
    for (const asset of ['SOL', 'USDC_SOL'] as const) await signForward(shop.signer, { paymentId: (await shop.paid(asset, 60)).id })
    await shop.scan()
    await shop.chain.pass(FINAL_SLOTS - 1)
    await shop.scan()
    expect(await attemptsOf(shop.ctx)).toMatchObject([{ height: null }, { height: null }])
    expect(await callsOfPass()).toEqual(['getBlock', 'getBlocks', 'getGenesisHash', 'getLatestBlockhash'])
    expect(await attemptsOf(shop.ctx)).toMatchObject([
      { state: 'final', succeeded: true },
      { state: 'final', succeeded: true },
    ])
  })
})
