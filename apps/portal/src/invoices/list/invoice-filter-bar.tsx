import { invoiceStates } from '@gateway/domain/invoices/machine'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ClearFilters } from '../../ui/list/clear-filters.tsx'
import { FilterChoice } from '../../ui/list/filter-choice.tsx'
import { FilterInput } from '../../ui/list/filter-input.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { states } from '../../ui/states.ts'
import { useClientOptions } from '../clients/use-client-options.ts'
import type { InvoiceFilters } from '../filters.ts'

/** Narrows the list: a text, a status, a client, days. Each change is an address that survives a reload. */
export function InvoiceFilterBar() {
  const filters = useSearch({ from: '/signed-in/b/$business/invoices' })
  const navigate = useNavigate({ from: '/b/$business/invoices' })
  const { options } = useClientOptions(filters.client)
  const set = (change: Partial<InvoiceFilters>): void => void navigate({ search: (old) => ({ ...old, cursor: undefined, ...change }) })
  return (
    <>
      <SearchField
        label="Search invoices"
        placeholder="Number or client"
        text={filters.q ?? ''}
        onSearch={(q) => set({ q: q || undefined })}
      />
      <span className="filters__set">
        <FilterChoice
          label="Status"
          value={filters.status}
          options={invoiceStates.map((status) => [status, states[status].word])}
          onChange={(status) => set({ status })}
        />
        <FilterChoice label="Client" value={filters.client} options={options} onChange={(client) => set({ client })} />
      </span>
      <span className="filters__set">
        <FilterInput label="From" type="date" value={filters.from} onChange={(from) => set({ from })} />
        <FilterInput label="To" type="date" value={filters.to} onChange={(to) => set({ to })} />
        <ClearFilters filters={filters} onClear={() => void navigate({ search: {} })} />
      </span>
    </>
  )
}
