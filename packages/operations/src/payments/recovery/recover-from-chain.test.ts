import type { Block } from '@gateway/chains/rail/block'
import type { RecoveryNode, StoredTransaction } from '@gateway/chains/rail/recovery-node'
import type { Transfer } from '@gateway/chains/rail/transfer'
import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { guardDatabase } from '../../custody/recovery/guard-database.ts'
import { listPauses } from '../../custody/pauses/pause-payouts.ts'
import { advanceHighWater } from '../../custody/recovery/advance-high-water.ts'
import { readTreasuryTransfer } from '../../custody/treasury/read-treasury-transfer.ts'
import { treasuryTransferOf } from '../../custody/approvals/treasury-transfer-approval.ts'
import { attemptsOf, coins, flushed, inputOf, openChain, output, type TestChain, type TestedChain, txOf } from '../../testing/test-chain.ts'
import { pinRefunds } from '../../custody/pins/pin-refunds.ts'
import { PAYER, underpaidPayment } from '../../testing/test-refunds.ts'
import { approveNamed, liftPause } from '../../testing/test-approvals.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'
import { acceptPayment } from '../held/accept-payment.ts'
import { claimRefund } from '../refunds/claim-refund.ts'
import { forwardHeld } from '../held/forward-held.ts'
import { offerRefund } from '../refunds/offer-refund.ts'
import { planRefunds } from '../refunds/plan-refunds.ts'
import { isReadToHead } from './is-read-to-head.ts'
import { addressOwners } from '../../jobs/address-owners.ts'
import { refundOwners } from '../../jobs/refund-owners.ts'
import { recoverChain } from './recover-chain.ts'
import { recoverFromChain, UnattributedSpends } from './recover-from-chain.ts'
import { signForward } from '../../testing/sign-forward.ts'

const nothingSaid = { explained: new Set<string>(), returned: new Set<string>(), by: 'operator:anna', subjects: addressOwners }

let shop: TestShop
beforeEach(async () => void (shop = await openShop()))
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const FINAL = 6
const GAS = 21_000n
let made = 100
const by = 'operator:anna'

interface Recoverable {
  readonly chain: TestChain
  readonly node: RecoveryNode
  readonly stored: Map<string, StoredTransaction>
  readonly told: string[]
  recover(choices?: { explained?: string[]; returned?: string[] }): Promise<number>
  mineLost(lost: StoredTransaction): Promise<void>
}

/** A chain whose node serves the transactions of a test. */
async function openRecoverable(chain: TestedChain): Promise<Recoverable> {
  const opened = await openChain(shop.ctx, chain)
  const stored = new Map<string, StoredTransaction>()
  const blocks = new Map<number, Block>()
  const node: RecoveryNode = {
    ...opened.node,
    readHead: async () => {
      const { height, hash } = await db().selectFrom('chain_cursor').selectAll().where('chain', '=', chain).executeTakeFirstOrThrow()
      return { height, hash, finalizedHeight: undefined }
    },
    readBlock: async (height) => blocks.get(height) ?? opened.node.readBlock(height),
    findTransaction: async ({ txId }) => stored.get(txId),
    ...(chain === 'ETH' && { countSent: async () => ({ mined: BigInt(stored.size), known: BigInt(stored.size) }) }),
  }
  const report = (choices: { explained?: string[]; returned?: string[] }) =>
    recoverChain(shop.ctx, {
      ...nothingSaid,
      node,
      recoveryId,
      explained: new Set(choices.explained),
      returned: new Set(choices.returned),
      tell: (line) => void told.push(line),
    })
  const told: string[] = []
  return {
    chain: opened,
    node,
    stored,
    told,
    recover: async (choices = {}) => {
      const { known, unattributed } = await report(choices)
      if (unattributed.length > 0) throw new Error(unattributed.join('\n'))
      return known
    },
    /** Mines a transaction from the lost time. */
    mineLost: async (lost: StoredTransaction) => {
      stored.set(lost.txId, lost)
      const block = await opened.mine({ inputs: asSpent(lost), transfers: lost.transfers })
      blocks.set(block.height, block)
    },
  }
}

let recoveryId = ''
beforeEach(async () => {
  shop.signer.sequence.recordAttempt(90n)
  await guardDatabase(shop.signer)
  recoveryId = (await db().selectFrom('recovery').select('id').executeTakeFirstOrThrow()).id
  // Undoes the retirement, because a claimed address stays claimed.
  await sql`ALTER TABLE address_pool DISABLE TRIGGER USER`.execute(db())
  await db().updateTable('address_pool').set({ claimedBy: null }).execute()
})

