import type { LightningState } from '@gateway/domain/lightning/machine'
import { defineSignal } from '@temporalio/workflow'

/** One workflow per Lightning send that lasts for more than a second after its money was reserved, until its outcome is known. */
export const lightningSendWorkflowId = (paymentId: string): string => `lightning-send/${paymentId}`

/** The input of a send's workflow: the id of its row, nothing secret. */
export interface LightningSendInput {
  readonly paymentId: string
}

/** The state of the row. */
export interface LightningSendAdvanced {
  readonly state: LightningState
}

/** Sent after the outcome is committed. */
export const lightningSendAdvanced = defineSignal<[LightningSendAdvanced]>('lightningSendAdvanced')
