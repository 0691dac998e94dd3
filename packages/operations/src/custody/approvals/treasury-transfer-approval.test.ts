import type { ChainNode, Receipt } from '@gateway/chains/rail/chain-node'
import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signForward } from '../../testing/sign-forward.ts'
import { attemptsOf, coins, openChain, type TestChain, tokens } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { openTreasury } from '../treasury/open-treasury.ts'
import { approveNamed } from '../../testing/test-approvals.ts'
import { testOperator } from '../../testing/test-operator.ts'
import { readTreasuryTransfer } from '../treasury/read-treasury-transfer.ts'
import { treasuryTransferOf } from './treasury-transfer-approval.ts'

const FUNDED = 10n ** 18n
const GAS = 21_000n * 10n ** 9n
const NEW_PAYER = `0x${'9'.repeat(40)}`
const MOVE = coins(NEW_PAYER, FUNDED - GAS, { tx: 77 })

let shop: TestShop
let eth: TestChain
beforeEach(async () => {
  shop = await openShop({}, 0)
  eth = await openChain(shop.ctx, 'ETH')
  await eth.fundTreasury(shop.gasPayer)
  await openTreasury(shop.ctx, eth.node, NEW_PAYER)
})
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const inputOf = (sender: string, { txId } = MOVE) => ({ resource: sender.toLowerCase(), sequence: 0, txId })
const receiptOf = ({ txId } = MOVE): Receipt => ({ txId, succeeded: true, feeUnits: GAS })

/** A block that moves the gas payer's coins to the next one, and a node that still has it. */
async function moved(content: Parameters<TestChain['mine']>[0] = {}): Promise<ChainNode> {
  const receipts = content.receipts ?? [receiptOf()]
  const block = await eth.mine({ transfers: [MOVE], inputs: [inputOf(shop.gasPayer)], ...content, receipts })
  return { ...eth.node, readBlock: async () => block, readReceipts: async () => receipts }
}
const finalize = () => eth.mineEmpty(2, 1_000)
const read = async (node: ChainNode, txId = MOVE.txId) => ({
  ...(await readTreasuryTransfer(shop.ctx, { node, txId })),
  chain: 'ETH' as const,
  txId,
})
const say = async (node: ChainNode, name: string, txId = MOVE.txId) =>
  approveNamed(shop.ctx, treasuryTransferOf(await read(node, txId)), { by: name })
/** Approves a transaction that was mined for a test, so that closing finds no violation. */
async function explain(node: ChainNode): Promise<void> {
  for (const name of ['anna', 'ben']) await say(node, name)
}

describe("an operator's treasury transfer", () => {
  test('a treasury transfer is an unattributed spend until two operators approve it, then it is booked', async () => {
    const node = await moved()
    await finalize()
    expect(await shop.untrue()).toEqual([expect.stringMatching(/^I8 .*000004d/)])
    expect(await read(node)).toEqual({
      chain: 'ETH',
      txId: MOVE.txId,
      from: shop.gasPayer.toLowerCase(),
      to: NEW_PAYER,
      units: FUNDED - GAS,
      feeUnits: GAS,
    })
    expect(await say(node, 'anna')).toBe(1)
    expect(await say(node, 'anna')).toBe(1)
    expect(await shop.untrue()).toHaveLength(1)
    expect((await shop.book())['ETH platform:cost']).toBe(2n * FUNDED - GAS)
    expect(await say(node, 'ben')).toBe(0)
    expect(await shop.untrue()).toEqual([])
    expect(await shop.book()).toEqual({ 'ETH chain:treasury': GAS - FUNDED, 'ETH platform:cost': FUNDED - GAS })
  })

  test('concurrent and repeated approvals book the transfer once', async () => {
    const node = await moved()
    await finalize()
    const said = await Promise.all(['anna', 'ben', 'anna', 'carl'].map((name) => say(node, name)))
    expect(said.filter((missing) => missing > 0)).not.toHaveLength(0)
    await say(node, 'dora')
    expect(await db().selectFrom('transfer').select(['chain', 'ref']).where('kind', '=', 'moved').execute()).toEqual([
      { chain: 'ETH', ref: MOVE.txId },
    ])
    expect((await shop.book())['ETH platform:cost']).toBe(FUNDED - GAS)
  })

  test('the audit log names the approving operators and the amounts', async () => {
    const node = await moved()
    await finalize()
    await explain(node)
    const log = await db()
      .selectFrom('audit_entry')
      .select(['actor', 'subjectId', 'details'])
      .where('action', '=', 'treasury.move')
      .execute()
    const details = { chain: 'ETH', from: shop.gasPayer.toLowerCase(), to: NEW_PAYER, units: String(FUNDED - GAS), fee: String(GAS) }
    expect(log.toSorted((a, b) => Number(b.details['missing']) - Number(a.details['missing']))).toEqual([
      { actor: testOperator('anna').as, subjectId: MOVE.txId, details: { ...details, missing: 1 } },
      { actor: testOperator('ben').as, subjectId: MOVE.txId, details: { ...details, missing: 0 } },
    ])
  })

  test('a failed transfer books its gas only', async () => {
    const node = await moved({ receipts: [{ ...receiptOf(), succeeded: false }] })
    await finalize()
    await explain(node)
    expect((await shop.book())['ETH platform:cost']).toBe(FUNDED - GAS)
    expect(await db().selectFrom('transfer').select('id').where('kind', '=', 'moved').execute()).toEqual([])
  })

  test('a transfer of unseen funding leaves the treasury account overdrawn', async () => {
    const more = coins(`0x${'8'.repeat(40)}`, 3n * FUNDED, { tx: 78 })
    const node = await moved({ transfers: [more], inputs: [inputOf(shop.gasPayer, more)], receipts: [receiptOf(more)] })
    await finalize()
    for (const name of ['anna', 'ben']) await say(node, name, more.txId)
    expect(await shop.untrue()).toEqual([])
    expect(await shop.book()).toEqual({ 'ETH chain:treasury': 2n * FUNDED + GAS, 'ETH platform:cost': -2n * FUNDED - GAS })
  })

  test('approved amounts that differ from the receipt are a violation of I7', async () => {
    const node = await moved()
    await finalize()
    await explain(node)
    const em = shop.ctx.orm.em.fork()
    await em.getConnection().execute(`ALTER TABLE approval DISABLE TRIGGER ALL; UPDATE approval SET terms = terms || '{"units": "1"}'`)
    expect((await shop.untrue()).map((sentence) => sentence.slice(0, 2))).toEqual(['I7'])
    await em
      .getConnection()
      .execute(`UPDATE approval SET terms = terms || '{"units": "${FUNDED - GAS}"}'; ALTER TABLE approval ENABLE TRIGGER ALL`)
  })
})