async function confirmed(chain: TestChain, amount = 25): Promise<{ payment: Payment; deposit: Transfer }> {
  const payment = await shop.ask({ amount, blockchain: 'BTC' })
  const deposit = output(payment.address, payment.dueUnits, { tx: ++made })
  await chain.mine({ transfers: [deposit] })
  return { payment, deposit }
}

/** A forward from the lost time: one percent to the platform, 500 satoshis to the network. */
function forwardOf(deposits: readonly Transfer[], merchant: string = wallets.merchant.BTC): StoredTransaction {
  const units = deposits.reduce((sum, deposit) => sum + deposit.units, 0n)
  const tx = ++made
  const fee = units / 100n
  const transfers = [output(wallets.platform.BTC, fee, { tx, vout: 0 }), output(merchant, units - fee - 500n, { tx, vout: 1 })]
  return { txId: txOf(tx), raw: Buffer.from(txOf(tx), 'hex'), inputs: deposits.map(inputOf), transfers, calls: null }
}

const asSpent = ({ inputs, txId }: StoredTransaction) => inputs.map((input) => ({ ...input, txId }))

describe('a forgotten Bitcoin forward', () => {
  test('settles its payment by what the scanner reads, and is attributed once', async () => {
    const { chain, told, recover, mineLost } = await openRecoverable('BTC')
    const { payment, deposit } = await confirmed(chain)
    const forward = forwardOf([deposit])
    await mineLost(forward)
    await chain.mineEmpty(FINAL)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', networkFeeUnits: 500n, forwardTxId: forward.txId })
    expect(await recover()).toBe(1)
    expect(await recover()).toBe(0)
    expect(told).toEqual([`BTC: ${forward.txId} paid out payment ${payment.id}`])
    expect(await attemptsOf(shop.ctx)).toEqual([])
    expect(await shop.book()).toEqual({ 'BTC chain:treasury': -deposit.units / 100n, 'BTC platform:fee': deposit.units / 100n })
  })

  test('ends the attempt of the backup that it has replaced', async () => {
    const { chain, recover, mineLost } = await openRecoverable('BTC')
    const { payment, deposit } = await confirmed(chain)
    await sql`UPDATE recovery SET recovered_at = now(), file_seq = 1000`.execute(db())
    await db().updateTable('pause').set({ pausedAt: null, pausedBy: null, reason: null }).execute()
    await signForward(shop.signer, { paymentId: payment.id })
    const forward = forwardOf([deposit])
    await mineLost(forward)
    await chain.mineEmpty(FINAL)
    await recover()
    expect(await attemptsOf(shop.ctx)).toMatchObject([{ n: 0, state: 'dead', proof: { usedBy: forward.txId } }])
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', forwardTxId: forward.txId })
  })

  test('a forward of one of two deposits leaves the other to be forwarded', async () => {
    const { chain, recover, mineLost } = await openRecoverable('BTC')
    const payment = await shop.ask({ amount: 25, blockchain: 'BTC' })
    const parts = [1n, 2n].map((share) => output(payment.address, (payment.dueUnits * share) / 2n, { tx: ++made }))
    await chain.mine({ transfers: parts })
    await mineLost(forwardOf(parts.slice(0, 1)))
    await chain.mineEmpty(FINAL)
    await recover()
    const legs = await db().selectFrom('spend_intent').select(['units', 'state']).orderBy('units').execute()
    expect(legs).toEqual([
      { units: parts[0]?.units, state: 'final' },
      { units: parts[1]?.units, state: 'planned' },
    ])
  })

  test('A payout is awaited until it is mined, final and settled', async () => {
    const { chain, node, recover, mineLost } = await openRecoverable('BTC')
    const { deposit } = await confirmed(chain)
    const forward = forwardOf([deposit])
    const readMempool = async () => ({ txIds: new Set([forward.txId]), transfers: forward.transfers, inputs: asSpent(forward) })
    expect(await isReadToHead(shop.ctx, { ...node, readMempool })).toBe(false)
    await mineLost(forward)
    expect(await isReadToHead(shop.ctx, node)).toBe(false)
    await chain.mineEmpty(FINAL - 2)
    expect(await isReadToHead(shop.ctx, node)).toBe(false)
    await chain.mineEmpty(1)
    expect(await isReadToHead(shop.ctx, node)).toBe(true)
    await recover()
  })

  test('stops the recovery when it pays an address outside its payout terms, until an operator explains it', async () => {
    const { chain, recover, mineLost } = await openRecoverable('BTC')
    const { deposit } = await confirmed(chain)
    const theft = forwardOf([deposit], 'bcrt1q0000000000000000000000000000000000')
    await mineLost(theft)
    await chain.mineEmpty(FINAL)
    await expect(recover()).rejects.toThrow(`Transaction ${theft.txId} pays an address that its payout terms do not name`)
    expect(await recover({ explained: [theft.txId] })).toBe(1)
    expect((await db().selectFrom('spend_intent').select('state').execute()).map(({ state }) => state)).toEqual(['planned'])
  })
})

