/** Where the Temporal UI shows the namespace of the workflows; undefined where its address is not set. */
export interface TemporalUi {
  readonly temporalUi?: string | undefined
}

/** The page of a workflow in the Temporal UI; null without its address. */
export const workflowPage = ({ temporalUi }: TemporalUi, workflowId: string): string | null =>
  temporalUi === undefined ? null : `${temporalUi}/workflows/${encodeURIComponent(workflowId)}`
