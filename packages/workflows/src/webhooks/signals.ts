import { defineSignal } from '@temporalio/workflow'

/** One mailbox delivers to one endpoint, in order. */
export const mailboxWorkflowId = (endpointId: string): string => `webhook-endpoint/${endpointId}`

/** Which endpoint a mailbox serves. */
export interface MailboxInput {
  readonly endpointId: string
}

/** There are deliveries due; the rows say which. */
export const wake = defineSignal('wake')
