import { findPlainDecimal } from '@gateway/domain/money/decimal'
import { useEffect, useState } from 'react'
import { withPoint } from '../form/decimal-comma.ts'

interface FilterInputProps {
  readonly label: string
  readonly type: 'date' | 'amount'
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** Narrows a list by a day or an amount. It takes effect when it is left, so that a half-typed number filters nothing; what is no number is refused here, and filters nothing either. */
export function FilterInput({ label, type, value, onChange }: FilterInputProps) {
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
