import { withinTime } from '@gateway/api/http/within-time'
import type { StartStatus } from '@gateway/api/development/start-status'
import { toSats, walletOf } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import type { DevnetNode } from '@gateway/devnet/chain-driver'
import { driverOf } from '@gateway/devnet/chains'
import { callRpc } from '@gateway/devnet/rpc'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { assetsOn, balanceOf, chainOf, nodeOf, type PayableAsset, payableAsset } from '../pay/rails.ts'
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

function rowsOf({ demo, wallets, stack: { devnet } }: DevSources): readonly Row[] {
  const assets = assetsOn(devnet.chains)
  return [
    ...assets.map((asset) => ({ name: `Customer, ${named(asset)}`, asset, address: faucetOf(asset) })),
    ...assets.flatMap((asset) => rowOf(`Demo shop, ${named(asset)}`, asset, demo.wallets[chainOf(asset)])),
    ...walletNames.flatMap((name) => rowOf(`Yours, ${name}`, payableAsset(name.replace('_2', '')), wallets[name])),
  ]
}

const rowOf = (name: string, asset: PayableAsset, address: string | undefined): Row[] =>
  address === undefined ? [] : [{ name, asset, address }]

const named = (asset: PayableAsset): string => (asset === chainOf(asset) ? driverOf(chainOf(asset)).name : assetOf(asset).name)

/** Null where the faucet is a wallet of the node. */
const faucetOf = (asset: PayableAsset): string | null => driverOf(chainOf(asset)).faucetAddress ?? null

async function readBalance({ stack: { devnet } }: DevSources, { asset, address }: Row): Promise<string | null> {
  const read = () => (address === null ? faucetBalance(nodeOf(devnet.chains, asset)) : balanceOf(devnet.chains, asset, address))
  const units = await withinTime(READ_MS, read)
  return units === undefined ? null : formatUnits(units, assetOf(asset).decimals)
}

const faucetBalance = async ({ rpc, wallet = '' }: DevnetNode): Promise<bigint> =>
  toSats(await callRpc<number>(walletOf({ rpc, wallet }), { method: 'getbalance' }))
