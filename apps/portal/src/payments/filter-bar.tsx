import { assetCodes } from '@gateway/domain/money/asset'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ClearFilters } from '../ui/list/clear-filters.tsx'
import { FilterChoice } from '../ui/list/filter-choice.tsx'
import { FilterInput } from '../ui/list/filter-input.tsx'
import { SearchField } from '../ui/list/search-field.tsx'
import { assetName } from '../ui/money.ts'
import { type State, states } from '../ui/states.ts'
import type { PaymentFilters } from './filters.ts'

const exceptions: readonly State[] = ['underpaid', 'overpaid', 'late', 'multiple', 'wrong_asset', 'replaced', 'reorged']

/** Narrows the list: a text, a coin, an exception, days, amounts. Each change is an address that survives a reload. */
export function FilterBar() {
  const filters = useSearch({ from: '/signed-in/b/$business/payments' })
  const navigate = useNavigate({ from: '/b/$business/payments' })
  const set = (change: Partial<PaymentFilters>): void => void navigate({ search: (old) => ({ ...old, cursor: undefined, ...change }) })
  return (
    <div className="filters">
      <SearchField
        label="Search payments"
        placeholder="Order, ID, address or transaction"
        text={filters.q ?? ''}
        onSearch={(q) => set({ q: q || undefined })}
      />
      <span className="filters__set">
        <FilterChoice
          label="Coin"
          value={filters.asset}
          options={assetCodes.map((code) => [code, assetName(code)])}
          onChange={(asset) => set({ asset })}
        />
        <FilterChoice
          label="Exception"
          value={filters.exception}
          options={exceptions.map((state) => [state, states[state].word])}
          onChange={(exception) => set({ exception })}
        />
      </span>
      <span className="filters__set">
        <FilterInput label="From" type="date" value={filters.from} onChange={(from) => set({ from })} />
        <FilterInput label="To" type="date" value={filters.to} onChange={(to) => set({ to })} />
        <FilterInput label="At least, USD" type="amount" value={filters.min} onChange={(min) => set({ min })} />
        <FilterInput label="At most, USD" type="amount" value={filters.max} onChange={(max) => set({ max })} />
        <ClearFilters filters={filters} besides={['status']} onClear={() => void navigate({ search: ({ status }) => ({ status }) })} />
      </span>
    </div>
  )
}
