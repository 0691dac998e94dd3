/** What the relay asks of Temporal. Ids and enum values only: it is stored in clear and shown to operators. */
export interface OutboxMessage {
  readonly workflow: string
  readonly taskQueue: string
  readonly args: readonly Readonly<Record<string, unknown>>[]
  /** Sent with the start; a workflow that runs already only receives the signal. */
  readonly signal?: { readonly name: string; readonly args: readonly Readonly<Record<string, unknown>>[] }
  readonly searchAttributes?: Readonly<Record<string, string>>
  readonly summary?: string
  /** A workflow of this id that has completed may run again; without it, only one that was lost (terminated, failed) may. */
  readonly mayRunAgain?: boolean
  /** The signal is only for a workflow that runs; without one there is nobody to tell. */
  readonly onlyIfRunning?: boolean
}
