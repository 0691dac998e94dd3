import { lightningStates } from '@gateway/domain/lightning/machine'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ClearFilters } from '../../ui/list/clear-filters.tsx'
import { FilterChoice } from '../../ui/list/filter-choice.tsx'
import { FilterInput } from '../../ui/list/filter-input.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { states } from '../../ui/states.ts'
import type { LightningFilters } from '../filters.ts'
import type { Wallet } from '../use-wallets.ts'
import { directionWords } from './direction-words.ts'

/** Narrows the list: a text, a wallet, a direction, a status, days. Each change is an address that survives a reload. */
export function PaymentFilterBar({ wallets }: { readonly wallets: readonly Wallet[] }) {
  const filters = useSearch({ from: '/signed-in/b/$business/lightning' })
  const navigate = useNavigate({ from: '/b/$business/lightning' })
  const set = (change: Partial<LightningFilters>): void => void navigate({ search: (old) => ({ ...old, cursor: undefined, ...change }) })
  return (
    <>
      <SearchField
        label="Search Lightning payments"
        placeholder="Description, hash or ID"
        text={filters.q ?? ''}
        onSearch={(q) => set({ q: q || undefined })}
      />
      <span className="filters__set">
        <FilterChoice
          label="Wallet"
          value={filters.wallet}
          options={namesOf(wallets, filters.wallet).map((name) => [name, name])}
          onChange={(wallet) => set({ wallet })}
        />
        <FilterChoice
          label="Direction"
          value={filters.direction}
          options={Object.entries(directionWords)}
          onChange={(direction) => set({ direction })}
        />
        <FilterChoice
          label="Status"
          value={filters.status}
          options={lightningStates.map((status) => [status, states[status].word])}
          onChange={(status) => set({ status })}
        />
      </span>
      <span className="filters__set">
        <FilterInput label="From" type="date" value={filters.from} onChange={(from) => set({ from })} />
        <FilterInput label="To" type="date" value={filters.to} onChange={(to) => set({ to })} />
        <ClearFilters filters={filters} onClear={() => void navigate({ search: {} })} />
      </span>
    </>
  )
}

/** The newest wallets; the chosen one is always among them. */
function namesOf(wallets: readonly Wallet[], chosen: string | undefined): readonly string[] {
  const names = wallets.map(({ wallet_id }) => wallet_id)
  return chosen === undefined || names.includes(chosen) ? names : [chosen, ...names]
}
