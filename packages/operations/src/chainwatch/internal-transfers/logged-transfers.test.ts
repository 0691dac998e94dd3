import { ChainUnavailable } from '@gateway/chains/errors'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import type { Transfer } from '@gateway/chains/rail/transfer'
import { findCursor } from '@gateway/db/chainwatch/cursor-queries'
import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { coins, openChain, subjects, type TestChain } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { findUntraced } from '../deposits/untraced-deposits.ts'
import { freshScans, scanBalances, type BalanceScans } from './scan-balances.ts'

let shop: TestShop
let eth: TestChain
let balances: Map<string, bigint>
let asked: string[]
let rounds: BalanceScans
beforeEach(async () => {
  shop = await openShop({}, 1)
  eth = await openChain(shop.ctx, 'ETH')
  ;[balances, asked, rounds] = [new Map(), [], freshScans()]
})
afterEach(() => closeShop(shop))

/** Looks at the chain's last block as if it were final. */
async function sweep(): Promise<void> {
  const cursor = await findCursor(shop.ctx.orm.em.fork(), { chain: 'ETH' })
  if (!cursor) throw new Error('the chain has no cursor')
  if (rounds.block && rounds.block.height < cursor.height - 1) rounds.block = undefined
  const readBalances: ChainNode['readBalances'] = async ({ addresses }) => {
    asked.push(...addresses)
    return addresses.map((address) => balances.get(address) ?? 0n)
  }
  const scan = { lease: eth.lease, node: { ...eth.node, readBalances }, subjects, sweep: rounds }
  await scanBalances(shop.ctx, scan, Object.assign(cursor, { finalizedHeight: cursor.height }))
}

const depositsOf = (payment: Payment) =>
  tables(shop.ctx.orm.em.fork()).selectFrom('deposit').select(['units', 'height']).where('subjectId', '=', payment.id).execute()

describe('where the node logs every transfer of the coin', () => {
  const DAY_MS = 24 * 60 * 60 * 1_000
  const readAddresses = () => asked.splice(0)
  /** Logs count from now on, as the rail of the network says. */
  const logsBegin = () => Object.assign(eth.node, { rail: { ...eth.node.rail, transferLogsFrom: shop.ctx.clock.now().getTime() / 1_000 } })
  /** What a contract paid, as its log names it. */
  const logged = (payment: Payment, units = payment.dueUnits): Transfer => ({ ...coins(payment.address, units, { tx: 1 }), logIndex: 4 })

  test('waiting addresses are not asked any more once a round that began after it has ended; a log pays its payment once', async () => {
    logsBegin()
    const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
    await eth.mine()
    await sweep()
    expect(readAddresses()).toContain(payment.address)
    await eth.mine()
    await sweep()
    expect(readAddresses()).toContain(payment.address)
    const { height } = await eth.mine({ transfers: [logged(payment)] })
    balances.set(payment.address, payment.dueUnits)
    await sweep()
    expect(readAddresses()).toEqual([])
    expect(await depositsOf(payment)).toEqual([{ units: payment.dueUnits, height }])
    shop.ctx.clock.advance(DAY_MS)
    await eth.mine()
    await sweep()
    expect(readAddresses()).toContain(payment.address)
    expect(await depositsOf(payment)).toHaveLength(1)
  })

  test('a round in which something could not be recorded is not the last one', async () => {
    const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
    balances.set(payment.address, payment.dueUnits)
    logsBegin()
    await eth.mine()
    await eth.mine()
    const sql = shop.ctx.orm.em.getConnection()
    await sql.execute(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
      CREATE TRIGGER refusing BEFORE INSERT ON deposit EXECUTE FUNCTION refuse()`)
    await sweep()
    await eth.mine()
    await sweep()
    expect(await depositsOf(payment)).toEqual([])
    await sql.execute('DROP TRIGGER refusing ON deposit')
    for (let rounds = 0; rounds < 2; rounds++) {
      await eth.mine()
      await sweep()
    }
    expect(await depositsOf(payment)).toHaveLength(1)
  })

  test('coins that arrived before it, or in a block that was read before the scanner began, are found by the last round', async () => {
    const [early, late] = [await shop.ask({ amount: 50, blockchain: 'ETH' }), await shop.ask({ amount: 50, blockchain: 'ETH' })]
    await eth.mine()
    balances.set(early.address, early.dueUnits)
    await sweep()
    shop.ctx.clock.advance(1_000)
    logsBegin()
    const { height } = await eth.mine()
    rounds = freshScans()
    balances.set(late.address, late.dueUnits)
    await sweep()
    expect([await depositsOf(early), await depositsOf(late)]).toMatchObject([[{ units: early.dueUnits }], [{ height }]])
    await eth.mine()
    await sweep()
    readAddresses()
    await eth.mine()
    await sweep()
    expect(readAddresses()).toEqual([])
    expect([await depositsOf(early), await depositsOf(late)].map((found) => found.length)).toEqual([1, 1])
  })

  test('a rescan of the block does not book by its log what a balance has shown already', async () => {
    const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
    const { height } = await eth.mine()
    balances.set(payment.address, payment.dueUnits)
    await sweep()
    const hits = [{ transfer: logged(payment), watched: { address: payment.address, subject: 'payment' as const, subjectId: payment.id } }]
    expect((await findUntraced(shop.ctx.orm.em.fork(), { chain: 'ETH', height, hits })).size).toBe(1)
  })

  test('an address whose transfer waits for its proof is asked all the same', async () => {
    logsBegin()
    const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
    for (let pass = 0; pass < 3; pass++) {
      await eth.mine()
      await sweep()
    }
    readAddresses()
    Object.assign(eth.node, { readBalances: () => Promise.reject(new ChainUnavailable('ETH', 'it keeps no state')) })
    await eth.mine({ transfers: [logged(payment)] })
    expect(await depositsOf(payment)).toEqual([])
    balances.set(payment.address, payment.dueUnits)
    await sweep()
    expect(readAddresses()).toEqual([payment.address])
    expect(await depositsOf(payment)).toMatchObject([{ units: payment.dueUnits }])
  })
})
