import { Figures } from '../../ui/facts.tsx'
import { formatSats } from '../sats.ts'
import type { Wallet } from '../use-wallets.ts'

/** What the wallets have together: what they can spend now beside what is set aside for sends without an end. */
export function BalanceFigures({ wallets }: { readonly wallets: readonly Wallet[] }) {
  const reserved = sum(wallets, ({ reserved_sats }) => reserved_sats)
  return (
    <Figures
      rows={[
        ['Available', formatSats(sum(wallets, ({ available_sats }) => available_sats))],
        ['Reserved', formatSats(reserved), reserved === 0 ? undefined : 'for sends that are pending'],
        ['Balance', formatSats(sum(wallets, ({ balance_sats }) => balance_sats)), 'available and reserved'],
      ]}
    />
  )
}

const sum = (wallets: readonly Wallet[], read: (wallet: Wallet) => number): number => wallets.reduce((all, wallet) => all + read(wallet), 0)
