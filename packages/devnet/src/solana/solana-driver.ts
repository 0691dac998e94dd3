import { address, createSolanaRpc, getAddressEncoder, getBase58Decoder, isAddress } from '@solana/kit'
import type { ChainDriver, NodePlace } from '../chain-driver.ts'
import { solanaFaucet } from './ledger/genesis.ts'
import { FINAL_SLOTS } from './ledger/final-slots.ts'
import { newSolanaAddress, paySol, paySolanaToken, solanaTokenBalance, tickSolana } from './solana-faucet.ts'
import { type RunningSolana, type SolanaNode, solanaPlatform, startSolana } from './solana.ts'

/** Drives the devnet's Solana chain, read at `finalized` as the gateway reads it. Nobody holds a key of a new address, so what it receives stays there. */
export const solanaDriver = ({ blockSeconds }: { readonly blockSeconds: number }): ChainDriver<SolanaNode, RunningSolana> => ({
  name: 'Solana',
  program: 'solana',
  log: 'solana.log',
  blockSeconds,
  faucetAddress: solanaFaucet.address,
  faucetKey: secretKeyOf(solanaFaucet),
  start: startSlots,
  mine: tickSolana,
  height: heightOf,
  newAddress: newSolanaAddress,
  platformAddress: async () => solanaPlatform.address,
  balance: async ({ rpc }, of) => (await createSolanaRpc(rpc).getBalance(address(of), { commitment: 'finalized' }).send()).value,
  pay: (node, { to, units }) => paySol(node, { to: address(to), units }),
  isAddress,
  tokenBalance: (node, { token, address: owner }) => solanaTokenBalance(node, { owner: address(owner), mint: address(token) }),
  payToken: (node, { token, to, units }) => paySolanaToken(node, { mint: address(token), to: address(to), units }),
})

async function startSlots({ blockSeconds, ...place }: NodePlace): Promise<RunningSolana> {
  const running = await startSolana({ ...place, ...(blockSeconds && { slotMs: blockSeconds * 1_000 }) })
  // A scanner starts above the block it finds, so the first one takes no payments.
  if ((await heightOf(running)) === 0) await tickSolana(running, FINAL_SLOTS + 1)
  return running
}

const heightOf = async ({ rpc }: SolanaNode): Promise<number> =>
  Number(await createSolanaRpc(rpc).getSlot({ commitment: 'finalized' }).send())

/** The 64 bytes that wallets import: the private key, then the public one. */
function secretKeyOf({ key, address: of }: typeof solanaFaucet): string {
  return getBase58Decoder().decode(Uint8Array.from([...key, ...getAddressEncoder().encode(of)]))
}
