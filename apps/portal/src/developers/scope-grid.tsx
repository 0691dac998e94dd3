import type { Area, Scope } from '@gateway/domain/accounts/scope'
import { capital } from '../ui/text/capital.ts'

interface ScopeGridProps {
  readonly areas: readonly Area[]
  readonly chosen: readonly Scope[]
  readonly onChange: (scopes: readonly Scope[]) => void
}

const levels = ['none', 'read', 'write'] as const

/** One line for each area: nothing, reading, or writing, which includes reading. */
export function ScopeGrid({ areas, chosen, onChange }: ScopeGridProps) {
  const choose = (area: Area, level: (typeof levels)[number]): void => {
    const others = chosen.filter((scope) => !scope.startsWith(`${area}:`))
    onChange(level === 'none' ? others : [...others, `${area}:${level}`])
  }
  return (
    <div className="scope-grid" role="group" aria-label="Permissions" tabIndex={0}>
      <div className="scope-grid__head">
        <span>Area</span>
        <span>None</span>
        <span>Read</span>
        <span>Write</span>
      </div>
      {areas.map((area) => (
        <div key={area}>
          <span>{capital(area)}</span>
          {levels.map((level) => (
            <label key={level} className="check">
              <input
                type="radio"
                name={area}
                aria-label={`${area}: ${level}`}
                checked={levelOf(area, chosen) === level}
                onChange={() => choose(area, level)}
              />
            </label>
          ))}
        </div>
      ))}
    </div>
  )
}

const levelOf = (area: Area, chosen: readonly Scope[]): (typeof levels)[number] =>
  levels.find((level) => level !== 'none' && chosen.includes(`${area}:${level}`)) ?? 'none'
