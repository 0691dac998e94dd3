import type { OperatorArea } from '@gateway/contract/portal/operator-state'

/** When an operator is notified, and what to do first. The Prometheus rules and the runbook are generated from these. */
export interface Alert {
  /** Also a heading of the runbook. */
  readonly name: string
  /** The metric it reads. */
  readonly metric: string
  /** The condition in PromQL. */
  readonly expr: string
  /** How long the condition must hold, as a Prometheus duration. */
  readonly holds: string
  /** `page` wakes the on-call operator; `ticket` waits for the morning. */
  readonly severity: 'page' | 'ticket'
  readonly meaning: string
  readonly step: string
  /** The page of the operator area that shows what it is about; absent where the step is taken elsewhere. */
  readonly area?: OperatorArea
}
