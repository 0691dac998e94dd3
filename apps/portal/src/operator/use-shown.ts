import { useState } from 'react'

/**
 * What a dialog decides about, as it was when the dialog opened, although the page around it is read again and again: no operator approves a
 * state they have not read. Once a decision was refused, the latest state, for another decision.
 */
export function useShown<Row>(now: Row, refusal: unknown): Row {
  const [shown, setShown] = useState({ row: now, refusal: undefined as unknown })
  if (!refusal || refusal === shown.refusal) return shown.row
  setShown({ row: now, refusal })
  return now
}
