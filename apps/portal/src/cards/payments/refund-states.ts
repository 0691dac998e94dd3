import type { State } from '../../ui/states.ts'
import type { CardDetail } from './card-detail.ts'

/** How a refund to a card stands: its colour and its word. */
export const refundStates: Readonly<Record<CardDetail['refunds'][number]['status'], readonly [State, string]>> = {
  pending: ['pending', 'Pending'],
  succeeded: ['refunded', 'Refunded'],
  failed: ['failed', 'Failed'],
}
