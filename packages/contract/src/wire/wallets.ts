import { type AssetCode, isAssetCode } from '@gateway/domain/money/asset'
import { type Read, type ScalarMeta, scalar } from './scalar.ts'
import { readText } from './text.ts'

/** Addresses as sent, by canonical code; an empty one removes the wallet. */
export type NamedWallets = Readonly<Partial<Record<AssetCode, string>>>

const LONGEST_ADDRESS = 200

/** Wallet addresses by coin, token or chain. The rail of the chain checks each address. */
export const walletMap = (meta: ScalarMeta) =>
  scalar<Record<string, string | null>, NamedWallets>(readWallets, { type: 'object', additionalProperties: { type: 'string' }, ...meta })

function readWallets(raw: unknown): Read<NamedWallets> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { problem: 'must be an object from chain to address' }
  const wallets: Partial<Record<AssetCode, string>> = {}
  for (const [spelling, address] of Object.entries(raw)) {
    // ASCII only: a look-alike character must not become a known code by changing its case.
    const code = spelling.replace(/[a-z]/g, (char) => char.toUpperCase())
    if (!isAssetCode(code)) return { problem: `knows no chain ${spelling.slice(0, 16)}`, code: 'UNSUPPORTED_BLOCKCHAIN' }
    if (address === null) continue
    const read = readText(address, { max: LONGEST_ADDRESS })
    if ('problem' in read) return { problem: `${code} ${read.problem}`, code: 'INVALID_ADDRESS' }
    if (wallets[code] !== undefined && wallets[code] !== read.value) return { problem: `names ${code} twice with different addresses` }
    wallets[code] = read.value
  }
  return { value: wallets }
}
