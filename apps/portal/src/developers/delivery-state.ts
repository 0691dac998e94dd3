import type { State } from '../ui/states.ts'

/** The state of a delivery as a badge: a waiting one that has failed before is being tried again. */
export function deliveryState(status: 'delivered' | 'pending' | 'failed', attempts: number): State {
  return status === 'pending' && attempts > 0 ? 'retrying' : status
}
