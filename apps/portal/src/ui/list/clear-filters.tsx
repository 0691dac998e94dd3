import { X } from 'lucide-react'
import { Button } from '../button.tsx'

/** Whether any filter narrows a list; its place in the pages and `besides` do not. */
const isNarrowed = (filters: object, besides: readonly string[]): boolean =>
  Object.entries(filters).some(([name, value]) => name !== 'cursor' && !besides.includes(name) && Boolean(value))

interface ClearFiltersProps {
  readonly filters: object
  /** Filters that other controls clear. */
  readonly besides?: readonly string[]
  readonly onClear: () => void
}

/** Clears the filters of a list, while one is set. */
export function ClearFilters({ filters, besides = [], onClear }: ClearFiltersProps) {
  if (!isNarrowed(filters, besides)) return null
  return (
    <Button look="ghost" onClick={onClear}>
      <X className="icon" aria-hidden="true" />
      Clear filters
    </Button>
  )
}
