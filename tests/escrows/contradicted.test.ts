import { encodeSettle, NO_PROOF } from '@gateway/chains/evm/escrow/encode-settlement'
import { toEscrowTerms } from '@gateway/chains/evm/escrow/escrow-contracts'
import { releaseProof } from '@gateway/chains/evm/escrow/release-hash'
import { openOrm } from '@gateway/db/orm'
import { loginAs } from '@gateway/db/roles'
import { evmFaucet } from '@gateway/devnet/evm/evm'
import { mineEvm } from '@gateway/devnet/evm/evm-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import type { ContractTerms } from '@gateway/domain/escrows/contract'
import { findViolations } from '@gateway/operations/invariants/find-violations'
import { balanceOf } from '@gateway/scripts/pay/rails'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Address, getAddress, type Hex, numberToHex } from 'viem'
import { escrowReaches, fundEscrow } from '../support/fund-escrow.ts'
import { say } from '../support/say.ts'
import { openStory, type Story } from '../support/story.ts'
import { newWallets } from '../support/wallets.ts'

let story: Story
beforeAll(async () => void (story = await openStory({ chains: ['ETH'] })))
afterAll(() => story?.close())

type Members = Readonly<Record<string, unknown>>

const AMOUNT = 0.5
const UNITS = 500_000_000_000_000_000n

/** A funded escrow, with the slip that its creation has answered. */
async function fund() {
  const [depositor, beneficiary] = [(await newWallets(['ETH'])).ETH, (await newWallets(['ETH'])).ETH]
  const parties = { depositor_address: depositor, beneficiary_address: beneficiary, business_id: story.shop.businessId }
  const { body } = await say(story.gateway.api, 'POST /escrow', {
    key: story.shop.token,
    body: { chain: 'ETH', amount: AMOUNT, ...parties },
  })
  const escrow = { id: String(body['id']), chain: 'ETH', escrow_address: String(body['escrow_address']), amount: AMOUNT }
  await fundEscrow(story, escrow)
  const contract = body['contract'] as { factory: string; terms: Members }
  const { fee_receiver: feeReceiver, fee_bps: feeBps, release_hash: releaseHash, chain_id: chainId, ...terms } = contract.terms
  const named = { ...terms, feeReceiver, feeBps, releaseHash, chainId } as unknown as ContractTerms
  const token = String(body['release_token'])
  return { ...escrow, depositor, beneficiary, token, factory: getAddress(contract.factory), terms: toEscrowTerms(named) }
}

type Funded = Awaited<ReturnType<typeof fund>>

/** Puts a transaction of an account that is no party before all others of the next block. */
const send = (to: Address, input: Hex): Promise<Hex> => {
  const price = { maxFeePerGas: numberToHex(300_000_000_000n), maxPriorityFeePerGas: numberToHex(200_000_000_000n) }
  const call = { from: evmFaucet.address, to, input, gas: numberToHex(600_000), ...price }
  return callRpc<Hex>(story.evm.rpc, { method: 'eth_sendTransaction', params: [call] })
}

const decide = ({ id, token }: Funded, action: 'release' | 'refund') =>
  say(story.gateway.api, `POST /escrow/${id}/${action}`, { body: { release_token: token } })

const payoutsOf = async ({ id }: Funded) => {
  const query = 'SELECT purpose, state, hold_reason FROM spend_intent WHERE ref = $1 ORDER BY created_at'
  return (await story.sql.query<Members>(query, [id])).rows
}

const eventsOf = async ({ id }: Funded): Promise<unknown[]> => {
  const { body } = await say(story.gateway.api, `GET /escrow/${id}/events`)
  return (body['events'] as Members[]).map(({ actor, event_type: type }) => `${String(actor)}: ${String(type)}`).slice(3)
}

/** The webhook events of an escrow in the order of their sequence. */
const toldOf = async ({ id }: Funded): Promise<unknown[]> => {
  const { rows } = await story.sql.query<Members>('SELECT type FROM event WHERE object_id = $1 ORDER BY sequence', [id])
  return rows.map(({ type }) => type)
}

