import { createRails } from '@gateway/chains/registry'
import type { FlushLog } from '@gateway/chains/rail/flush-log'
import type { Transfer } from '@gateway/chains/rail/transfer'
import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { exportFlushCall } from '../../custody/signing/evm/export-flush-call.ts'
import { listWrongChain } from '../../payments/held/list-wrong-chain.ts'
import { readPaymentDetail } from '../../payments/portal/read-payment-detail.ts'
import { readPaymentSummary } from '../../payments/summary/read-payment-summary.ts'
import { coins, openChain, type TestChain, tokens } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'

const FACTORY = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const USDC = '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359'
const OTHER_FACTORY = '0x27b1fdb04752bbc536007a920d24acb045561c26'
const TOKEN = `0x${'7'.repeat(40)}`
const HALF = 5n * 10n ** 17n

const served = (factoryOfPolygon: string) =>
  createRails({
    CHAINS: ['BTC', 'ETH', 'POL'],
    chains: {
      BTC: { NETWORK: 'regtest' },
      ETH: { CHAIN_ID: 31_337, DEPOSIT_FACTORY: FACTORY, USDC_ADDRESS: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
      POL: { CHAIN_ID: 31_338, DEPOSIT_FACTORY: factoryOfPolygon, USDC_ADDRESS: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' },
    },
  })

let shop: TestShop
let pol: TestChain
let payment: Payment
afterEach(() => closeShop(shop))

async function open(factoryOfPolygon: string): Promise<void> {
  shop = await openShop({ rails: served(factoryOfPolygon) }, 1)
  pol = await openChain(shop.ctx, 'POL')
  payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
}

const polSent = (units: bigint, tx = 1): Transfer => ({ ...coins(payment.address, units, { tx }), asset: 'POL' })
const usdcSent = (units: bigint, tx = 2): Transfer => ({ ...tokens(payment.address, units, { tx }), asset: 'USDC_POL', token: USDC })
const listed = async () => (await listWrongChain(shop.ctx)).shown.map(({ amount, flushes }) => `${amount} ${flushes}`)
const count = async (table: 'deposit' | 'flush' | 'wrong_chain_transfer' | 'wrong_chain_flush') =>
  (await tables(shop.ctx.orm.em.fork()).selectFrom(table).selectAll().execute()).length
const contracts = { POL: null, USDC_POL: USDC, unsupported: TOKEN } as const
const flushOf = (asset: 'POL' | 'USDC_POL' | null, tx: string): FlushLog => ({
  kind: 'flushed',
  ref: `${tx}:4`,
  txId: tx,
  logIndex: 4,
  emitter: payment.address.toLowerCase(),
  asset,
  token: contracts[asset ?? 'unsupported'],
  merchantUnits: 99n,
  feeUnits: 1n,
})
const compose = (token: string, paymentId = payment.id) => exportFlushCall(shop.ctx, { paymentId, token, by: 'operator:anna' })

describe('with one deposit factory on both chains', () => {
  beforeEach(() => open(FACTORY))

  test('money of another chain is listed, and neither counts for its payment nor enters the ledger', async () => {
    const since = shop.ctx.clock.now()
    await pol.mine({ transfers: [polSent(HALF), usdcSent(25_000_000n)] })
    const { shown, total } = await listWrongChain(shop.ctx)
    const common = { payment: payment.id, state: 'pending', dueOn: 'ETH', chain: 'POL', contract: null, address: payment.address, since }
    expect(shown).toEqual([
      { ...common, asset: 'POL', amount: '0.5', transaction: polSent(HALF).txId, flushes: 'POL' },
      { ...common, asset: 'USDC_POL', amount: '25', transaction: usdcSent(1n).txId, flushes: 'USDC_POL' },
    ])
    expect(total).toBe(2)
    await pol.mineEmpty(200, 250)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'pending', receivedUnits: 0n, exceptions: [] })
    expect(await shop.book()).toEqual({})
    expect(await shop.untrue()).toEqual([])
    expect(await count('deposit')).toBe(0)
  })

  test('a reverted transfer is not listed', async () => {
    const sent = polSent(HALF)
    await pol.mine({ transfers: [sent], receipts: [{ txId: sent.txId, succeeded: false, feeUnits: 0n }] })
    expect(await listed()).toEqual([])
  })

  test('a transfer is listed no more after a reorg of its block, and once when another block holds it again', async () => {
    await pol.mine({ transfers: [polSent(HALF)] })
    await pol.rollBack()
    expect(await listed()).toEqual([])
    await pol.mine({ transfers: [polSent(HALF)] })
    await pol.mine({ transfers: [polSent(HALF, 5)] })
    expect(await listed()).toEqual(['1 POL'])
  })

  test('money of a token that nobody serves is listed by its contract, once for each transaction', async () => {
    const worthless = (log: number) => ({ ...tokens(payment.address, 7n, { tx: 3, log, token: TOKEN }) })
    await pol.mine({ transfers: [worthless(1), worthless(2)] })
    expect(await listed()).toEqual([`7 POL:${TOKEN}`])
  })

  test('a flush takes what it paid out off the list, and its reorg puts that back', async () => {
    await pol.mine({ transfers: [polSent(HALF), usdcSent(25_000_000n)] })
    await pol.mine({ flushes: [flushOf('POL', '0xany')] })
    expect(await listed()).toEqual(['25 USDC_POL'])
    expect(await count('flush')).toBe(0)
    await pol.mine({ transfers: [polSent(1n, 9)] })
    expect((await listed()).toSorted()).toEqual(['0.000000000000000001 POL', '25 USDC_POL'])
    await pol.rollBack(2)
    expect((await listed()).toSorted()).toEqual(['0.5 POL', '25 USDC_POL'])
    await pol.mine({ flushes: [flushOf('USDC_POL', '0xother'), flushOf(null, '0xother')] })
    expect(await listed()).toEqual(['0.5 POL'])
    await pol.rollBack(2)
    expect([await count('wrong_chain_transfer'), await count('wrong_chain_flush')]).toEqual([0, 0])
  })

  test('a flush of what never arrived stores nothing', async () => {
    await pol.mine({ flushes: [flushOf('POL', '0xany'), flushOf(null, '0xother')] })
    expect(await count('wrong_chain_flush')).toBe(0)
  })

  test('the flush is composed for the chain on which the money lies, with the terms of the payment', async () => {
    const onEthereum = await compose('ETH')
    const onPolygon = await compose('POL')
    // Polygon's gas prices are others (PIP-88).
    expect(onPolygon).toEqual({ ...onEthereum, chainId: 31_338, gas: onEthereum.gas + 40_000n })
    expect((await compose('USDC_POL')).data).toContain('3c499c542cef5e3811e1192ce70d8cc03d5c3359')
    expect(await compose(`POL:${TOKEN}`)).toEqual({ ...(await compose(TOKEN)), chainId: 31_338, gas: onPolygon.gas })
    const audit = await tables(shop.ctx.orm.em.fork())
      .selectFrom('audit_entry')
      .select('details')
      .where('subjectId', '=', payment.id)
      .orderBy('id')
      .execute()
    expect(audit.map(({ details }) => details).slice(0, 2)).toEqual([{ token: 'ETH' }, { token: 'POL', chain: 'POL' }])
  })

  test('no flush is composed on a chain that has no deposit contracts, for one that has none, or on a chain that is not served', async () => {
    await expect(compose('BTC')).rejects.toThrow('flush an address that is no deposit contract')
    await expect(compose(`SOL:${TOKEN}`)).rejects.toThrow('flush an address that is no deposit contract')
    await expect(compose('POL:0x1234')).rejects.toThrow('token: must be 0x followed by 40 hexadecimal digits')
    const bitcoin = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await expect(compose('POL', bitcoin.id)).rejects.toThrow('flush an address that is no deposit contract')
  })

  test('the merchant sees it on the page of the payment', async () => {
    await pol.mine({ transfers: [polSent(HALF)] })
    const { wrongChain } = await readPaymentDetail(shop.ctx, { actor: shop.actor, id: payment.id })
    expect(wrongChain).toMatchObject([{ chain: 'POL', asset: 'POL', contract: null, amount: '0.5' }])
  })

  test('the summary of the payment names the money and the command that flushes it', async () => {
    await pol.mine({ transfers: [polSent(HALF), tokens(payment.address, 7n, { tx: 3, token: TOKEN })] })
    const { sentences, commands } = await readPaymentSummary(shop.ctx, { paymentId: payment.id })
    expect(sentences[1]).toBe(`No money is held; money is on the wrong chain, at the same address: 0.5 POL, ${TOKEN} on POL.`)
    expect(commands.map(({ words }) => words.join(' '))).toEqual(
      expect.arrayContaining([`flush-call ${payment.id} POL`, `flush-call ${payment.id} POL:${TOKEN}`]),
    )
  })

  test('an address that the frozen terms of its payment do not name is not looked for', async () => {
    const db = tables(shop.ctx.orm.em.fork())
    const forged = `0x${'9'.repeat(40)}`
    await db.insertInto('watched_address').values({ chain: 'ETH', address: forged, subject: 'payment', subjectId: payment.id }).execute()
    await pol.mine({ transfers: [{ ...coins(forged, HALF, { tx: 1 }), asset: 'POL' }] })
    expect(await listed()).toEqual([])
  })
})

test('An address of another factory is another contract: nothing is listed, and no flush is composed', async () => {
  await open(OTHER_FACTORY)
  await pol.mine({ transfers: [polSent(HALF)] })
  expect(await count('wrong_chain_transfer')).toBe(0)
  await expect(compose('POL')).rejects.toThrow('flush an address that does not follow from its commit')
})
