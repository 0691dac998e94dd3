import { cardPaymentStates } from '@gateway/domain/cards/payment-machine'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ClearFilters } from '../../ui/list/clear-filters.tsx'
import { FilterChoice } from '../../ui/list/filter-choice.tsx'
import { FilterInput } from '../../ui/list/filter-input.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { states } from '../../ui/states.ts'
import type { CardFilters } from './filters.ts'

/** Narrows the list: a text, a status, a kind, days. Each change is an address that survives a reload. */
export function CardFilterBar() {
  const filters = useSearch({ from: '/signed-in/b/$business/cards' })
  const navigate = useNavigate({ from: '/b/$business/cards' })
  const set = (change: Partial<CardFilters>): void => void navigate({ search: (old) => ({ ...old, cursor: undefined, ...change }) })
  return (
    <>
      <SearchField
        label="Search card payments"
        placeholder="Order, ID or processor ID"
        text={filters.q ?? ''}
        onSearch={(q) => set({ q: q || undefined })}
      />
      <span className="filters__set">
        <FilterChoice
          label="Status"
          value={filters.status}
          options={cardPaymentStates.map((status) => [status, states[status].word])}
          onChange={(status) => set({ status })}
        />
        <FilterChoice
          label="Kind"
          value={filters.kind}
          options={[
            ['direct', 'Direct'],
            ['escrow', 'In escrow'],
          ]}
          onChange={(kind) => set({ kind })}
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
