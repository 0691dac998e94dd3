import { encodeEscrowFlush, encodeSettle, NO_PROOF } from '@gateway/chains/evm/escrow/encode-settlement'
import { toEscrowTerms } from '@gateway/chains/evm/escrow/escrow-contracts'
import { releaseProof } from '@gateway/chains/evm/escrow/release-hash'
import { mineEvm, sendEvm } from '@gateway/devnet/evm/evm-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import type { ContractTerms } from '@gateway/domain/escrows/contract'
import { balanceOf, payAsset } from '@gateway/scripts/pay/rails'
import { basicParts } from '@gateway/scripts/stack/programs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Address, getAddress, numberToHex } from 'viem'
import { escrowReaches, fundEscrow } from '../support/fund-escrow.ts'
import { say } from '../support/say.ts'
import { openStory, type Story } from '../support/story.ts'
import { newWallets } from '../support/wallets.ts'

let story: Story
beforeAll(async () => void (story = await openStory({ chains: ['ETH'] })))
afterAll(() => story?.close())

type Members = Readonly<Record<string, unknown>>

const AMOUNT = 50
const UNITS = 50_000_000n

/** A funded escrow, with the slip that its creation has answered. */
async function fund() {
  const [depositor, beneficiary] = [(await newWallets(['ETH'])).ETH, (await newWallets(['ETH'])).ETH]
  const parties = { depositor_address: depositor, beneficiary_address: beneficiary }
  const { body } = await say(story.gateway.api, 'POST /escrow', { body: { chain: 'USDC_ETH', amount: AMOUNT, ...parties } })
  const escrow = { id: String(body['id']), chain: 'USDC_ETH', escrow_address: String(body['escrow_address']), amount: AMOUNT }
  await fundEscrow(story, escrow)
  const contract = body['contract'] as { factory: string; terms: Members }
  const { fee_receiver: feeReceiver, fee_bps: feeBps, release_hash: releaseHash, chain_id: chainId, ...terms } = contract.terms
  const named = { ...terms, feeReceiver, feeBps, releaseHash, chainId } as unknown as ContractTerms
  const token = String(body['release_token'])
  return { ...escrow, depositor, beneficiary, token, factory: getAddress(contract.factory), terms: toEscrowTerms(named) }
}

const usdcOf = (address: string): Promise<bigint> => balanceOf(story.chains, 'USDC_ETH', address)

/** A transaction of an account that is no party, as any wallet can send it. */
async function send(factory: Address, input: `0x${string}`): Promise<void> {
  await sendEvm(story.evm, { to: factory, input })
  await mineEvm(story.evm, 1)
}

test('one escrow is released and another taken back while every process of the gateway is stopped, and the gateway takes both over', async () => {
  const [released, returned] = [await fund(), await fund()]
  for (const part of basicParts) await story.gateway.kill(part)
  const { factory } = released
  await send(factory, encodeSettle({ terms: released.terms, outcome: 'release', proof: releaseProof(released.token) }))
  expect(await usdcOf(released.beneficiary)).toBe(UNITS - UNITS / 100n)
  const takeBack = encodeSettle({ terms: returned.terms, outcome: 'refund', proof: NO_PROOF })
  await expect(send(factory, takeBack)).rejects.toThrow('execution reverted')
  await callRpc(story.evm.rpc, {
    method: 'anvil_setNextBlockTimestamp',
    params: [numberToHex(returned.terms.deadlineSeconds + 1n)],
  })
  await mineEvm(story.evm, 1)
  await send(factory, takeBack)
  expect(await usdcOf(returned.depositor)).toBe(UNITS)

  await Promise.all(basicParts.map((part) => story.gateway.start(part)))
  await escrowReaches(story, released, ({ status }) => status === 'settled')
  await escrowReaches(story, returned, ({ status, settlement_tx_hash: sent }) => status === 'refunded' && sent !== null)
  const actorsOf = async ({ id }: { id: string }): Promise<unknown> => {
    const { body } = await say(story.gateway.api, `GET /escrow/${id}/events`)
    return (body['events'] as Members[]).map(({ actor, event_type: type }) => `${String(actor)}: ${String(type)}`).slice(3)
  }
  expect(await actorsOf(released)).toEqual(['depositor: released', 'system: settled'])
  expect(await actorsOf(returned)).toEqual(['system: refunded'])

  await fundAgain(released)
  await send(factory, encodeEscrowFlush(released.terms, released.terms.token))
  expect(await usdcOf(released.depositor)).toBe(UNITS)
})

/** Pays the same address once more, which the contract gives back to its depositor. */
async function fundAgain({ escrow_address: address }: { readonly escrow_address: string }): Promise<void> {
  await payAsset(story.chains, 'USDC_ETH', { to: address, units: UNITS })
  await mineEvm(story.evm, 1)
}
