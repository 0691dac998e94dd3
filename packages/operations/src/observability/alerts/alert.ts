/** When somebody is told, and what they do first. The rules of Prometheus and the runbook are written from these. */
export interface Alert {
  /** Heading of the runbook too. */
  readonly name: string
  /** The metric that it looks at. */
  readonly metric: string
  /** When it is wrong, in PromQL. */
  readonly expr: string
  /** How long it must be wrong, as Prometheus writes durations. */
  readonly holds: string
  /** `page` wakes somebody; `ticket` waits for the morning. */
  readonly severity: 'page' | 'ticket'
  readonly meaning: string
  readonly step: string
}
