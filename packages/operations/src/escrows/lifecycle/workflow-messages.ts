import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import { escrowAdvanced, escrowWorkflowId } from '@gateway/workflows/escrows/signals'
import { queues } from '@gateway/workflows/queues'
import type { Enqueued } from '../../outbox/enqueue.ts'

type Told = Pick<EscrowEntity, 'id' | 'merchantId' | 'chain' | 'asset' | 'mode' | 'state' | 'stateVersion' | 'deadlineAt'>

/** Starts the workflow of an escrow. Ids, enum values and the deadline only: arguments are stored and shown in clear. */
export const startEscrow = (escrow: Told): Enqueued => ({
  workflowId: escrowWorkflowId(escrow.id),
  message: {
    workflow: 'escrow',
    taskQueue: queues.payments,
    args: [{ escrowId: escrow.id, known: advancedOf(escrow) }],
    searchAttributes: {
      ...(escrow.merchantId !== null && { MerchantId: escrow.merchantId }),
      Chain: escrow.chain,
      Asset: escrow.asset,
      Mode: escrow.mode,
    },
    summary: `${escrow.asset} escrow`,
  },
})

const ENDED = new Set(['settled', 'expired'])

/** Signals an escrow's state to its workflow, and starts it if there is none; an ended escrow needs no run. */
export function signalEscrow(escrow: Told): Enqueued {
  const { workflowId, message } = startEscrow(escrow)
  const signal = { name: escrowAdvanced.name, args: [advancedOf(escrow)] }
  return { workflowId, message: { ...message, signal, ...(ENDED.has(escrow.state) ? { onlyIfRunning: true } : { mayRunAgain: true }) } }
}

/** The current state as the workflow's message. */
export const advancedOf = ({ state, stateVersion, deadlineAt }: Pick<Told, 'state' | 'stateVersion' | 'deadlineAt'>) => ({
  sequence: stateVersion,
  state,
  deadlineAt: deadlineAt?.toISOString() ?? null,
})
