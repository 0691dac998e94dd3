import { useQuery } from '@tanstack/react-query'
import { useBusinessId } from '../../businesses/use-business.ts'
import { type Inputs, trpc } from '../../trpc.ts'
import { useWallets, type Wallet } from '../use-wallets.ts'

/** The wallets that money can be received with or sent from. */
export interface WalletChoice {
  readonly wallets: readonly Pick<Wallet, 'wallet_id' | 'available_sats'>[]
  /** The name of the one that is chosen at first. */
  readonly preset: string
  /** How many the business has. */
  readonly total: number
}

/** The newest wallets, and with them the one that narrows the list, which is chosen at first; undefined until they are there. */
export function useWalletChoice(named: string | undefined): WalletChoice | undefined {
  const { data: page } = useWallets()
  const isListed = named === undefined || page?.wallets.some(({ wallet_id: id }) => id === named) === true
  const input = { businessId: useBusinessId(), walletId: named } as Inputs['lightning']['portal']['balance']
  const older = useQuery(trpc.lightning.portal.balance.queryOptions(input, { enabled: !isListed }))
  if (!page || (!isListed && older.isPending)) return undefined
  const own = isListed || !older.data ? [] : [{ wallet_id: named, available_sats: older.data.available_sats }]
  return choiceOf({ wallets: [...own, ...page.wallets], total: page.total }, named)
}

function choiceOf({ wallets, total }: Omit<WalletChoice, 'preset'>, named: string | undefined): WalletChoice {
  const preset = wallets.find(({ wallet_id: id }) => id === named) ?? wallets[0]
  return { wallets, preset: preset?.wallet_id ?? '', total }
}