describe('a forgotten refund', () => {
  const HELD = 40_000n
  const NOBODY = 'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9'

  /** Held funds, and the refund transaction from the lost time. */
  async function returned({ chain }: Recoverable, to = PAYER) {
    const payment = await underpaidPayment(shop, chain, HELD)
    const back = returnOf([output(payment.address, HELD, { tx: 99 })], to)
    return { payment, back }
  }
  const returnOf = (deposits: readonly Transfer[], to: string): StoredTransaction => {
    const units = deposits.reduce((sum, deposit) => sum + deposit.units, 0n)
    const tx = ++made
    const transfers = [output(to, units - 500n, { tx, vout: 0 })]
    return { txId: txOf(tx), raw: Buffer.from(txOf(tx), 'hex'), inputs: deposits.map(inputOf), transfers, calls: null }
  }
  const offer = async (paymentId: string) => (await offerRefund(shop.ctx, { paymentId, by, linkDays: 30 })).token
  const claim = async ({ id }: Payment, address = PAYER) =>
    claimRefund(shop.ctx, refundOwners, { token: await offer(id), address, holdHours: 0, by: 'payer' })
  const returns = () => db().selectFrom('refund').select(['state', 'address']).orderBy('offeredAt').orderBy('state').execute()
  const legs = () => db().selectFrom('spend_intent').select(['purpose', 'units', 'state']).orderBy('createdAt').execute()

  async function provedReturned({ id }: Payment) {
    expect(await shop.read(id)).toMatchObject({
      state: 'expired',
      returningUnits: HELD,
      refundedUnits: HELD,
      forwardTxId: null,
      feeUnits: null,
    })
    expect((await shop.events(id)).filter((type) => type !== 'payment.updated').slice(-2)).toEqual(['payment.expired', 'payment.refunded'])
    expect(await legs()).toEqual([{ purpose: 'payment_refund', units: HELD, state: 'final' }])
    expect(await shop.book()).toEqual({})
  }

  test.each([
    ['claimed', async () => {}],
    [
      'planned',
      async () => {
        await pinRefunds({ ...shop.signer, returnHoldMs: 0 })
        await db().updateTable('pause').set({ pausedAt: null, pausedBy: null, reason: null }).execute()
        expect(await planRefunds(shop.ctx)).toBe(1)
      },
    ],
  ])('settles once when the database still has it as %s', async (_, then) => {
    const place = await openRecoverable('BTC')
    const { payment, back } = await returned(place)
    await claim(payment)
    await then()
    await place.mineLost(back)
    await place.chain.mineEmpty(FINAL)
    expect(await place.recover()).toBe(1)
    expect(await place.recover()).toBe(0)
    expect(place.told).toEqual([`BTC: ${back.txId} refunded payment ${payment.id}`])
    await provedReturned(payment)
    expect(await returns()).toEqual([{ state: 'returned', address: PAYER }])
  })

  test.each([
    ['its offer and claim', async () => {}],
    ['its claim', async ({ id }: Payment) => void (await offerRefund(shop.ctx, { paymentId: id, by, linkDays: 30 }))],
    ['a claim to another address', (payment: Payment) => claim(payment, NOBODY)],
  ])('stops the recovery when the database has forgotten %s, until an operator attests the refund', async (_, before) => {
    const place = await openRecoverable('BTC')
    const { payment, back } = await returned(place)
    await before(payment)
    await place.mineLost(back)
    await place.chain.mineEmpty(FINAL)
    await expect(place.recover()).rejects.toThrow(new RegExp(`pays ${PAYER} from payment ${payment.id}.*--returned ${back.txId}`))
    expect(await attemptsOf(shop.ctx)).toEqual([])
    expect(await place.recover({ returned: [back.txId] })).toBe(1)
    expect(await place.recover({ returned: [back.txId] })).toBe(0)
    await provedReturned(payment)
    expect((await returns()).filter(({ state }) => state !== 'withdrawn')).toEqual([{ state: 'returned', address: PAYER }])
    const told = await db().selectFrom('audit_entry').select(['actor', 'subjectId']).where('action', '=', 'return.recover').execute()
    expect(told).toEqual([{ actor: by, subjectId: payment.id }])
  })

  test('counts as a refund although its payer claims it to the merchant’s wallet', async () => {
    const place = await openRecoverable('BTC')
    const { payment, back } = await returned(place, wallets.merchant.BTC)
    await claim(payment, wallets.merchant.BTC)
    await place.mineLost(back)
    await place.chain.mineEmpty(FINAL)
    expect(await place.recover()).toBe(1)
    await provedReturned(payment)
  })

  test('takes its deposits back from a forward that was decided since', async () => {
    const place = await openRecoverable('BTC')
    const payment = await underpaidPayment(shop, place.chain, HELD)
    await db().updateTable('payment').set({ state: 'failed' }).where('id', '=', payment.id).execute()
    const back = returnOf([output(payment.address, HELD, { tx: 99 })], PAYER)
    await forwardHeld(shop.ctx, { paymentId: payment.id, by })
    await db().updateTable('payment').set({ state: 'expired' }).where('id', '=', payment.id).execute()
    await place.mineLost(back)
    await place.chain.mineEmpty(FINAL)
    await place.recover({ returned: [back.txId] })
    expect((await legs()).map(({ purpose, state }) => [purpose, state])).toEqual([
      ['forward', 'void'],
      ['payment_refund', 'final'],
    ])
    expect(await shop.book()).toEqual({})
  })

  test('stops the recovery when its payment was accepted since, also with an operator’s attestation', async () => {
    const place = await openRecoverable('BTC')
    const { payment, back } = await returned(place)
    await acceptPayment(shop.ctx, { paymentId: payment.id, by })
    await place.mineLost(back)
    await place.chain.mineEmpty(FINAL)
    await expect(place.recover({ returned: [back.txId] })).rejects.toThrow(/which is (confirmed|forwarding) and has no refund/)
    expect(await attemptsOf(shop.ctx)).toEqual([])
    await db().deleteFrom('outgoing_transaction').execute()
  })
})

