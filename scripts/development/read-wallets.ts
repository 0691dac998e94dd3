import type { DevnetChain } from '@gateway/devnet/chains'
import { withinTime } from '@gateway/api/http/within-time'
import type { StartStatus } from '@gateway/api/development/start-status'
import { bitcoinBalance, toSats, walletOf } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { evmFaucet } from '@gateway/devnet/evm/evm'
import { nativeBalance, tokenBalance } from '@gateway/devnet/evm/evm-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { getAddress } from 'viem'
import { walletNames } from '../stack/dev-file.ts'
import type { DevSources } from './dev-sources.ts'

const READ_MS = 5_000

type ShownWallet = StartStatus['wallets'][number]
type Row = Pick<ShownWallet, 'name' | 'address'> & { readonly asset: 'BTC' | 'ETH' | 'USDC_ETH' }

/** The wallets of the devnet with their balances: the faucets that pay, the demo shop's, and those for the reader's own businesses. */
export async function readWallets(sources: DevSources): Promise<ShownWallet[]> {
  const shown: ShownWallet[] = []
  // One after the other: the node scans for one address at a time.
  for (const row of rowsOf(sources)) shown.push({ ...row, balance: await balanceOf(sources, row) })
  return shown
}

const rowsOf = ({ demo, wallets }: DevSources): readonly Row[] => [
  { name: 'Customer, Bitcoin', asset: 'BTC', address: null },
  { name: 'Customer, Ethereum', asset: 'ETH', address: evmFaucet.address },
  { name: 'Customer, USDC', asset: 'USDC_ETH', address: evmFaucet.address },
  { name: 'Demo shop, Bitcoin', asset: 'BTC', address: demo.wallets.BTC },
  { name: 'Demo shop, Ethereum', asset: 'ETH', address: demo.wallets.ETH },
  { name: 'Demo shop, USDC', asset: 'USDC_ETH', address: demo.wallets.ETH },
  ...walletNames.map((name) => ({ name: `Yours, ${name}`, asset: chainOf(name), address: wallets[name] })),
]

const chainOf = (name: (typeof walletNames)[number]): DevnetChain => (name.startsWith('BTC') ? 'BTC' : 'ETH')

async function balanceOf(sources: DevSources, { asset, address }: Row): Promise<string | null> {
  const units = await withinTime(READ_MS, () => readers[asset](sources, address))
  return units === undefined ? null : formatUnits(units, assetOf(asset).decimals)
}

const readers: Readonly<Record<Row['asset'], (sources: DevSources, address: string | null) => Promise<bigint>>> = {
  BTC: async ({ stack: { devnet } }, address) =>
    address === null
      ? toSats(await callRpc<number>(walletOf(devnet.bitcoin), { method: 'getbalance' }))
      : bitcoinBalance(devnet.bitcoin, address),
  ETH: ({ stack: { devnet } }, address) => nativeBalance(devnet.evm, getAddress(address ?? '')),
  USDC_ETH: ({ stack: { devnet, contracts } }, address) =>
    tokenBalance(devnet.evm, { token: contracts.usdc, address: getAddress(address ?? '') }),
}
