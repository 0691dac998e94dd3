import { toContractTerms } from '@gateway/chains/evm/flush/compute-deposit'
import { encodeFlush } from '@gateway/chains/evm/flush/deposit-factory'
import { nativeBalance, sendEvm } from '@gateway/devnet/evm/evm-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { eventually } from '@gateway/testing/wait'
import { type Address, getAddress, type Hex, numberToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay, unitsOf } from '../support/customer.ts'
import { LIFE, miningOn, untilForwarded } from '../support/forwarding.ts'
import { operate, operateAs } from '../support/operator.ts'
import { sharedStory } from '../support/shared-story.ts'
import { mine, type Story } from '../support/story.ts'
import { pauseInvariantChecks } from '../support/pause-invariant-checks.ts'

let story: Story
beforeAll(async () => void (story = await sharedStory()))
afterAll(() => story?.close())

const gasPayer = (): Address => getAddress(story.gateway.custody.gasPayerAddresses['ETH'] ?? '')
const merchantEth = (): Promise<bigint> => nativeBalance(story.evm, getAddress(story.shop.wallets.ETH))
const ownPart = (payment: ShownPayment): bigint => unitsOf(payment, payment.crypto_amount) - unitsOf(payment, payment.crypto_amount) / 100n

interface Attempt {
  readonly state: string
  readonly handle: string
  readonly nonce: number
  readonly proof: { readonly usedBy: string } | null
}

/** The attempts that include any of the payments, oldest first. */
async function attemptsFor(...payments: readonly ShownPayment[]): Promise<Attempt[]> {
  const { rows } = await story.sql.query<Attempt>(
    `SELECT attempt.state, attempt.handle, input.sequence::int AS nonce, attempt.proof
     FROM spend_attempt attempt JOIN attempt_input input USING (intent_id, n)
     WHERE encode(attempt.raw, 'hex') ~ $1 ORDER BY attempt.seq`,
    [payments.map(({ id }) => id.replaceAll('-', '')).join('|')],
  )
  return rows
}

/** Flushes a payment with the gas payer's key, unknown to the gateway, like a transaction that a restored database has forgotten. */
async function flushElsewhere({ id }: ShownPayment): Promise<Hex> {
  const { evm, shop, around, contracts } = story
  const from = gasPayer()
  const terms = toContractTerms({ id, merchant: shop.wallets.ETH, platform: around.platformAddresses.ETH, feeBps: 100 })
  await callRpc(evm.rpc, { method: 'anvil_impersonateAccount', params: [from] })
  const txId = await sendEvm(evm, { from, to: contracts.factory, input: encodeFlush(terms, null) })
  await callRpc(evm.rpc, { method: 'anvil_stopImpersonatingAccount', params: [from] })
  return txId
}

test('a forgotten transaction of the gas payer invalidates the attempt with its nonce; each payment is paid once, and later ones proceed', async () => {
  const { shop } = story
  await pauseInvariantChecks(story)
  const before = await merchantEth()
  const [forgotten, signed] = [await shop.ask({ blockchain: 'ETH' }), await shop.ask({ blockchain: 'ETH' })]
  for (const payment of [forgotten, signed]) await pay(story, payment)
  await mine(story, 'ETH', 11)
  const txId = await flushElsewhere(forgotten)
  // The block that confirms both payments contains it, so the signer picks its own nonce before that block is final.
  await mine(story, 'ETH', 1)
  await eventually('an attempt to be signed', async () => (await attemptsFor(signed)).length > 0)
  const paid = await Promise.all([forgotten, signed].map((payment) => miningOn(story, payment, ({ status }) => status === 'forwarded')))
  // The two payouts leave together or each with a nonce of its own, as the signer takes them.
  const attempts = await attemptsFor(forgotten, signed)
  const first = attempts[0]?.nonce ?? 0
  expect(attempts.map(({ nonce }) => nonce)).toEqual(attempts.map((_, index) => first + index))
  expect(attempts.filter(({ state }) => state === 'dead').map(({ nonce, proof }) => [nonce, proof?.usedBy])).toEqual([[first, txId]])
  const settling = (await attemptsFor(signed)).at(-1)
  expect(settling?.state).toBe('final')
  expect(paid.map((payment) => payment.forward_tx_hash)).toEqual([txId, settling?.handle])
  expect((await merchantEth()) - before).toBe(ownPart(forgotten) + ownPart(signed))
  // The dead attempt belongs to the lead payout of its batch, which may be either of the two.
  const shown = await Promise.all([forgotten, signed].map(({ id }) => operate(story, 'show', id, '--all')))
  expect(shown.join('\n')).toMatch(new RegExp(`"usedBy": "${txId}"`))
  // Two operators must attribute its gas to the treasury.
  await operate(story, 'treasury-moved', 'ETH', txId)
  expect(await operateAs(story, 'ben', 'treasury-moved', 'ETH', txId)).toMatch(/Booked\.\n$/)
  const next = await shop.ask({ blockchain: 'ETH' })
  await pay(story, next)
  await untilForwarded(story, next)
  expect((await attemptsFor(next)).map(({ nonce, state }) => ({ nonce, state }))).toEqual([
    { nonce: first + attempts.length, state: 'final' },
  ])
})

test('a short gas payer names the missing amount, unchanged by later blocks, and sends the signed attempt once funded', async () => {
  const { shop, evm } = story
  const full = await nativeBalance(evm, gasPayer())
  const hold = (wei: bigint) => callRpc(evm.rpc, { method: 'anvil_setBalance', params: [gasPayer(), numberToHex(wei)] })
  await hold(1n)
  const asked = await shop.ask({ blockchain: 'ETH' })
  await pay(story, asked)
  await mine(story, 'ETH', 12)
  const told = async () => /gas_payer_short: (0x\w+) needs (\d\.\d+) ETH/.exec(await operate(story, 'held'))
  const first = await eventually('the hold reason to be shown to the operator', told)
  expect(first[1]).toBe(gasPayer().toLowerCase())
  for (let block = 0; block < 8; block++) {
    await mine(story, 'ETH', 1)
    await eventually('the block to be tried', async () => {
      const { rows } = await story.sql.query(
        `SELECT FROM spend_attempt attempt JOIN chain_cursor cursor USING (chain)
         WHERE attempt.state IN ('signed', 'broadcast') AND cursor.height = cursor.head_height AND attempt.sent_height = cursor.height`,
      )
      return rows.length > 0
    })
  }
  expect((await told())?.[2]).toBe(first[2])
  const [only, ...more] = await attemptsFor(asked)
  expect([only?.state, more]).toEqual(['signed', []])
  await hold(full)
  await miningOn(story, asked, ({ status }) => status === 'forwarded')
  expect(await attemptsFor(asked)).toMatchObject([{ handle: only?.handle, state: 'final' }])
  expect(await operate(story, 'held')).not.toContain('gas_payer_short')
  await shop.hears(asked.id, LIFE)
})
