import { defineSignal } from '@temporalio/workflow'

/** One mailbox delivers to one endpoint, in order. */
export const mailboxWorkflowId = (endpointId: string): string => `webhook-endpoint/${endpointId}`

/** The endpoint of a mailbox. */
export interface MailboxInput {
  readonly endpointId: string
}

/** Deliveries are due; the rows say which. */
export const wake = defineSignal('wake')
