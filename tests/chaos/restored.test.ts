import { basicParts } from '@gateway/scripts/stack/programs'
import { bitcoinBalance } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { nativeBalance } from '@gateway/devnet/evm/evm-faucet'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { untilReady } from '@gateway/scripts/stack/gateway'
import { nodeUrls, signerSettings } from '@gateway/scripts/stack/settings'
import { eventually } from '@gateway/testing/wait'
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBrokenBooks, findReplayedOtherwise } from '../support/books.ts'
import { pay, unitsOf } from '../support/customer.ts'
import { untilForwarded, untilSent } from '../support/forwarding.ts'
import { operate, operateAs } from '../support/operator.ts'
import { backUp, putBack } from '../support/restore.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { mine, openStory, type Story } from '../support/story.ts'
import { newWallets } from '../support/wallets.ts'
import { bitcoin } from './family.ts'
import { count } from './journey.ts'
import { end } from './processes.ts'
import { moneyRows, walletOf } from './proof.ts'

/** The shortest window. */
const WINDOW_S = 60
const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

let story: Story
let hurried: Shop
beforeAll(async () => {
  story = await openStory({ returnHoldHours: 0 })
  hurried = await openShop(story.gateway.api, story.shop.wallets, { payment_window_seconds: WINDOW_S })
})
afterAll(async () => {
  hurried?.receiver.close()
  await story?.close()
})

const inTurn = async (payments: readonly ShownPayment[], step: (payment: ShownPayment) => Promise<unknown>): Promise<void> => {
  for (const payment of payments) await step(payment)
}
const isSent = ({ forward_tx_hash: sent }: ShownPayment): boolean => sent !== null
const untilAllSent = (payments: readonly ShownPayment[]): Promise<ShownPayment[]> =>
  Promise.all(payments.map(({ id }) => story.shop.reaches(id, isSent)))
const asked = (blockchain: string, many: number): Promise<ShownPayment[]> =>
  Promise.all(Array.from({ length: many }, () => story.shop.ask({ blockchain })))

test('S18: the database is restored to before 20 forwards and a refund; the signer pauses, recovers them from the chains, and repeats none', async () => {
  const short = await hurried.ask({ blockchain: 'BTC' })
  const half = unitsOf(short, short.crypto_amount) / 2n
  await pay(story, short, half)
  await mine(story, 'BTC', 1)
  const [early] = await asked('ETH', 1)
  if (!early) throw new Error('no payment')
  await pay(story, early)
  await untilForwarded(story, early)
  const known = [...(await asked('BTC', 7)), ...(await asked('ETH', 7)), ...(await asked('USDC_ETH', 6))]
  const bitcoins = known.filter(({ blockchain }) => blockchain === 'BTC')
  const ethers = known.filter(({ blockchain }) => blockchain !== 'BTC')
  await hurried.reaches(short.id, 'expired')
  const token = tokenIn(await operate(story, 'refund', short.id))
  const copy = await backUpNow()

  const lost = [...(await asked('BTC', 1)), ...(await asked('ETH', 1))]
  // The copy has the refund offer; the payer's claim is lost.
  const { BTC: payer } = await newWallets()
  await operate(story, 'claim', token, payer)
  const before = { bitcoin: await walletOf(story, bitcoin), wei: await weiOf() }
  await inTurn([...bitcoins.slice(0, 4), ...ethers, ...lost], (payment) => pay(story, payment))
  await mine(story, 'BTC', 1)
  await mine(story, 'ETH', 12)
  await untilAllSent([...bitcoins.slice(0, 4), ...ethers, ...lost])
  await eventually('the refund to be sent', async () => (await returned(payer)) !== '')
  await mine(story, 'ETH', 3)
  await mine(story, 'BTC', 7)
  const sentBack = await returned(payer)
  const feeBack = await feeOf(sentBack)
  // Three are signed, sent and unmined when the database is restored.
  await inTurn(bitcoins.slice(4), (payment) => pay(story, payment))
  await mine(story, 'BTC', 1)
  const paid = await untilAllSent([...known, ...lost])
  for (const part of basicParts) await story.gateway.kill(part)
  const toldBefore = refunds(short)
  await putBack(story.around.databaseUrl, copy)

  const stored = await count(story, 'spend_attempt')
  expect(await settled(known)).toBe(0)
  await Promise.all([story.gateway.start('signer'), story.gateway.start('worker'), story.gateway.start('api')])
  await eventually('the signer to pause', async () => (await operate(story, 'pauses')).includes('the database was restored from a backup'))
  await Promise.all(known.map(({ id }) => story.shop.reaches(id, looksConfirmed)))
  await expect(operate(story, 'lift', 'global')).rejects.toThrow(/custody recover --from-chain/)
  await story.sql.query(`UPDATE pause SET paused_at = NULL, paused_by = NULL, reason = NULL WHERE scope = 'global'`)
  await eventually('the signer to pause again', async () =>
    (await operate(story, 'pauses')).includes('the database was restored from a backup'),
  )
  expect(await count(story, 'spend_attempt')).toBe(stored)

  // The recovery waits for the three in the mempool, and attributes what it can before it stops at the refund.
  const first = custody('recover', '--from-chain').catch((error: { stdout: string; stderr: string }) => error)
  await mine(story, 'BTC', 7)
  await mine(story, 'ETH', 8)
  const stopped = await first
  if (typeof stopped === 'string') throw new Error(`the recovery did not stop at the refund: ${stopped}`)
  expect(stopped.stderr).toContain(`--returned ${sentBack}`)
  expect(await settled(known)).toBe(20)
  await expect(operate(story, 'lift', 'global')).rejects.toThrow(/custody recover --from-chain/)
  const told = await custody('recover', '--from-chain', '--returned', sentBack)
  expect(told).toContain(`${sentBack} refunded payment ${short.id}`)
  for (const { id } of bitcoins) expect(stopped.stdout + told).toContain(id)
  expect(told).toMatch(/payment is lost/)
  expect(await custody('recover', '--from-chain')).toContain('nothing to recover')
  expect(await operateAs(story, 'anna', 'lift', 'global')).toContain('1 more operator')
  expect(await operateAs(story, 'berta', 'lift', 'global')).toContain('Lifted')

  await mine(story, 'BTC', 7)
  await mine(story, 'ETH', 8)
  for (const { id } of known) {
    await story.shop.reaches(id, 'forwarded')
    expect((await story.shop.read(id)).forward_tx_hash).toBe(paid.find((payment) => payment.id === id)?.forward_tx_hash)
  }
  expect(await settled(known)).toBe(20)
  for (const { id } of known) expect((await moneyRows(story, id)).attempts).toEqual([])
  const gained = { bitcoin: (await walletOf(story, bitcoin)).merchant - before.bitcoin.merchant, wei: (await weiOf()) - before.wei }
  expect(gained).toEqual({ bitcoin: sumOf(paid, 'BTC'), wei: sumOf(paid, 'ETH') })

  await eventually('the webhook of the refund again, because the restored database has no record of the first one', async () =>
    refunds(short).some((id) => !toldBefore.includes(id)),
  )
  expect(await bitcoinBalance(story.bitcoin, payer)).toBe(half - feeBack)
  expect(await returned(payer)).toBe('')

  const after = [...(await asked('BTC', 1)), ...(await asked('ETH', 1))]
  expect([...known, ...lost].map((payment) => payment.payment_address)).not.toContain(after[0]?.payment_address)
  await inTurn(after, async (payment) => {
    await pay(story, payment)
    await untilSent(story, payment)
    await mine(story, payment.blockchain === 'BTC' ? 'BTC' : 'ETH', 8)
    await story.shop.reaches(payment.id, 'forwarded')
  })
  expect([...(await findBrokenBooks(story.sql)), ...(await findReplayedOtherwise(story.around.databaseUrl))]).toEqual([])
  expect(await audit()).toContain('Every invariant holds.')
  expect(await custody('verify')).toContain('Every decision is unchanged')
  await story.sql.query(
    `ALTER TABLE policy_decision DISABLE TRIGGER USER; UPDATE policy_decision SET outcome = 'hold' WHERE seq = 1; ALTER TABLE policy_decision ENABLE TRIGGER USER`,
  )
  await expect(custody('verify')).rejects.toThrow('decision_was_altered at 1')
})

