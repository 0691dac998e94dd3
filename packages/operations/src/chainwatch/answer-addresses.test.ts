import { createEvmNode } from '@gateway/chains/evm/node'
import { startTestChain, type TestChain } from '@gateway/chains/evm/test-chain'
import { createSolanaNode } from '@gateway/chains/solana/node'
import { newKey, startTestSolana, type TestSolana } from '@gateway/chains/solana/test-chain'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { askAddresses } from '@gateway/db/kernel/addresses/address-question-queries'
import { listen, type Listener } from '@gateway/db/kernel/listen'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { placeSolanaAccount } from '@gateway/devnet/solana/solana-faucet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askChains, forgetAddressQuestions } from '../businesses/wallets/ask-chains.ts'
import { type TestApiContext, testApiContext } from '../testing/test-context.ts'
import { answerAddresses } from './answer-addresses.ts'

const LONG_MS = 60_000
/** A token that the gateway does not know. */
const TOKEN = '0x22d491Bde2303f2f43325b2108D26f1eAbA1e32b'
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

let ctx: TestApiContext
let news: Listener
let [evm, solana]: [TestChain | undefined, TestSolana | undefined] = [undefined, undefined]
let eth: ChainNode
beforeAll(async () => {
  ;[ctx, evm, solana] = await Promise.all([testApiContext(), startTestChain(), startTestSolana()])
  news = listen(String(ctx.orm.config.get('clientUrl')), ['address_asked', 'address_answered'])
  eth = createEvmNode({ rail: evm.rail, rpcUrl: evm.url })
  const bytecode = await evm.chain.getCode({ address: evm.usdc })
  await evm.chain.setCode({ address: TOKEN, bytecode: bytecode ?? '0x' })
}, LONG_MS)
afterAll(async () => {
  await news?.close()
  await Promise.all([evm?.stop(), solana?.stop(), ctx?.close()])
})

const started = () => {
  if (!evm || !solana) throw new Error('no chains')
  return { evm, solana }
}

/** Asks as the api does, while a reader answers as soon as it hears of it. */
async function ask(node: ChainNode, address: string) {
  const { chain } = node.rail
  const waitForQuestion = news.follow({ channel: 'address_asked', payload: chain })
  let isAnswered = false
  const answer = askChains({ ...ctx, news }, LONG_MS)({ chain, address }).finally(() => (isAnswered = true))
  while (!isAnswered) if ((await answerAddresses(ctx, node)) === 0) await waitForQuestion(100)
  return answer
}

test('a token account or mint with a key of its own is told from a wallet by the node of Solana', async () => {
  const { solana: running } = started()
  const [account, mint] = [newKey().address, newKey().address]
  const owned = { lamports: 4_000_000, owner: TOKEN_PROGRAM }
  await placeSolanaAccount(running.solana, { ...owned, address: account, data: Buffer.alloc(165).toString('base64') })
  await placeSolanaAccount(running.solana, { ...owned, address: mint, data: Buffer.alloc(82).toString('base64') })
  await running.finalize()
  expect(await ask(running.node, account)).toBe('token_account')
  expect(await ask(running.node, mint)).toBe('mint')
  expect(await ask(running.node, newKey().address)).toBe('unused')
})

test('the contract of a token is told from a wallet by the node of Ethereum', async () => {
  expect(await ask(eth, TOKEN)).toBe('token')
  expect(await ask(eth, '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359')).toBe('wallet')
})

test('an answer of the last minute is not asked for again, and an older one is', async () => {
  const askAgain = () => askChains({ ...ctx, news }, 1)({ chain: 'ETH', address: TOKEN })
  expect(await ask(eth, TOKEN)).toBe('token')
  ctx.clock.advance(59_000)
  expect(await askAgain()).toBe('token')
  ctx.clock.advance(2_000)
  expect(await askAgain()).toBeUndefined()
  expect(await answerAddresses(ctx, eth)).toBe(1)
  expect(await askAgain()).toBe('token')
})

test('nobody answers for a chain that is away, or for a node of another network, and the question stays', async () => {
  const { evm: running } = started()
  const address = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1'
  const away = createEvmNode({ rail: running.rail, rpcUrl: 'http://127.0.0.1:1' })
  const other = createEvmNode({ rail: { ...running.rail, chainId: 1 }, rpcUrl: running.url })
  expect(await askChains({ ...ctx, news }, 1)({ chain: 'ETH', address })).toBeUndefined()
  await expect(answerAddresses(ctx, away)).rejects.toMatchObject({ name: 'ChainUnavailable' })
  await expect(answerAddresses(ctx, other)).rejects.toMatchObject({ name: 'WrongNetwork' })
  expect(await answerAddresses(ctx, eth)).toBe(1)
})

test('a text that is no address spoils the answer of nobody', async () => {
  const { solana: running } = started()
  const places = ['nonsense', running.solana.rpc].map((address) => ({ chain: 'SOL' as ChainCode, address }))
  const at = ctx.clock.now()
  await askAddresses(ctx.orm.em.fork(), { places, at, since: at })
  expect(await ask(running.node, newKey().address)).toBe('unused')
})

test('questions of yesterday are forgotten', async () => {
  ctx.clock.advance(25 * 60 * 60 * 1_000)
  await forgetAddressQuestions(ctx)
  expect(await tables(ctx.orm.em.fork()).selectFrom('address_question').selectAll().execute()).toEqual([])
})

test('a reader of Solana asks its node once for many addresses', async () => {
  const { solana: running } = started()
  const calls: string[] = []
  const node = createSolanaNode({ rail: running.rail, rpcUrl: running.solana.rpc, onCall: (method) => calls.push(method) })
  const places = Array.from({ length: 30 }, () => ({ chain: 'SOL' as const, address: newKey().address }))
  const at = ctx.clock.now()
  await askAddresses(ctx.orm.em.fork(), { places, at, since: at })
  expect(await answerAddresses(ctx, node)).toBe(30)
  expect(calls).toEqual(['getGenesisHash', 'getMultipleAccounts'])
})