describe('a forgotten transaction of the gas payer', () => {
  const call = (nonce: number, calls: string): StoredTransaction => {
    const txId = `0x${txOf(++made)}`
    const inputs = [{ resource: shop.gasPayer.toLowerCase(), sequence: nonce }]
    return { txId, raw: Buffer.from(txOf(made), 'hex'), inputs, transfers: [], calls }
  }
  const factory = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
  const receiptOf = ({ txId }: StoredTransaction) => ({ txId, succeeded: true, feeUnits: GAS })

  test('settles known payments by its logs; its nonce and gas are taken once', async () => {
    const { chain, stored, told, recover } = await openRecoverable('ETH')
    await chain.fundTreasury(shop.gasPayer)
    const payment = await shop.ask({ amount: 25, blockchain: 'ETH' })
    await chain.mine({ transfers: [coins(payment.address, payment.dueUnits, { tx: ++made })] })
    await chain.mineEmpty(12)
    const [known, lost] = [call(0, factory), call(1, factory)]
    for (const transaction of [known, lost]) stored.set(transaction.txId, transaction)
    const fee = payment.dueUnits / 100n
    const log = flushed(payment.address, { asset: 'ETH', merchantUnits: payment.dueUnits - fee, feeUnits: fee }, known.txId)
    await chain.mine({ inputs: [...asSpent(known), ...asSpent(lost)], flushes: [log], receipts: [receiptOf(known), receiptOf(lost)] })
    expect(await recover()).toBe(2)
    expect(await recover()).toBe(0)
    expect(told).toEqual([`ETH: ${known.txId} paid out payment ${payment.id}`, `ETH: ${lost.txId} paid out no known payment`])
    expect(await db().selectFrom('unattributed_payout').select(['txId', 'recoveryId']).orderBy('txId').execute()).toEqual([
      { txId: known.txId, recoveryId },
      { txId: lost.txId, recoveryId },
    ])
    expect(await db().selectFrom('nonce_slot').select(['nonce', 'intentId']).orderBy('nonce').execute()).toEqual([
      { nonce: 0n, intentId: null },
      { nonce: 1n, intentId: null },
    ])
    await chain.mineEmpty(FINAL, 1_000)
    expect((await shop.read(payment.id)).state).toBe('forwarded')
    expect((await shop.book())['ETH platform:cost']).toBe(10n ** 18n - 2n * GAS)
  })

  test('stops the recovery when it called another contract than the factory, until an operator explains it', async () => {
    const { chain, stored, recover } = await openRecoverable('ETH')
    await chain.fundTreasury(shop.gasPayer)
    const theft = call(0, '0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adb')
    stored.set(theft.txId, theft)
    await chain.mine({ inputs: asSpent(theft), receipts: [receiptOf(theft)] })
    await expect(recover()).rejects.toThrow(/not our factory/)
    await recover({ explained: [theft.txId] })
    expect(await db().selectFrom('unattributed_payout').select('txId').execute()).toEqual([{ txId: theft.txId }])
    expect(await recover()).toBe(0)
  })

  test('an approved treasury transfer does not stop the recovery, and its nonce is taken', async () => {
    const { chain, stored, node, recover } = await openRecoverable('ETH')
    await chain.fundTreasury(shop.gasPayer)
    const move = call(0, '0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adb')
    stored.set(move.txId, move)
    const block = await chain.mine({ inputs: asSpent(move), receipts: [receiptOf(move)] })
    await chain.mineEmpty(1, 1_000)
    const known = { ...node, readBlock: async () => block, readReceipts: async () => [receiptOf(move)] }
    const moved = { ...(await readTreasuryTransfer(shop.ctx, { node: known, txId: move.txId })), chain: 'ETH' as const, txId: move.txId }
    for (const name of ['anna', 'ben']) await approveNamed(shop.ctx, treasuryTransferOf(moved), { by: name })
    const book = await shop.book()
    const report = await recoverChain(shop.ctx, {
      node: known,
      recoveryId,
      ...nothingSaid,
      tell: () => {},
    })
    expect(report).toEqual({ known: 1, unattributed: [] })
    expect(await recover()).toBe(0)
    expect(await shop.book()).toEqual(book)
    expect(await db().selectFrom('nonce_slot').select('nonce').execute()).toEqual([{ nonce: 0n }])
  })

  test('stops the recovery while a mined nonce is in an unscanned block', async () => {
    const { chain, stored, recover } = await openRecoverable('ETH')
    await chain.fundTreasury(shop.gasPayer)
    stored.set('unread', call(0, factory))
    await expect(recover()).rejects.toThrow(/that was not scanned/)
  })
})

