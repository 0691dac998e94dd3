import { withinTime } from '@gateway/api/http/within-time'
import type { StartStatus } from '@gateway/api/development/start-status'
import { toSats, walletOf } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import type { DevnetNode } from '@gateway/devnet/chain-driver'
import { driverOf } from '@gateway/devnet/chains'
import { callRpc } from '@gateway/devnet/rpc'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { balanceOf, chainOf, type PayableAsset, payableAsset, payableAssets } from '../pay/rails.ts'
import { walletNames } from '../stack/dev-file.ts'
import type { DevSources } from './dev-sources.ts'

const READ_MS = 5_000

type ShownWallet = StartStatus['wallets'][number]
type Row = Pick<ShownWallet, 'name' | 'address'> & { readonly asset: PayableAsset }

/** The wallets of the devnet with their balances: the faucets that pay, the demo shop's, and those for the reader's own businesses. */
export async function readWallets(sources: DevSources): Promise<ShownWallet[]> {
  const shown: ShownWallet[] = []
  // One after the other: the node scans for one address at a time.
  for (const row of rowsOf(sources)) shown.push({ ...row, balance: await readBalance(sources, row) })
  return shown
}

const rowsOf = ({ demo, wallets }: DevSources): readonly Row[] => [
  ...payableAssets.map((asset) => ({ name: `Customer, ${named(asset)}`, asset, address: faucetOf(asset) })),
  ...payableAssets.map((asset) => ({ name: `Demo shop, ${named(asset)}`, asset, address: demo.wallets[chainOf(asset)] })),
  ...walletNames.map((name) => ({ name: `Yours, ${name}`, asset: payableAsset(name.replace('_2', '')), address: wallets[name] })),
]

const named = (asset: PayableAsset): string => (asset === chainOf(asset) ? driverOf(chainOf(asset)).name : assetOf(asset).name)

/** Null where the faucet is a wallet of the node. */
const faucetOf = (asset: PayableAsset): string | null => driverOf(chainOf(asset)).faucetAddress ?? null

async function readBalance({ stack: { devnet } }: DevSources, { asset, address }: Row): Promise<string | null> {
  const read = () => (address === null ? faucetBalance(devnet.chains[chainOf(asset)]) : balanceOf(devnet.chains, asset, address))
  const units = await withinTime(READ_MS, read)
  return units === undefined ? null : formatUnits(units, assetOf(asset).decimals)
}

const faucetBalance = async ({ rpc, wallet = '' }: DevnetNode): Promise<bigint> =>
  toSats(await callRpc<number>(walletOf({ rpc, wallet }), { method: 'getbalance' }))