/** Ids of the webhooks about a refund. */
const refunds = ({ id }: ShownPayment): string[] =>
  hurried.receiver.received.filter(({ paymentId, type }) => paymentId === id && type === 'payment.refunded').map((event) => event.id)

const tokenIn = (said: string): string => /ret_[\w-]{43}/.exec(said)?.[0] ?? ''

/** The stored refund transaction to an address; empty before it is sent. */
async function returned(address: string): Promise<string> {
  const { rows } = await story.sql.query<{ handle: string }>(
    `SELECT handle FROM spend_attempt JOIN spend_intent ON spend_intent.lead_id = spend_attempt.intent_id JOIN refund ON refund.id::text = ref
      WHERE refund.address = $1 AND spend_attempt.state <> 'signed'`,
    [address],
  )
  if (rows.length > 1) throw new Error('refunded more than once')
  return rows[0]?.handle ?? ''
}

const feeOf = async (handle: string): Promise<bigint> =>
  BigInt((await story.sql.query<{ fee: string }>('SELECT fee FROM spend_attempt WHERE handle = $1', [handle])).rows[0]?.fee ?? 0)

/** True for a payment still to be forwarded by its rows, or forwarded by a flush that the scanner has read. */
const looksConfirmed = ({ status }: ShownPayment): boolean => status === 'confirmed' || status === 'forwarded'

/** The number of these payments whose forwards are all settled. */
const settled = (payments: readonly ShownPayment[]): Promise<number> =>
  count(story, `(SELECT ref FROM spend_intent WHERE ref = ANY ($1) GROUP BY ref HAVING bool_and(state = 'final')) AS known`, [
    payments.map(({ id }) => id),
  ])

const weiOf = (): Promise<bigint> => nativeBalance(story.evm, getAddress(story.shop.wallets.ETH))

const sumOf = (payments: readonly ShownPayment[], blockchain: string): bigint =>
  payments
    .filter((payment) => payment.blockchain === blockchain)
    .reduce((sum, payment) => sum + unitsOf(payment, payment.merchant_amount), 0n)

async function backUpNow(): Promise<string> {
  for (const part of basicParts) await end(story, part)
  const copy = await backUp(story.around.databaseUrl)
  await Promise.all(basicParts.map((part) => story.gateway.start(part)))
  await untilReady(story.gateway)
  return copy
}

const nodes = () => nodeUrls(story.around)

async function custody(...words: string[]): Promise<string> {
  const program = resolve(root, 'apps/worker/src/custody/main.ts')
  return (await run(process.execPath, [program, ...words], { env: { ...signerSettings(story.around), ...nodes() } })).stdout
}

async function audit(): Promise<string> {
  const env = { ...signerSettings(story.around), ...nodes() }
  return (await run(process.execPath, [resolve(root, 'scripts/audit.ts')], { env })).stdout
}
