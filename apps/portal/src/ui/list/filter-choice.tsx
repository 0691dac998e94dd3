import { ChevronDown } from 'lucide-react'

interface FilterChoiceProps {
  readonly label: string
  readonly value: string | undefined
  readonly options: readonly (readonly [value: string, word: string])[]
  readonly onChange: (value: string | undefined) => void
}

/** Narrows a list to one of a few values. */
export function FilterChoice({ label, value, options, onChange }: FilterChoiceProps) {
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