function blockOf<T>(block: T | undefined): T {
  if (!block) throw new Error('the node has no such block')
  return block
}

describe('a refused treasury transfer', () => {
  test('refuses a transaction whose block is not final', async () => {
    const node = await moved()
    await expect(say(node, 'anna')).rejects.toThrow('while the state is not final')
    await finalize()
    await explain(node)
  })

  test('refuses a transaction in no recorded block', async () => {
    await expect(say(eth.node, 'anna')).rejects.toThrow('No such outgoing transaction')
  })

  test('refuses a transaction whose block the node lacks or has with another hash', async () => {
    const node = await moved()
    await finalize()
    const readBlock = async (height: number) => {
      const block = await eth.node.readBlock(height)
      return block && { ...block, hash: 'of-another-branch' }
    }
    await expect(say({ ...eth.node, readBlock }, 'anna')).rejects.toThrow('while the state is another branch')
    await explain(node)
  })

  test('refuses a transaction that no treasury address has sent', async () => {
    const [sender, token] = [`0x${'6'.repeat(40)}`, `0x${'7'.repeat(40)}`]
    const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    await eth.mine({ transfers: [tokens(payment.address, 5n, { tx: 79, token })] })
    const flushLog = {
      kind: 'flushed' as const,
      ref: `${MOVE.txId}:1`,
      txId: MOVE.txId,
      logIndex: 1,
      emitter: payment.address.toLowerCase(),
    }
    const node = await moved({
      inputs: [inputOf(sender)],
      flushes: [{ ...flushLog, asset: null, token, merchantUnits: 5n, feeUnits: 0n }],
    })
    await finalize()
    await expect(say(node, 'anna')).rejects.toThrow('No such transaction of a gas payer')
  })

  test('refuses a transaction that the gateway has signed', async () => {
    const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    await eth.mine({ transfers: [tokens(payment.address, 50_000_000n, { tx: 80 })] })
    await eth.mineEmpty(11)
    await signForward(shop.signer, { paymentId: payment.id })
    await eth.send()
    const attempts = await attemptsOf(shop.ctx)
    await eth.mine({ attempts })
    await finalize()
    await expect(say(eth.node, 'anna', attempts[0]?.handle)).rejects.toThrow('while the state is signed by the gateway')
  })

  test('refuses a transaction that moves tokens, because blocks do not show their sender', async () => {
    const sent = tokens(NEW_PAYER, 5n, { tx: 77 })
    const node = await moved({ transfers: [MOVE, sent] })
    await finalize()
    await expect(say(node, 'anna')).rejects.toThrow('while the state is moving tokens')
    await explain({ ...node, readBlock: async (height) => ({ ...blockOf(await node.readBlock(height)), transfers: [MOVE] }) })
  })
})