/** What the gateway's own checks of invariants would pause now. */
async function violations(): Promise<unknown[]> {
  const orm = await openOrm({ url: loginAs('audit', story.around.databaseUrl), poolSize: 1 })
  const broken = await findViolations(orm.em.fork())
  await orm.close()
  return broken
}

const untilRead = ({ id }: Funded): Promise<unknown> =>
  eventually('the outcome of the contract to be read', async () => {
    const { rows } = await story.sql.query<Members>('SELECT outcome FROM contract_outcome WHERE subject_id = $1', [id])
    return rows[0]
  })

const untilPayout = (escrow: Funded, expected: Members): Promise<unknown> =>
  eventually(`a payout of the escrow to be ${JSON.stringify(expected)}`, async () =>
    (await payoutsOf(escrow)).find((row) => Object.entries(expected).every(([name, value]) => row[name] === value)),
  )

test('a refund that was accepted here follows the release that the contract has recorded before it, and pauses nothing', async () => {
  const [escrow, other] = [await fund(), await fund()]
  const txId = await send(escrow.factory, encodeSettle({ terms: escrow.terms, outcome: 'release', proof: releaseProof(escrow.token) }))
  expect(await decide(escrow, 'refund')).toMatchObject({ status: 200, body: { status: 'refunded' } })
  await untilPayout(escrow, { purpose: 'escrow_refund', state: 'broadcast' })
  await mineEvm(story.evm, 1)
  await untilRead(escrow)
  expect(await violations()).toEqual([])
  expect((await decide(other, 'release')).status).toBe(200)

  const ended = await escrowReaches(story, escrow, ({ status }) => status === 'settled')
  expect(ended).toMatchObject({
    settlement_tx_hash: txId,
    refunded_at: null,
    released_at: expect.any(String),
    settled_at: expect.any(String),
  })
  expect(await eventsOf(escrow)).toEqual(['depositor: refunded', 'depositor: released', 'system: settled'])
  expect(await toldOf(escrow)).toEqual(['escrow.created', 'escrow.funded', 'escrow.refunded', 'escrow.released', 'escrow.settled'])
  expect(await balanceOf(story.chains, 'ETH', escrow.beneficiary)).toBe(UNITS - UNITS / 100n)
  expect(await balanceOf(story.chains, 'ETH', escrow.depositor)).toBe(0n)
  await escrowReaches(story, other, ({ status }) => status === 'settled')
  expect(await payoutsOf(escrow)).toEqual([
    { purpose: 'escrow_refund', state: 'void', hold_reason: null },
    { purpose: 'escrow_release', state: 'final', hold_reason: null },
  ])
  expect(await violations()).toEqual([])
})

test('a release that was accepted here waits with its reason, and follows the refund that the contract has recorded after its deadline', async () => {
  const escrow = await fund()
  await story.gateway.kill('signer')
  expect(await decide(escrow, 'release')).toMatchObject({ status: 200, body: { status: 'released' } })
  await callRpc(story.evm.rpc, { method: 'anvil_setNextBlockTimestamp', params: [numberToHex(escrow.terms.deadlineSeconds + 1n)] })
  await mineEvm(story.evm, 1)
  const txId = await send(escrow.factory, encodeSettle({ terms: escrow.terms, outcome: 'refund', proof: NO_PROOF }))
  await mineEvm(story.evm, 1)
  await untilRead(escrow)
  await story.gateway.start('signer')
  await untilPayout(escrow, { purpose: 'escrow_release', state: 'held', hold_reason: 'contract_decided_otherwise' })
  expect(await violations()).toEqual([])

  const ended = await escrowReaches(story, escrow, ({ status, settlement_tx_hash: sent }) => status === 'refunded' && sent !== null)
  expect(ended).toMatchObject({ settlement_tx_hash: txId, released_at: null, settled_at: null, refunded_at: expect.any(String) })
  expect(await eventsOf(escrow)).toEqual(['depositor: released', 'system: refunded'])
  expect(await balanceOf(story.chains, 'ETH', escrow.depositor)).toBe(UNITS)
  expect(await payoutsOf(escrow)).toMatchObject([
    { purpose: 'escrow_release', state: 'void', hold_reason: null },
    { purpose: 'escrow_refund', state: 'final', hold_reason: null },
  ])
})
