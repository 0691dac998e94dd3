import { callRpc } from '@gateway/devnet/rpc'
import { newSolanaAddress, placeSolanaAccount, tickSolana } from '@gateway/devnet/solana/solana-faucet'
import { FINAL_SLOTS } from '@gateway/devnet/solana/ledger/final-slots'
import { solanaUsdc } from '@gateway/devnet/solana/ledger/genesis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { say } from '../support/say.ts'
import { sharedStory } from '../support/shared-story.ts'
import type { Story } from '../support/story.ts'
import { newWallets } from '../support/wallets.ts'

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
/** Off the curve, so that no key belongs to it. */
const VAULT = 'EwnJQTABdNQyWHeiqaiQfZ1ncHRqgcAdYuWREBg1GSup'

let story: Story
beforeAll(async () => void (story = await sharedStory()))
afterAll(() => story?.close())

type Members = Readonly<Record<string, unknown>>

const setWallets = (wallets: Members, more: Members = {}) =>
  say(story.gateway.api, `PATCH /businesses/${story.shop.businessId}`, {
    key: story.shop.token,
    body: { wallet_addresses: wallets, ...more },
  })
const openEscrow = (terms: Members) => say(story.gateway.api, 'POST /escrow', { body: terms })

/** A token account on the curve: its key pair is somebody's, and its tokens are those of the owner in its data. */
async function tokenAccount(): Promise<string> {
  const address = await newSolanaAddress()
  const data = Buffer.alloc(165).toString('base64')
  await placeSolanaAccount(story.chains.SOL, { address, lamports: 4_000_000, owner: TOKEN_PROGRAM, data })
  await tickSolana(story.chains.SOL, FINAL_SLOTS)
  return address
}

/** A token that the gateway does not know. */
async function newToken(): Promise<string> {
  const { ETH: address } = await newWallets(['ETH'])
  const code = await callRpc(story.evm.rpc, { method: 'eth_getCode', params: [story.contracts.usdc, 'latest'] })
  await callRpc(story.evm.rpc, { method: 'anvil_setCode', params: [address, code] })
  return address
}

const refusal = (field: string) => ({ status: 400, body: { code: 'INVALID_ADDRESS', details: [{ field }] } })

describe('an address that is no wallet', () => {
  test.each([
    ['SOL', tokenAccount],
    ['USDC_SOL', tokenAccount],
    ['SOL', async () => solanaUsdc.mint as string],
    ['ETH', newToken],
    ['USDC_ETH', newToken],
  ])('is refused as wallet and as either party of an escrow in %s, and the request names it', async (asset, make) => {
    const chain = asset.endsWith('SOL') ? 'SOL' : 'ETH'
    const [none, other] = [await make(), (await newWallets([chain]))[chain]]
    expect(await setWallets({ [asset]: none })).toMatchObject(refusal(`wallet_addresses.${asset}`))
    const terms = { chain: asset, amount: 50 }
    const asBeneficiary = { ...terms, depositor_address: other, beneficiary_address: none }
    expect(await openEscrow(asBeneficiary)).toMatchObject(refusal('beneficiary_address'))
    const asDepositor = { ...terms, depositor_address: none, beneficiary_address: other }
    expect(await openEscrow(asDepositor)).toMatchObject(refusal('depositor_address'))
  })

  test('that is a deposit address on Ethereum is refused on Polygon, as wallet and as beneficiary', async () => {
    const { payment_address: none } = await story.shop.ask({ blockchain: 'ETH' })
    expect(await setWallets({ POL: none })).toMatchObject(refusal('wallet_addresses.POL'))
    const terms = { chain: 'POL', amount: 500, depositor_address: (await newWallets(['POL'])).POL, beneficiary_address: none }
    expect(await openEscrow(terms)).toMatchObject(refusal('beneficiary_address'))
  })
})

test('the vault of a multisig is taken as wallet for SOL and USDC_SOL once it is confirmed, and a payment of it is created', async () => {
  expect(await setWallets({ SOL: VAULT })).toMatchObject(refusal('wallet_addresses.SOL'))
  const confirmed = await setWallets({ SOL: VAULT, USDC_SOL: VAULT }, { confirm_program_address: true })
  expect(confirmed).toMatchObject({ status: 200, body: { wallet_addresses: { SOL: VAULT, USDC_SOL: VAULT } } })
  expect(await story.shop.ask({ blockchain: 'SOL' })).toMatchObject({ blockchain: 'SOL' })
  const { SOL, USDC_SOL } = { SOL: story.shop.wallets.SOL, USDC_SOL: '' }
  expect(await setWallets({ SOL, USDC_SOL })).toMatchObject({ status: 200 })
})

describe('while a chain is away', () => {
  const away = async <T>(work: () => Promise<T>): Promise<T> => {
    story.nodes.SOL.behave('away')
    return work().finally(() => story.nodes.SOL.behave('honest'))
  }
  /** What the signer has said of the release of an escrow. */
  const verdictOf = async (id: unknown) => {
    const query = `SELECT coalesce(refused, 'pinned') AS verdict FROM payout_terms_pin JOIN escrow USING (payout_terms_id) WHERE escrow.id = $1`
    return (await story.sql.query<{ verdict: string }>(query, [id])).rows.map(({ verdict }) => verdict)
  }
  const terms = async (beneficiary: string) => ({
    chain: 'USDC_SOL',
    amount: 50,
    depositor_address: await newSolanaAddress(),
    beneficiary_address: beneficiary,
  })

  test('no wallet of it is taken, and the request says that it may be repeated', async () => {
    const SOL = await newSolanaAddress()
    const refused = await away(() => setWallets({ SOL }))
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'CHAIN_UNAVAILABLE', details: { chain: 'SOL', field: 'wallet_addresses.SOL' } },
    })
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  test('an escrow of nobody is created, and pinned once the chain has said that its parties are wallets', async () => {
    const asked = await terms(await newSolanaAddress())
    const { id, status } = await away(async () => {
      const made = await openEscrow(asked)
      expect(await verdictOf(made.body['id'])).toEqual([])
      return { id: made.body['id'], status: made.status }
    })
    expect(status).toBe(201)
    await expect.poll(() => verdictOf(id), { timeout: 60_000 }).toEqual(['pinned'])
  })

  test('an escrow of nobody whose beneficiary is a token account is refused by the signer afterwards', async () => {
    const asked = await terms(await tokenAccount())
    const { body, status } = await away(() => openEscrow(asked))
    expect(status).toBe(201)
    await expect.poll(() => verdictOf(body['id']), { timeout: 60_000 }).toEqual(['payee_is_no_wallet'])
  })
})
