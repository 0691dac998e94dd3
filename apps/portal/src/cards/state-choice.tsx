import { useNavigate, useSearch } from '@tanstack/react-router'
import { FilterChoice } from '../ui/list/filter-choice.tsx'

/** Narrows a list of cards to one status, which is part of the address. */
export function StateChoice({ options }: { readonly options: readonly (readonly [status: string, word: string])[] }) {
  const { status } = useSearch({ strict: false })
  const navigate = useNavigate()
  return (
    <span className="filters__set">
      <FilterChoice
        label="Status"
        value={status}
        options={options}
        onChange={(next) => void navigate({ to: '.', search: (old) => ({ ...old, status: next, offset: undefined, cursor: undefined }) })}
      />
    </span>
  )
}
