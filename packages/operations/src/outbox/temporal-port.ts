import type { OutboxMessage } from '@gateway/db/kernel/outbox/outbox-message'
import type { Client } from '@temporalio/client'
import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client'
import { defineSearchAttributeKey, type SearchAttributePair, TypedSearchAttributes } from '@temporalio/common'

/** How messages reach Temporal; operations use nothing else of it. */
export interface TemporalPort {
  /** Starts the workflow, or signals it (starting it if needed). A workflow that has ended ignores the message. */
  deliver(workflowId: string, message: OutboxMessage): Promise<void>
  /** Identity of the namespace's store: a new one means that every running workflow was lost. */
  readIdentity(): Promise<string>
}

/** Search attributes of workflows; the namespace must have them. Ids and enum values only: they are stored in clear. */
export const searchAttributes = {
  MerchantId: defineSearchAttributeKey('MerchantId', 'KEYWORD'),
  Chain: defineSearchAttributeKey('Chain', 'KEYWORD'),
  Asset: defineSearchAttributeKey('Asset', 'KEYWORD'),
  Mode: defineSearchAttributeKey('Mode', 'KEYWORD'),
  ExpiresAt: defineSearchAttributeKey('ExpiresAt', 'DATETIME'),
} as const

/** The port over a Temporal client, which `find` gives, or throws while there is none. */
export function temporalPort(find: () => Client): TemporalPort {
  return {
    async deliver(workflowId, message) {
      try {
        await send(find(), workflowId, message)
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError || error instanceof WorkflowNotFoundError)) throw error
      }
    },
    async readIdentity() {
      const client = find()
      const { namespaceInfo } = await client.connection.workflowService.describeNamespace({ namespace: client.options.namespace })
      return namespaceInfo?.id ?? ''
    },
  }
}

async function send(client: Client, workflowId: string, message: OutboxMessage): Promise<void> {
  const { workflow, taskQueue, args, signal, summary, mayRunAgain, onlyIfRunning } = message
  if (signal && onlyIfRunning) return client.workflow.getHandle(workflowId).signal(signal.name, ...signal.args)
  const options = {
    workflowId,
    taskQueue,
    args: [...args],
    typedSearchAttributes: attributesOf(message),
    workflowIdReusePolicy: mayRunAgain ? ('ALLOW_DUPLICATE' as const) : ('ALLOW_DUPLICATE_FAILED_ONLY' as const),
    ...(summary !== undefined && { staticSummary: summary }),
  }
  if (signal) await client.workflow.signalWithStart(workflow, { ...options, signal: signal.name, signalArgs: [...signal.args] })
  else await client.workflow.start(workflow, { ...options, workflowIdConflictPolicy: 'USE_EXISTING' })
}

function attributesOf({ searchAttributes: given = {} }: OutboxMessage): TypedSearchAttributes {
  const pairs = Object.entries(given).flatMap(([name, value]): SearchAttributePair[] => {
    if (name === 'ExpiresAt') return [{ key: searchAttributes.ExpiresAt, value: new Date(value) }]
    return isKeyword(name) ? [{ key: searchAttributes[name], value }] : []
  })
  return new TypedSearchAttributes(pairs)
}

const isKeyword = (name: string): name is Exclude<keyof typeof searchAttributes, 'ExpiresAt'> =>
  name !== 'ExpiresAt' && name in searchAttributes
