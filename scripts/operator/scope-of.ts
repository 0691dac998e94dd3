import { findPauseScope, type PauseScope } from '@gateway/domain/custody/pause'

/** The scope of a pause, as an operator writes it. @throws {Error} for an unknown scope. */
export function scopeOf(text: string): PauseScope {
  const scope = findPauseScope(text)
  if (!scope)
    throw new Error(
      `${text} cannot be paused; use global, cards, lightning, chain:<chain>, asset:<asset>, merchant:<id>, payment:<id>, escrow:<id> or invoice:<id>`,
    )
  return scope
}
