import { address, createSolanaRpc, generateKeyPairSigner } from '@solana/kit'
import type { ChainDriver } from '../chain-driver.ts'
import { solanaFaucet } from './ledger/genesis.ts'
import { paySol, tickSolana } from './solana-faucet.ts'
import { type RunningSolana, type SolanaNode, solanaPlatform, startSolana } from './solana.ts'

/** Drives the devnet's Solana chain, read at `confirmed`. Nobody holds a key of a new address, so what it receives stays there. */
export const solanaDriver = ({ blockSeconds }: { readonly blockSeconds: number }): ChainDriver<SolanaNode, RunningSolana> => ({
  name: 'Solana',
  program: 'solana',
  log: 'solana.log',
  blockSeconds,
  faucetAddress: solanaFaucet.address,
  start: ({ blockSeconds: slotSeconds, ...place }) => startSolana({ ...place, ...(slotSeconds && { slotMs: slotSeconds * 1_000 }) }),
  mine: tickSolana,
  height: async ({ rpc }) => Number(await createSolanaRpc(rpc).getSlot({ commitment: 'confirmed' }).send()),
  newAddress: async () => (await generateKeyPairSigner()).address,
  platformAddress: async () => solanaPlatform.address,
  balance: async ({ rpc }, of) => (await createSolanaRpc(rpc).getBalance(address(of), { commitment: 'confirmed' }).send()).value,
  pay: (node, { to, units }) => paySol(node, { to: address(to), units }),
})
