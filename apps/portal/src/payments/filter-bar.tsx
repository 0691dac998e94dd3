import { assetCodes } from '@gateway/domain/money/asset'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronDown, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
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
  const isNarrowed = Object.entries(filters).some(([name, value]) => name !== 'status' && name !== 'cursor' && Boolean(value))
  return (
    <div className="filters">
      <SearchField
        label="Search payments"
        placeholder="ID, address or transaction"
        text={filters.q ?? ''}
        onSearch={(q) => set({ q: q || undefined })}
      />
      <span className="filters__set">
        <Choice
          label="Coin"
          value={filters.asset}
          options={assetCodes.map((code) => [code, assetName(code)])}
          onChange={(asset) => set({ asset })}
        />
        <Choice
          label="Exception"
          value={filters.exception}
          options={exceptions.map((state) => [state, states[state].word])}
          onChange={(exception) => set({ exception })}
        />
      </span>
      <span className="filters__set">
        <Input label="From" type="date" value={filters.from} onChange={(from) => set({ from })} />
        <Input label="To" type="date" value={filters.to} onChange={(to) => set({ to })} />
        <Input label="At least, USD" type="number" value={filters.min} onChange={(min) => set({ min })} />
        <Input label="At most, USD" type="number" value={filters.max} onChange={(max) => set({ max })} />
        {isNarrowed && (
          <Button look="ghost" onClick={() => void navigate({ search: ({ status }) => ({ status }) })}>
            <X className="icon" aria-hidden="true" />
            Clear filters
          </Button>
        )}
      </span>
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string | undefined
  readonly options: readonly (readonly [value: string, word: string])[]
  readonly onChange: (value: string | undefined) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <span className="select">
      <select aria-label={label} value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
        <option value="">{`${label}: any`}</option>
        {options.map(([option, word]) => (
          <option key={option} value={option}>
            {word}
          </option>
        ))}
      </select>
      <ChevronDown className="icon" aria-hidden="true" />
    </span>
  )
}

interface InputProps {
  readonly label: string
  readonly type: 'date' | 'number'
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** It takes effect when it is left, so that a half-typed number filters nothing. */
function Input({ label, type, value, onChange }: InputProps) {
  const [typed, setTyped] = useState(value ?? '')
  useEffect(() => setTyped(value ?? ''), [value])
  const done = (): void => {
    if (typed !== (value ?? '')) onChange(typed || undefined)
  }
  return (
    <label className="inline-flex items-center gap-2 nowrap hint">
      {label}
      <input
        className={type === 'number' ? 'input w-24' : 'input w-40'}
        type={type}
        {...(type === 'number' && { min: 0, step: '0.01' })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={done}
        onKeyDown={(event) => event.key === 'Enter' && done()}
      />
    </label>
  )
}
