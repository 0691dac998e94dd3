import { assetCodes } from '@gateway/domain/money/asset'
import { findPlainDecimal } from '@gateway/domain/money/decimal'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronDown, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { withPoint } from '../ui/form/decimal-comma.ts'
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
        placeholder="Order, ID, address or transaction"
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
        <Input label="At least, USD" type="amount" value={filters.min} onChange={(min) => set({ min })} />
        <Input label="At most, USD" type="amount" value={filters.max} onChange={(max) => set({ max })} />
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
  readonly type: 'date' | 'amount'
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** It takes effect when it is left, so that a half-typed number filters nothing; what is no number is refused here, and filters nothing either. */
function Input({ label, type, value, onChange }: InputProps) {
  const [typed, setTyped] = useState(value ?? '')
  const [isRefused, setRefused] = useState(false)
  useEffect(() => setTyped(value ?? ''), [value])
  const done = (): void => {
    const read = withPoint(typed.trim())
    const isNumber = type === 'date' || read === '' || findPlainDecimal(read) !== undefined
    setRefused(!isNumber)
    if (isNumber && read !== (value ?? '')) onChange(read || undefined)
  }
  return (
    <label className="filters__field hint">
      {label}
      <input
        className={type === 'amount' ? 'input num' : 'input'}
        {...(type === 'date' ? { type } : { inputMode: 'decimal', autoComplete: 'off' })}
        aria-invalid={isRefused || undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={done}
        onKeyDown={(event) => event.key === 'Enter' && done()}
      />
      {isRefused && (
        <span className="field__error" role="alert">
          {label}: must be a number, such as 12.5
        </span>
      )}
    </label>
  )
}