test('a recovery continues the sequence above every released attempt, and signing resumes after two approvals', async () => {
  const { chain, node } = await openRecoverable('BTC')
  const { payment } = await confirmed(chain)
  const lines: string[] = []
  const request = {
    nodes: [node],
    by: 'operator:anna',
    putBack: false,
    explained: [],
    returned: [],
    subjects: addressOwners,
    tell: (line: string) => void lines.push(line),
  }
  const ctx = { ...shop.ctx, sequence: shop.signer.sequence }
  await recoverFromChain(ctx, request)
  await recoverFromChain(ctx, request)
  expect(lines.at(-1)).toContain('nothing to recover')
  await guardDatabase(shop.signer)
  await liftPause(shop.signer, 'global')
  expect(await listPauses(shop.ctx)).toEqual([])
  await signForward(shop.signer, { paymentId: payment.id })
  await advanceHighWater(shop.signer)
  const [attempt] = await attemptsOf(shop.ctx)
  expect(BigInt(attempt?.seq ?? 0)).toBeGreaterThan(90n)
  expect(shop.signer.sequence.highestAttempt()).toBe(BigInt(attempt?.seq ?? 0))
})

test('a recovery lists every spend that it cannot attribute, and stays open until each is explained', async () => {
  const { chain, node, mineLost } = await openRecoverable('BTC')
  const thefts = [(await confirmed(chain)).deposit, (await confirmed(chain)).deposit].map((deposit) => forwardOf([deposit], PAYER))
  for (const theft of thefts) await mineLost(theft)
  await chain.mineEmpty(FINAL)
  const txIds = thefts.map(({ txId }) => txId)
  const request = { nodes: [node], by, putBack: false, returned: [], tell: () => {}, subjects: addressOwners }
  const ctx = { ...shop.ctx, sequence: shop.signer.sequence }
  const refused = await recoverFromChain(ctx, { ...request, explained: [] }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(UnattributedSpends)
  for (const txId of txIds) expect(String(refused)).toContain(`Transaction ${txId} pays`)
  await expect(recoverFromChain(ctx, { ...request, explained: txIds.slice(0, 1) })).rejects.toThrow(txIds[1])
  const ended = () => db().selectFrom('recovery').select('recoveredAt').executeTakeFirst()
  expect(await ended()).toEqual({ recoveredAt: null })
  await recoverFromChain(ctx, { ...request, explained: txIds })
  expect(await ended()).not.toEqual({ recoveredAt: null })
})
